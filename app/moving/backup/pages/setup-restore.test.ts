import { existsSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, inject, onTestFinished, test } from 'vitest';
import { backupTasksOf } from '#app/background/backup-tasks.server.ts';
import { takeBackup } from '#app/moving/backup/take-backup.server.ts';
import { createSetupLink } from '#app/people/administrator/setup-link.server.ts';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import { longTest } from '../../../../tests/long-test.ts';
import { ADMIN, openSite, type TestSite } from '../../../../tests/open-site.ts';
import { type Typed, typeCommand } from '../../../../tests/operator.ts';
import { createPostgresDatabase } from '../../../../tests/postgres-database.ts';
import { articleRow, seedTown } from '../../../../tests/seed-town.ts';

const PASSPHRASE = 'granite lantern orchard wicker thaw';
const free = { BELFRY_ADMIN_EMAIL: '' };

let made: Promise<Buffer<ArrayBuffer>> | undefined;

/** An encrypted backup of a town with an administrator, who can log in with ADMIN: the same one for all tests. */
function makeFile(): Promise<Buffer<ArrayBuffer>> {
  made ??= backUpTown();
  return made;
}

async function backUpTown(): Promise<Buffer<ArrayBuffer>> {
  await using old = await openSite({ environment: free });
  await seedTown(old.write);
  await old.asAdmin();
  const { dataFolder } = old.services.settings;
  const { file } = await takeBackup({
    location: { dataFolder },
    dataFolder,
    media: openMediaFiles({ dataFolder }),
    kind: 'hand-over',
    now: old.services.now(),
    encryptFor: { passphrase: PASSPHRASE },
    writeDocuments: async () => [
      { name: 'notes.txt', text: 'Call Dale.' },
      { name: 'environment', text: 'MAIL_FROM="news@ashby.example"\n' },
    ],
  });
  return Buffer.from(await readFile(file));
}

/** An empty site with its set-up link; its command-line tool runs in this process. */
async function openEmpty(environment: Record<string, string> = {}) {
  const site = await openSite({ environment: { ...free, ...environment } });
  const typed: Typed[] = [];
  const settings = { BELFRY_DATA: site.services.settings.dataFolder, ...free, ...environment };
  let running: Promise<void> = Promise.resolve();
  site.services.runTool = (args) => {
    running = typeCommand(args, { environment: settings }).then((outcome) => {
      typed.push(outcome);
    });
    return running;
  };
  const token = await createSetupLink(site.write, site.services.now());
  const restored = async () => {
    await running;
    return typed.at(-1)?.code;
  };
  return {
    site,
    query: `?token=${token}`,
    restored,
    [Symbol.asyncDispose]: () => site[Symbol.asyncDispose](),
  };
}

async function send(
  site: TestSite,
  query: string,
  key: string,
  file?: Buffer<ArrayBuffer>,
  path = '/setup/restore',
): Promise<Response> {
  const body = new FormData();
  if (file) body.append('file', new File([file], 'town.belfry'));
  body.append('key', key);
  // As bytes, because undici fails when a form's own stream is canceled.
  const whole = new Response(body);
  const headers = { Origin: site.origin, 'Content-Type': whole.headers.get('Content-Type') ?? '' };
  return site.fetch(`${path}${query}`, { method: 'POST', body: await whole.arrayBuffer(), headers });
}

/** The same on each database that the empty site may have. */
function eachSite(title: string, body: (environment: Record<string, string>) => Promise<void>): void {
  test(`${title} (SQLite)`, () => body({}));
  const postgresUrl = inject('postgresUrl');
  if (postgresUrl)
    longTest(`${title} (PostgreSQL)`, async () => {
      const { url, drop } = await createPostgresDatabase(postgresUrl);
      onTestFinished(drop);
      await body({ DATABASE_URL: url, BELFRY_SECRET: 'a secret that is only good for tests' });
    }, ['app/moving/backup', 'app/platform/postgres']);
}

