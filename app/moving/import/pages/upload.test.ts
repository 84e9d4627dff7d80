/** The first page of an import, and how its files arrive. */
import { mkdir, readdir, readFile, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { removeEndedImportFiles } from '#app/moving/import/import-files.server.ts';
import { openImportSite, seen, sendFiles } from '../../../../tests/import-site.ts';

type Site = Awaited<ReturnType<typeof openImportSite>>;

const HASH =
  'hash_config { algorithm: SCRYPT, base64_signer_key: c2lnbmVy, base64_salt_separator: Bw==, rounds: 8, mem_cost: 14 }';
const STORE = '{"articles": {"a1": {"title": "A"}}}';
const store = new File([STORE], 'firestore.json');
const auth = new File(['{"users": []}'], 'auth_export.json');

/** The files of imports, and what uploads left behind. */
async function filesOf({ services }: Site): Promise<string[]> {
  const { dataFolder } = services.settings;
  const list = async (folder: string) =>
    (await readdir(join(dataFolder, folder), { recursive: true }).catch(() => [])).filter((name) =>
      /\/(\d+\/.|upload-)/.test(name),
    );
  return [...(await list('move-in')), ...(await list('media'))];
}

function kept(html: string): string {
  return /name="kept" value="([^"]*)"/.exec(html)?.[1] ?? '';
}

test('uploaded files are kept in the import’s folder, readable by the site only, and the dry run is requested', async () => {
  await using site = await openImportSite();
  const sent = await site.start({ from: 'firebase', hash: HASH }, { store, auth });
  const path = sent.headers.get('Location') ?? '';
  expect([sent.status, path]).toEqual([303, expect.stringMatching(/^\/admin\/move-in\/[0-9a-f-]{36}$/)]);
  const row = await site.write.selectFrom('move_in').selectAll().executeTakeFirstOrThrow();
  expect(row).toMatchObject({ origin: 'Firebase', state: 'waiting', wanted: 'dry-run' });
  const files = JSON.parse(row.files) as { path: string; name: string; bytes: number }[];
  expect(files.map(({ name, bytes }) => [name, bytes])).toEqual([
    ['firestore.json', STORE.length],
    ['auth_export.json', 13],
  ]);
  const first = files[0]?.path ?? '';
  expect(await readFile(first, 'utf8')).toBe(STORE);
  expect((await stat(first)).mode & 0o077).toBe(0);
  expect(first).toContain(join('move-in', row.id));
  expect(JSON.parse(row.options)).toMatchObject({ hashConfig: HASH });
  expect(await filesOf(site)).toHaveLength(2);
  const page = await site.see(path);
  expect(page).toContain('Waiting to start');
  expect(page).toContain('<meta http-equiv="refresh" content="5"');
  expect(await site.see('/admin/move-in')).toMatch(/Not finished.*From Firebase/s);
});

test('a form with a mistake comes back with what was typed, and what arrived is kept for the next try', async () => {
  await using site = await openImportSite();
  const refused = await site.start({ from: 'firebase', hash: 'signer & key' }, { auth });
  const html = seen(await refused.text());
  expect(refused.status).toBe(400);
  expect(html).toMatch(/id="hash-error"/);
  expect(html).toContain('signer &amp; key</textarea>');
  expect(html).toMatch(/auth_export\.json \(1 KB\): already uploaded/);
  const again = await site.start({ from: 'firebase', kept: kept(html) }, { store });
  expect(again.status).toBe(303);
  const row = await site.write.selectFrom('move_in').select(['id', 'files']).executeTakeFirstOrThrow();
  expect(row.id).toBe(kept(html));
  expect((JSON.parse(row.files) as object[]).length).toBe(2);
  // The same form again, from the browser's history.
  const back = await site.start({ from: 'firebase', kept: kept(html) });
  expect(back.headers.get('Location')).toBe(`/admin/move-in/${row.id}`);
  expect(await site.write.selectFrom('move_in').select('id').execute()).toHaveLength(1);
});

test('a file that replaces a kept one deletes it; an empty file and one of another system are not used', async () => {
  await using site = await openImportSite();
  const empty = new File([], 'empty.json');
  const first = await site.start({ from: 'firebase' }, { store: empty, auth: store, ghost: store });
  const html = seen(await first.text());
  expect(html).toMatch(/id="store-error"[^>]*>empty\.json is empty/);
  expect(await filesOf(site)).toHaveLength(1);
  await site.start({ from: 'firebase', kept: kept(html) }, { store: empty, auth });
  expect(await filesOf(site)).toHaveLength(1);
  const done = await site.start({ from: 'firebase', kept: kept(html) }, { store });
  expect(done.status).toBe(303);
  const { files } = await site.write.selectFrom('move_in').select('files').executeTakeFirstOrThrow();
  expect((JSON.parse(files) as { name: string }[]).map(({ name }) => name)).toEqual([
    'auth_export.json',
    'firestore.json',
  ]);
});

