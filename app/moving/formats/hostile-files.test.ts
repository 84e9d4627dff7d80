import { mkdir, mkdtempDisposable, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { packTar } from 'modern-tar';
import { expect, test } from 'vitest';
import { countKinds, listDoubts, readFound, readFoundIn } from '../../../tests/read-found.ts';
import { zipFile } from '../../../tests/zip-file.ts';
import { containerOf, entriesOf } from './archive.server.ts';

const docs = (...ids: string[]) =>
  JSON.stringify({
    articles: Object.fromEntries(
      ids.map((id) => [id, { title: id, pubDate: '2026-01-01', description: 'x' }]),
    ),
  });

const entry = (name: string, content: string | Uint8Array) => {
  const body = Buffer.from(content as string);
  return { header: { name, size: body.length, type: 'file' as const }, body };
};

test('gzip, zip, tar and folders are read alike, and what has no records is counted', async () => {
  const [one, two] = [docs('a'), docs('b')];
  expect(countKinds(await readFoundIn('export.json.gz', gzipSync(one)))).toEqual({ articles: 1 });
  const zip = zipFile([
    { name: 'x/one.json', content: one },
    { name: 'x/two.json', content: two },
    { name: 'x/photo.jpg', content: 'picture' },
    { name: 'x/readme.txt', content: 'Hello' },
    { name: '__MACOSX/x/._one.json', content: 'x' },
  ]);
  const tar = await packTar([
    entry('./x/one.json', one),
    entry('x/two.json', two),
    entry('x/readme.txt', 'Hello'),
  ]);
  for (const [name, content] of Object.entries({ 'a.zip': zip, 'a.tar': tar, 'a.tar.gz': gzipSync(tar) })) {
    const found = await readFoundIn(name, content);
    expect(countKinds(found)).toEqual({ articles: 2, 'left-out': 1 });
    expect(found).toContainEqual({ kind: 'left-out', what: 'other files', count: 1 });
    expect(found[0]).toMatchObject({ key: 'a', place: { file: `${name}/x/one.json`, record: 'articles/a' } });
  }
});

test('R-39 a path that leads outside, an encrypted entry and an archive in an archive are refused, the rest is read', async () => {
  const zip = zipFile([
    { name: '../../outside.json', content: docs('evil') },
    { name: '/etc/absolute.json', content: docs('evil') },
    { name: 'locked.json', content: docs('evil'), isEncrypted: true },
    { name: 'inner.zip', content: zipFile([{ name: 'a.json', content: docs('evil') }]) },
    { name: 'fine.json', content: docs('fine') },
  ]);
  const found = await readFoundIn('a.zip', zip);
  expect(countKinds(found)).toEqual({ unreadable: 4, articles: 1 });
  expect(listDoubts(found).map((line) => line.split(' ')[1])).toEqual([
    ...['unsafe-path', 'unsafe-path', 'encrypted', 'nested-archive'],
  ]);
  const tar = await packTar([
    entry('../outside.json', docs('evil')),
    { header: { name: 'link.json', size: 0, type: 'symlink', linkname: '/etc/passwd' } },
    entry('fine.json', docs('fine')),
  ]);
  expect(listDoubts(await readFoundIn('a.tar', tar))).toEqual([
    'refused unsafe-path  : Its path leads out of the archive',
  ]);
});

test('R-39 links in a folder are not followed', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'belfry-links-'));
  await mkdir(join(folder.path, 'given'));
  await writeFile(join(folder.path, 'secret.json'), docs('secret'));
  await symlink(join(folder.path, 'secret.json'), join(folder.path, 'given', 'link.json'));
  await symlink(folder.path, join(folder.path, 'given', 'loop'));
  expect(listDoubts(await readFound(join(folder.path, 'given')))).toEqual([
    'refused nothing  : There is nothing in it that can be imported',
  ]);
});

test('R-39 what unpacks to much more than is plausible is refused, and is not unpacked to its end', async () => {
  const bomb = Buffer.alloc(64 * 1024 ** 2, ' ');
  const zip = zipFile([
    { name: 'bomb.json', content: bomb },
    { name: 'fine.json', content: docs('fine') },
  ]);
  expect(zip.length).toBeLessThan(100_000);
  const found = await readFoundIn('a.zip', zip);
  expect(listDoubts(found)).toEqual([expect.stringContaining('refused')]);
  expect(countKinds(found)).toEqual({ unreadable: 1, articles: 1 });
  const gzip = await readFoundIn(
    'articles.json.gz',
    gzipSync(`{"articles": {"a": {"title": "${'x'.repeat(64 * 1024 ** 2)}`),
  );
  expect(listDoubts(gzip)).toEqual([
    'refused too-large  : It unpacks to much more than is plausible (a zip bomb)',
  ]);
});

test('R-39 an entry that is larger than it says is refused', async () => {
  const zip = zipFile([{ name: 'lie.json', content: docs('a', 'b', 'c'), claimed: 40 }]);
  expect(listDoubts(await readFoundIn('a.zip', zip))).toEqual([
    'refused damaged  : The archive is damaged: download or upload it again',
  ]);
});