eachSite(
  'A town is restored from the set-up page, and the running site continues with it',
  async (environment) => {
    const file = await makeFile();
    await using empty = await openEmpty(environment);
    const { site, query, restored } = empty;
    expect(await site.page(`/setup${query}`)).toContain(
      `href="/setup/restore${query}">Restore from a file</a>`,
    );
    expect(await site.page(`/setup/restore${query}`)).toContain('<h1>Restore from a file</h1>');
    expect(await site.page('/articles')).toContain('No data found.');

    const sent = await send(site, query, PASSPHRASE, file);
    expect(sent.status).toBe(303);
    const progress = sent.headers.get('Location') ?? '';
    expect(progress).toMatch(/^\/setup\/restore\/progress\?id=/);
    const running = await site.page(progress);
    expect(running).toContain('<h1>Restoring the town</h1>');
    expect(running).toContain('<noscript><meta http-equiv="refresh" content="2"');

    expect(await restored()).toBe(0);
    const done = await site.page(progress);
    expect(done).toContain('<h1>The town was restored</h1>');
    expect(done).toContain('Restart the site to use them.');
    expect(await site.page('/articles')).toContain('a4: &quot;quotes&quot;');
    expect(await site.page('/articles')).toContain('Ashby Commons');
    // The link has ended, and the administrator of the town logs in.
    expect((await site.fetch(`/setup${query}`)).status).toBe(404);
    expect((await site.fetch(`/setup/restore${query}`)).status).toBe(404);
    expect(done).toContain('href="/login?next=%2Fadmin"');
    const login = await site.post('/login', ADMIN);
    expect([login.status, login.headers.get('Location')]).toEqual([303, '/admin']);
    const Cookie = login.headers.getSetCookie()[0]?.split(';')[0] ?? '';
    expect(await site.page('/admin', { Cookie })).toContain('The town was restored from a backup of');
    expect((await site.post('/admin/backups/resumption', {}, { Cookie })).status).toBe(303);
    expect((await site.post('/login', ADMIN)).headers.get('Location')).toBe('/articles');
    // Writing works, too.
    await site.write.insertInto('article').values(articleRow('later')).execute();
    expect(await site.page('/articles')).toContain('later: &quot;quotes&quot;');
    const { dataFolder } = site.services.settings;
    expect(await readFile(join(dataFolder, 'environment'), 'utf8')).toBe('MAIL_FROM="news@ashby.example"\n');
    expect(await readdir(join(dataFolder, 'set-up-restore'))).toEqual(['state.json']);
  },
);

test('A wrong passphrase changes nothing, and the file does not have to be uploaded again', async () => {
  const file = await makeFile();
  await using empty = await openEmpty();
  const { site, query, restored } = empty;
  const { dataFolder } = site.services.settings;
  const sent = await send(site, query, 'not the passphrase', file);
  expect(await restored()).toBe(1);
  const progress = sent.headers.get('Location') ?? '';
  const failed = await site.page(progress);
  expect(failed).toContain('town.belfry cannot be opened with this passphrase or key. Nothing was changed.');
  expect(failed).not.toContain(dataFolder);
  expect(failed).toContain(`href="/setup/restore${query}">Try again</a>`);
  expect(existsSync(join(dataFolder, 'set-up-restore', 'key'))).toBe(false);
  expect(await site.page(`/setup/restore${query}`)).toMatch(
    /town\.belfry \(\d+ KB\) is on the server already/,
  );
  // The process of the first attempt is gone when the second begins.
  const state = join(dataFolder, 'set-up-restore', 'state.json');
  const earlier = JSON.parse(await readFile(state, 'utf8'));
  await writeFile(state, JSON.stringify({ ...earlier, process: 2 ** 30 }));
  const { runTool } = site.services;
  let begun = '';
  site.services.runTool = async (args, signal) => {
    begun = await site.page(progress);
    return runTool(args, signal);
  };
  expect((await send(site, query, PASSPHRASE)).status).toBe(303);
  await expect.poll(() => begun).toContain('<h1>Restoring the town</h1>');
  expect(await restored()).toBe(0);
  expect(await site.page(progress)).toContain('The town was restored');
});

test('An upload that is not restored, and its key, are deleted once there is an administrator; a restore that died does not block another', async () => {
  const file = await makeFile();
  await using empty = await openEmpty();
  const { site, query, restored } = empty;
  const { dataFolder } = site.services.settings;
  const folder = join(dataFolder, 'set-up-restore');
  site.services.runTool = () => new Promise(() => undefined);
  await send(site, query, PASSPHRASE, file);
  expect((await readdir(folder)).sort()).toEqual(['key', 'state.json', 'upload.belfry']);
  const state = JSON.parse(await readFile(join(folder, 'state.json'), 'utf8'));
  expect(state.state).toBe('running');
  const moving = { step: 'put-in-place', what: 'rows', done: 45_000, total: 912_004 };
  await writeFile(join(folder, 'state.json'), JSON.stringify({ ...state, ...moving }));
  const progress = await site.page(`/setup/restore/progress?id=${state.id}`);
  expect(progress).toContain('Putting it in place…');
  expect(progress).toContain('45,000 of 912,004 rows copied');
  // The machine went down before the process began.
  await writeFile(join(folder, 'state.json'), JSON.stringify({ ...state, at: Date.now() - 3 * 60_000 }));
  expect(await site.page(`/setup/restore${query}`)).toContain(
    'The restore was interrupted. Nothing was changed.',
  );
  const removal = () =>
    backupTasksOf(site.services, async () => undefined)
      .find(({ name }) => name === 'remove-left-upload')
      ?.work(new AbortController().signal);
  await removal();
  expect(existsSync(join(folder, 'upload.belfry'))).toBe(true);
  const dead = { ...state, ...moving, at: Date.now() - 3 * 60_000 };
  await writeFile(join(folder, 'state.json'), JSON.stringify(dead));
  const address = `/setup/restore/progress?id=${state.id}`;
  expect(await site.page(address)).toContain('The restore was interrupted. Nothing was changed.');
  await site.asAdmin();
  expect(await site.page(address)).toContain('Nothing was changed.');
  await removal();
  expect(await readdir(folder)).toEqual(['state.json']);
  expect(await restored()).toBe(undefined);
});

