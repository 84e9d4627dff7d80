/** `import --pictures fetch`: pictures that records show from other sites are copied to the library. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { collections } from '#app/collections.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { anyDatabase, type TestDatabase, withSqlite } from '../../tests/each-database.ts';
import { longTest } from '../../tests/long-test.ts';
import { environmentOf, type Typed, type TypingOptions, typeCommand } from '../../tests/operator.ts';
import { listen } from '../../tests/outbound-servers.ts';
import { pictureFile } from '../../tests/pictures.ts';
import { sampleInputs } from '../../tests/sample-inputs.ts';

type Records = Record<string, object[]>;

/** A folder with the files to import, and a site with two pictures, in the town's own network. */
async function openImport(t: TestDatabase, isAllowed = true) {
  const folder = await mkdtemp(join(tmpdir(), 'belfry-import-'));
  const pictures: Record<string, Buffer> = {
    '/a.png': await pictureFile('png', 300),
    '/b.png': await pictureFile('png', 310),
  };
  const asked: string[] = [];
  const onAsked: { call?: () => void } = {};
  const other = await listen((request, response) => {
    asked.push(request.url ?? '');
    onAsked.call?.();
    const file = pictures[request.url ?? ''];
    return file ? response.end(file) : response.writeHead(410).end();
  });
  const environment = {
    BELFRY_DATA: join(folder, 'data'),
    ...environmentOf(t),
    INIT_CWD: folder,
    BELFRY_URL: 'https://town.example',
    ...(isAllowed ? { FETCH_ALLOW: other.host } : {}),
  };
  return {
    url: other.url,
    asked,
    onAsked,
    async type(records: Records, args = '--pictures fetch', options: TypingOptions = {}): Promise<Typed> {
      const names = Object.keys(records).map((name) => `${name}.json`);
      for (const [name, list] of Object.entries(records))
        await writeFile(join(folder, `${name}.json`), JSON.stringify(list));
      return typeCommand(['import', ...names, ...args.split(' ')], { ...options, environment });
    },
    [Symbol.asyncDispose]: async () => {
      await other[Symbol.asyncDispose]();
      await rm(folder, { recursive: true });
    },
  };
}

const news = (id: string, description: string) => ({ ...sampleInputs.news, id, description });

async function storedTextOf(db: ReadDb, id: string): Promise<string> {
  return (await collections.news.store.find(db, id))?.description ?? '';
}

const addressesIn = (html: string) => [...html.matchAll(/<img src="([^"]*)"/g)].map(([, src]) => src);

anyDatabase('pictures are copied once, and an import that is run again fetches nothing', async (t) => {
  await using other = await openImport(t);
  const inside = `data:image/png;base64,${(await pictureFile('png', 320)).toString('base64')}`;
  const records = {
    news: [
      news(
        'n1',
        `<p>One <IMG SRC='${other.url}a.png' alt="The mill" onerror="x()"><img src="${other.url}a.png"></p>
         <p>Own <img src="https://town.example/media/x.jpeg"></p>`,
      ),
      news('n2', `<p>Two <img src="${other.url}b.png"> <img src="${inside}" alt="Within"></p>`),
      news('n3', `<p>Gone <img src="${other.url}gone.png"> <img src="${other.url}a.png"></p>`),
    ],
    events: [
      { ...sampleInputs.events, id: 'e1', enclosureUrl: `${other.url}b.png`, enclosureType: 'image/png' },
    ],
  };
  const first = await other.type(records);
  expect(first.code).toBe(0);
  expect(first.printed).toEqual([
    'news.json → news: 3 read, 3 added, 0 changed, 0 unchanged, 0 refused',
    'news.json: 3 pictures of other sites copied, 1 not copied',
    'events.json → events: 1 read, 1 added, 0 changed, 0 unchanged, 0 refused',
    'events.json: 0 pictures of other sites copied, 0 not copied',
  ]);
  expect(first.complained).toEqual([
    `news.json: record 3 (n3): ${other.url}gone.png was not copied. The server returned status 410. Readers will not see it, because it is not from https.`,
  ]);
  expect(other.asked).toEqual(['/a.png', '/b.png', '/gone.png']);

  const { read } = t.database;
  const rows = await read
    .selectFrom('picture')
    .select(['id', 'name', 'alt', 'width'])
    .orderBy('width')
    .execute();
  expect(rows.map(({ name, alt, width }) => [name, alt, Number(width)])).toEqual([
    ['a.png', 'The mill', 300],
    ['b.png', null, 310],
    ['picture', 'Within', 320],
  ]);
  const [a, b, within] = rows.map(({ id, width }) => `/media/${id}-${width}.jpeg`);
  expect(addressesIn(await storedTextOf(read, 'n1'))).toEqual([a, a, '/media/x.jpeg']);
  expect(addressesIn(await storedTextOf(read, 'n2'))).toEqual([b, within]);
  expect(addressesIn(await storedTextOf(read, 'n3'))).toEqual([a]);
  expect(await collections.events.store.find(read, 'e1')).toMatchObject({
    picture: rows[1]?.id,
    enclosureUrl: b,
    enclosureType: 'image/jpeg',
  });

  const again = await other.type(records);
  expect(again.printed.map((line) => line.replace(/.*: (?=\d)/, ''))).toEqual([
    '3 read, 0 added, 0 changed, 3 unchanged, 0 refused',
    '0 pictures of other sites copied, 1 not copied',
    '1 read, 0 added, 0 changed, 1 unchanged, 0 refused',
    '0 pictures of other sites copied, 0 not copied',
  ]);
  // Only what could not be copied is tried again.
  expect(other.asked.slice(3)).toEqual(['/gone.png']);
});