test('a file that was cut off keeps what was before the break', async () => {
  const ids = Array.from({ length: 3000 }, (_, at) => `id-${at}-${Math.sin(at)}`.replace('.', ''));
  const gzip = gzipSync(docs(...ids));
  const found = await readFoundIn('articles.json.gz', gzip.subarray(0, gzip.length / 2));
  expect(countKinds(found).articles).toBeGreaterThan(1000);
  expect(listDoubts(found).at(-1)).toMatch(/^refused truncated/);
  const tar = Buffer.from(await packTar([entry('one.json', docs('a')), entry('two.json', docs(...ids))]));
  const cut = await readFoundIn('a.tar', tar.subarray(0, 4000));
  expect(cut[0]).toMatchObject({ kind: 'articles', key: 'a' });
  expect(listDoubts(cut).at(-1)).toMatch(/^refused (truncated|damaged)/);
  const zip = zipFile([{ name: 'one.json', content: docs('a') }]);
  expect(listDoubts(await readFoundIn('a.zip', zip.subarray(0, -30)))).toEqual([
    expect.stringMatching(/^refused (truncated|damaged)/),
  ]);
});

test('bytes after the data, damage inside, and empty files are refused with a sentence', async () => {
  const broken = gzipSync(docs('a'));
  broken.fill(0xff, 20, 30);
  expect(listDoubts(await readFoundIn('a.json.gz', broken))).toEqual([expect.stringMatching(/^refused/)]);
  expect(listDoubts(await readFoundIn('a.json', ''))).toEqual(['refused empty  : The file is empty']);
  expect(listDoubts(await readFoundIn('photo.json', Buffer.from([0xff, 0xd8, 0xff, 0xe0])))).toEqual([
    'refused unknown-format  : This is not an export that can be imported',
  ]);
  expect(listDoubts(await readFoundIn('town.belfry', 'age-encryption.org/v1\n'))).toEqual([
    'refused backup  : This is a backup of Belfry. It is restored as a whole: on the set-up page of an empty site, or with “belfry restore”',
  ]);
});

test('a spreadsheet is refused with the way to go', async () => {
  const sheet = zipFile([
    { name: '[Content_Types].xml', content: '<Types/>' },
    { name: 'xl/workbook.xml', content: '<workbook/>' },
  ]);
  expect(listDoubts(await readFoundIn('table.xlsx', sheet))).toEqual([
    'refused spreadsheet  : This is a spreadsheet: save it as CSV and import that',
  ]);
});

test('encodings are recognized while they are read', async () => {
  const text = docs('a').replace('"a",', '"Zoë’s café 🔔",');
  const utf16 = (mark: string) => Buffer.from(mark + text, 'utf16le');
  const windows = Buffer.from(text.replace(' 🔔', '').replace('’', '\x92'), 'latin1');
  for (const bytes of [
    Buffer.from(text),
    Buffer.from(`\uFEFF${text}`),
    utf16('\uFEFF'),
    utf16(''),
    utf16('\uFEFF').swap16(),
  ])
    expect(await readFoundIn('a.json', bytes)).toMatchObject([{ title: 'Zoë’s café 🔔' }]);
  expect(await readFoundIn('a.json', windows)).toMatchObject([{ title: 'Zoë’s café' }]);
  // The first character that is not ASCII is far from the beginning.
  const late = Buffer.concat([
    Buffer.from(docs(...Array.from({ length: 5000 }, (_, at) => `id${at}`)).slice(0, -2)),
    windows.subarray(13),
  ]);
  const found = await readFoundIn(
    'a.json',
    Buffer.concat([late.subarray(0, -windows.length + 13), Buffer.from(','), windows.subarray(13)]),
  );
  expect(found.at(-1)).toMatchObject({ title: 'Zoë’s café' });
});

test('R-39 nesting, and one record of many megabytes, cost their record only', async () => {
  const deep = `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`;
  const text = docs('a', 'b').replace('{"title":"a"', `{"deep":${deep},"title":"a"`);
  expect(listDoubts(await readFoundIn('a.json', text))).toEqual([
    'refused too-deep articles/a : The record has more than 100 levels of nesting',
  ]);
  const large = docs('a', 'b').replace('"a",', `${JSON.stringify('x'.repeat(20 * 1024 ** 2))},`);
  const found = await readFoundIn('a.json', large);
  expect(listDoubts(found)).toEqual(['refused too-large articles/a : The record is larger than 2 MB']);
  expect(countKinds(found)).toEqual({ unreadable: 1, articles: 1 });
});

test('each entry of an archive can be read for its pictures, in one pass', async () => {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'belfry-entries-'));
  const path = join(folder.path, 'a.tar.gz');
  await writeFile(
    path,
    gzipSync(await packTar([entry('uploads/a.jpg', 'one'), entry('uploads/b.jpg', 'two')])),
  );
  const read: string[] = [];
  for await (const { path: name, bytes } of entriesOf(path, await containerOf(path)))
    if (name.endsWith('b.jpg')) read.push(Buffer.concat(await Array.fromAsync(bytes())).toString());
  expect(read).toEqual(['two']);
});