test('Without a file, or with one that is no backup, nothing is changed', async () => {
  await using empty = await openEmpty();
  const { site, query, restored } = empty;
  const missing = await send(site, query, PASSPHRASE);
  expect([missing.status, await missing.text()]).toEqual([
    400,
    expect.stringContaining('Choose the file of a backup'),
  ]);
  const sent = await send(site, query, '', Buffer.from('a picture'));
  expect(await restored()).toBe(1);
  expect(await site.page(sent.headers.get('Location') ?? '')).toContain(
    'town.belfry is not a Belfry backup. Nothing was changed.',
  );
  expect((await site.fetch(`/setup${query}`)).status).toBe(200);
});

test('The script of the page sends the file and receives the address of the progress page', async () => {
  const file = await makeFile();
  await using empty = await openEmpty();
  const { site, query, restored } = empty;
  const path = '/setup/restore/upload';
  const missing = await send(site, query, PASSPHRASE, undefined, path);
  expect([missing.status, await missing.json()]).toEqual([
    400,
    { problem: 'Choose the file of a backup', status: 400 },
  ]);
  const sent = await send(site, query, PASSPHRASE, file, path);
  expect(sent.headers.get('Cache-Control')).toBe('private, no-store');
  const { to } = (await sent.json()) as { to: string };
  expect(to).toMatch(/^\/setup\/restore\/progress\?id=/);
  expect(await restored()).toBe(0);
  const done = await site.page(to);
  expect(done).toContain('<h1>The town was restored</h1>');
  // As if its process had been killed before it wrote that it was done.
  const state = join(site.services.settings.dataFolder, 'set-up-restore', 'state.json');
  const { madeAt: _, ...written } = JSON.parse(await readFile(state, 'utf8'));
  await writeFile(state, JSON.stringify({ ...written, state: 'running', at: Date.now() - 3 * 60_000 }));
  const interrupted = await site.page(to);
  expect(interrupted).toContain('<h1>The town was restored</h1>');
  expect(/It is as it was on [^.]+\./.exec(interrupted)?.[0]).toBe(
    /It is as it was on [^.]+\./.exec(done)?.[0],
  );
  expect((await send(site, query, PASSPHRASE, file, path)).status).toBe(404);
});

test('R-13, R-16: without the set-up link nothing is received, and nothing is restored over an administrator or content', async () => {
  const file = await makeFile();
  await using empty = await openEmpty();
  const { site, query } = empty;
  const { dataFolder } = site.services.settings;
  const refuse = async (address: string) => {
    expect((await site.fetch(`/setup/restore${address}`)).status).toBe(404);
    expect((await send(site, address, PASSPHRASE, file)).status).toBe(404);
    expect(existsSync(join(dataFolder, 'set-up-restore'))).toBe(false);
  };
  for (const address of ['', '?token=', '?token=x', `${query}x`]) await refuse(address);
  expect((await site.fetch('/setup/restore/progress?id=')).status).toBe(404);
  await site.write.insertInto('article').values(articleRow('own')).execute();
  await refuse(query);
  expect(await site.page(`/setup${query}`)).not.toContain('Restore from a file');
  await site.write.insertInto('sample_item').values({ collection: 'articles', id: 'own' }).execute();
  expect(await site.page(`/setup${query}`)).toContain('Restore from a file');
  await site.asMember();
  await refuse(query);
});

test('Content that appears while the file is checked is not replaced', async () => {
  const file = await makeFile();
  await using empty = await openEmpty();
  const { site, query } = empty;
  const runTool = site.services.runTool;
  let ended = Promise.resolve();
  site.services.runTool = (args, signal) => {
    const insert = site.write.insertInto('article').values(articleRow('meanwhile')).execute();
    ended = insert.then(() => runTool(args, signal));
    return ended;
  };
  const sent = await send(site, query, PASSPHRASE, file);
  await ended;
  expect(await empty.restored()).toBe(1);
  expect(await site.page(sent.headers.get('Location') ?? '')).toContain(
    'This site has an administrator or content already. Nothing was changed.',
  );
  expect(await site.page('/articles')).toContain('meanwhile: &quot;quotes&quot;');
});