test('several files arrive in one form; one too many and a form that is too large are 413 with the limit named', async () => {
  await using site = await openImportSite();
  const parts = Array.from({ length: 11 }, (_, index) => new File([STORE], `part-${index + 1}.json`));
  const refused = await site.start({ from: 'files' }, { files: parts });
  expect([refused.status, seen(await refused.text())]).toEqual([
    413,
    expect.stringContaining('part-11.json: At most 10 files can be sent at once.'),
  ]);
  const good = await site.start({ from: 'files' }, { files: parts.slice(0, 10) });
  expect(good.status).toBe(303);
  const huge = await site.fetch('/admin/move-in', {
    method: 'POST',
    body: '--x--',
    headers: {
      ...site.admin,
      Origin: site.origin,
      'Content-Type': 'multipart/form-data; boundary=x',
      'Content-Length': String(21 * 1024 ** 3),
    },
  });
  expect([huge.status, await huge.text()]).toEqual([
    413,
    expect.stringContaining('Send at most 10 files of at most 2 GiB each.'),
  ]);
  // The same mechanism with a limit that a test can exceed.
  const list = new File([new Uint8Array(20 * 1024 ** 2 + 1)], 'list.csv');
  const large = await sendFiles(site, '/admin/newsletter/subscribers/import', {
    ...{ fields: {}, files: { file: list }, headers: site.admin },
  });
  expect([large.status, await large.text()]).toEqual([
    413,
    expect.stringContaining('A file can have at most 20 MiB.'),
  ]);
  expect((await filesOf(site)).filter((name) => name.includes('upload-'))).toEqual([]);
});

test('R-47 without enough space on the disk the form comes back as 507, also when only the file is too large for it', async () => {
  await using site = await openImportSite();
  const asked: number[] = [];
  site.services.media.isDiskFull = async (incoming = 0) => asked.push(incoming) > 0;
  const refused = await site.start({ from: 'firebase', hash: 'typed' }, { store });
  const html = seen(await refused.text());
  expect(refused.status).toBe(507);
  expect(html).toContain('firestore.json: There is too little space on the server’s disk.');
  expect(html).toContain('typed</textarea>');
  expect(await filesOf(site)).toEqual([]);
  expect(asked).toEqual([expect.toSatisfy((incoming: number) => incoming > store.size)]);
});

test('an upload that the browser stops leaves nothing', async () => {
  await using site = await openImportSite();
  const stop = new AbortController();
  const endless = new ReadableStream<Uint8Array>({
    async pull(controller) {
      if ((await filesOf(site)).length > 0) stop.abort();
      controller.enqueue(new Uint8Array(65_536));
      if (stop.signal.aborted) controller.error(new Error('stopped'));
    },
    start: (controller) =>
      controller.enqueue(
        new TextEncoder().encode(
          '--x\r\nContent-Disposition: form-data; name="store"; filename="a.json"\r\n\r\n',
        ),
      ),
  });
  await site.fetch('/admin/move-in', {
    method: 'POST',
    body: endless,
    duplex: 'half',
    signal: stop.signal,
    headers: { ...site.admin, Origin: site.origin, 'Content-Type': 'multipart/form-data; boundary=x' },
  } as RequestInit);
  expect(stop.signal.aborted).toBe(true);
  expect(await filesOf(site)).toEqual([]);
  expect(await site.write.selectFrom('move_in').select('id').execute()).toEqual([]);
});

test('R-16 nobody but the administrator can put files on the disk', async () => {
  await using site = await openImportSite();
  for (const headers of [{}, await site.asMember()])
    for (const path of ['/admin/move-in', '/admin/move-in/upload']) {
      const response = await sendFiles(site, path, {
        fields: { from: 'firebase' },
        files: { store },
        headers,
      });
      expect([path, response.status, await filesOf(site)]).toEqual([path, 302, []]);
    }
});

test('the page’s script sends the same form and gets JSON', async () => {
  await using site = await openImportSite();
  const path = '/admin/move-in/upload';
  const refused = await site.start({ from: 'firebase' }, {}, path);
  expect([refused.status, await refused.json()]).toEqual([
    400,
    expect.objectContaining({ from: 'firebase', problems: { store: 'Choose a file' } }),
  ]);
  const started = await site.start({ from: 'firebase' }, { store }, path);
  expect([started.status, await started.json()]).toEqual([
    200,
    { to: expect.stringMatching(/^\/admin\/move-in\/[0-9a-f-]{36}$/) },
  ]);
});