longTest('Ctrl-C keeps what was copied and imported; running it again continues', async () => {
  await withSqlite(async (t) => {
    await using other = await openImport(t);
    const records = {
      news: [
        news('n1', `<p>One <img src="${other.url}a.png"></p>`),
        news('n2', `<p>Two <img src="${other.url}b.png"></p>`),
      ],
    };
    const interruption = new AbortController();
    other.onAsked.call = () => other.asked.length === 2 && interruption.abort();
    const progress: string[] = [];
    const onProgress = (what: string, done: number, total: number) =>
      progress.push(`${what} ${done}/${total}`);
    const first = await other.type(records, '--pictures fetch', { signal: interruption.signal, onProgress });
    expect(first.code).toBe(130);
    expect(first.complained.at(-1)).toContain('Run the same command again to continue.');
    expect(progress.slice(0, 2)).toEqual([
      'news.json, 1 picture copied 0/2',
      'news.json, 1 picture copied 1/2',
    ]);
    expect([await storedTextOf(t.database.read, 'n1'), await storedTextOf(t.database.read, 'n2')]).toEqual([
      expect.stringContaining('/media/'),
      '',
    ]);
    const second = await other.type(records);
    expect(second.printed).toEqual([
      'news.json → news: 2 read, 1 added, 0 changed, 1 unchanged, 0 refused',
      'news.json: 1 picture of other sites copied, 0 not copied',
    ]);
    expect(other.asked).toEqual(['/a.png', '/b.png', '/b.png']);
  });
}, ['app/moving/import', 'app/platform/media']);

test('without the option, in a dry run and without permission nothing is fetched', async () => {
  await withSqlite(async (t) => {
    await using other = await openImport(t, false);
    const records = { news: [news('n1', `<p>One <img src="${other.url}a.png"> and text</p>`)] };
    const dry = await other.type(records, '--pictures fetch --dry-run');
    expect(dry.printed[1]).toBe('news.json: dry run, 1 picture of other sites to copy');
    const kept = await other.type(records, '--pictures keep');
    expect(kept.printed).toHaveLength(1);
    const refused = await other.type(records);
    expect(refused.complained).toEqual([
      expect.stringMatching(/record 1 \(n1\): .*a\.png was not copied\. This address is not allowed: /),
    ]);
    expect(other.asked).toEqual([]);
    const wrong = await other.type(records, '--pictures all');
    expect([wrong.code, wrong.complained]).toEqual([2, ["--pictures takes fetch or keep, not 'all'."]]);
    const pictures = await t.database.read.selectFrom('picture').select('id').execute();
    expect(pictures).toEqual([]);
  });
});