test('new files replace those of an import that has brought nothing', async () => {
  await using site = await openImportSite();
  const first = (await site.start({ from: 'firebase' }, { store })).headers.get('Location') ?? '';
  await site.act(first, { do: 'stop' });
  const stopped = await site.see(first);
  expect(stopped).toContain('The dry run was stopped.');
  const link = /href="(\/admin\/move-in\?instead=[^"]+)"/.exec(stopped)?.[1] ?? '';
  expect(await site.see(link)).toContain(`name="instead" value="${first.split('/').at(-1)}"`);
  await site.start({ from: 'files', instead: first.split('/').at(-1) ?? '' }, { files: store });
  const rows = await site.write.selectFrom('move_in').select('origin').execute();
  expect(rows).toEqual([{ origin: 'Firebase' }]);
  expect(await filesOf(site)).toHaveLength(1);
});

test('files are deleted 7 days after the import has ended, and those of an upload that was never started', async () => {
  await using site = await openImportSite();
  const { dataFolder } = site.services.settings;
  const now = site.services.now();
  const DAY_MS = 86_400_000;
  await site.start({ from: 'firebase' }, { store });
  const abandoned = join(dataFolder, 'move-in', '00000000-0000-4000-8000-000000000000');
  await mkdir(abandoned);
  await utimes(abandoned, new Date(now - 8 * DAY_MS), new Date(now - 8 * DAY_MS));
  const remove = (days: number) => removeEndedImportFiles(site.write, dataFolder, now + days * DAY_MS);
  await remove(8);
  expect(await readdir(join(dataFolder, 'move-in'))).toHaveLength(1);
  await site.write
    .updateTable('move_in')
    .set({ state: 'done', wanted: null, finishedAt: now + DAY_MS })
    .execute();
  await remove(7);
  expect(await filesOf(site)).toHaveLength(1);
  await remove(8);
  expect(await filesOf(site)).toEqual([]);
});

test('a file that can’t be imported or is no archive, and wrong password settings are named at their fields', async () => {
  await using site = await openImportSite();
  for (const [from, field, file, words] of [
    [
      'firebase',
      'store',
      new File(['hello'], 'notes.txt'),
      'notes.txt: This is not an export that can be imported. Choose a JSON export of Firestore, or a .zip of a managed export',
    ],
    [
      'firebase',
      'auth',
      new File(
        [
          'hash_config {\n  algorithm: SCRYPT,\n  base64_signer_key: YWJj,\n  base64_salt_separator: Bw==,\n  rounds: 8,\n  mem_cost: 14,\n}',
        ],
        'hash.txt',
      ),
      'hash.txt: These are the password settings. Copy them into the field below',
    ],
    ['firebase', 'store', new File(['age-encryption.org/v1'], 'a.belfry'), 'or with “belfry restore”'],
    ['wordpress', 'uploads', store, 'firestore.json: This is not a .zip or .tar archive'],
  ] as const) {
    const refused = await site.start({ from }, { [field]: file });
    const html = seen(await refused.text());
    expect([refused.status, words, html.includes(words)]).toEqual([400, words, true]);
  }
  const refused = await site.start({ from: 'firebase', hash: 'rounds: 8' }, { store });
  expect(seen(await refused.text())).toMatch(
    /id="hash-error"[^>]*>This is not what the Firebase console shows/,
  );
  expect(await site.write.selectFrom('move_in').select('id').execute()).toEqual([]);
});

test('a file of another system than the chosen one is imported as what it is', async () => {
  await using site = await openImportSite();
  const started = await site.start({ from: 'ghost' }, { ghost: store });
  expect(await site.see(started.headers.get('Location') ?? '')).toContain('From Firebase.');
});

test('accounts can be imported alone', async () => {
  await using site = await openImportSite();
  const accounts = new File(['{"users":[{"localId":"a","email":"a@example.org"}]}'], 'auth_export.json');
  const started = await site.start({ from: 'firebase' }, { auth: accounts });
  expect(started.status).toBe(303);
});

test('a file’s name can’t lead out of the import’s folder, or turn a sentence around', async () => {
  await using site = await openImportSite();
  await site.start({ from: 'firebase' }, { store: new File([store], '../../../etc/pass\\wd') });
  const row = await site.write.selectFrom('move_in').select(['id', 'files']).executeTakeFirstOrThrow();
  const [file] = JSON.parse(row.files) as { path: string; name: string }[];
  expect(file?.path).toMatch(new RegExp(`/move-in/${row.id}/1/[^/]+$`));
  const empty = await site.start(
    { from: 'firebase' },
    { store: new File([], `${'x'.repeat(300)}\u202Enosj.exe`) },
  );
  expect(seen(await empty.text())).toContain(`>${'x'.repeat(71)}_nosj.exe is empty`);
});
