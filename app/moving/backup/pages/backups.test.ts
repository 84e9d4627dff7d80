import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat, symlink, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, onTestFinished, test } from 'vitest';
import { requestedBackupOf, requestedTestOf } from '#app/background/backup-tasks.server.ts';
import { tryRestore } from '#app/moving/backup/backup-drill.server.ts';
import { writeBackupFile } from '#app/moving/backup/backup-file.server.ts';
import { listBackupFiles } from '#app/moving/backup/backup-files.server.ts';
import { recordRun } from '#app/moving/backup/backup-run-store.server.ts';
import {
  defaultPlan,
  findBackupPlan,
  findRequestedBackup,
  saveBackupPlan,
} from '#app/moving/backup/backup-settings.server.ts';
import type { EncryptFor } from '#app/moving/backup/encryption.server.ts';
import { runBackup } from '#app/moving/backup/run-backup.server.ts';
import { projectFolder } from '#app/platform/command-line/project-folder.ts';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import { messages } from '#app/platform/messages.ts';
import { pauseSchedules } from '#app/town/schedule-pause.server.ts';
import { longTest } from '../../../../tests/long-test.ts';
import { openSite } from '../../../../tests/open-site.ts';
import { articleRow, seedTown } from '../../../../tests/seed-town.ts';
import { openTestBucket } from '../../../../tests/test-bucket.ts';

const PATH = '/admin/backups';
const CREATE = `${PATH}?create=1`;
const NOW = Date.parse('2026-11-20T22:00:00Z');
const run = { at: NOW, tookMs: 2500, bytes: 1_500_000, rows: 3571, secondPlace: null, trouble: null };

test('The administrator sees backups and test restores, and which of them failed', async () => {
  await using site = await openSite();
  const headers = await site.asAdmin();
  expect(await site.page(PATH, headers)).toContain('No data found.');
  await recordRun(site.write, { ...run, kind: 'drill', file: 'belfry-x.belfry' });
  const trouble = 'The database is damaged. Run doctor.';
  await recordRun(site.write, { ...run, kind: 'scheduled', at: NOW + 1, file: null, trouble });
  const page = await site.page(PATH, headers);
  expect(page).toContain('Test restore');
  expect(page).toMatch(/3,571 rows · 1\.5 MB · took 2\.5 s/);
  expect(page).toContain('Failed');
  for (const shown of [page, await site.page('/admin', headers)]) {
    expect(shown).toContain('The last backup failed.');
    expect(shown).toContain(trouble);
  }
});

test('Backups that still contain who voted for what are listed, with what to do about them', async () => {
  await using site = await openSite();
  const headers = await site.asAdmin();
  const folder = join(site.services.settings.dataFolder, 'backups');
  await mkdir(folder, { recursive: true });
  const seed = async (day: string, table: string) => {
    const name = `belfry-202611${day}T120000Z-scheduled.belfry`;
    const tables = [{ name: table, columns: [], rows: 3, bytes: 0, sha256: '0'.repeat(64) }];
    await writeFile(join(folder, `${table}.jsonl.zst`), '');
    const manifest = {
      format: 'belfry-backup' as const,
      version: 1 as const,
      kind: 'scheduled',
      media: { files: 0 },
    };
    const madeAt = new Date(NOW).toISOString();
    await writeBackupFile(
      join(folder, name),
      { ...manifest, madeAt, schema: ['0001-town'], tables },
      folder,
      { media: openMediaFiles({ dataFolder: folder }) },
    );
    return name;
  };
  const older = await seed('18', 'poll_vote');
  const newer = await seed('19', 'poll_voter');
  for (const path of ['/admin', PATH]) {
    const page = await site.page(path, headers);
    expect(page).toContain('An older backup shows');
    expect(page).toContain(`<code>${older}</code>`);
    expect(page).not.toContain(`<code>${newer}</code>`);
  }
});

test('The plan is saved, and problems are reported next to their fields', async () => {
  await using site = await openSite();
  const folder = join(site.services.settings.dataFolder, '..', `copies-${process.pid}`);
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const headers = await site.asAdmin();
  const wrong = await site.post(PATH, { every: 'night', keep: 'many', folder: 'relative' }, headers);
  expect(wrong.status).toBe(400);
  const page = await wrong.text();
  expect(page).toContain('Enter a number from 1 to 1000');
  expect(page).toContain('Enter the full path of a folder on the server');
  expect(page).toMatch(/<a href="#folder">Folder for second copies/);
  expect(page).toContain('value="many"');
  const saved = await site.post(PATH, { every: 'hour', keep: '48', folder }, headers);
  expect([saved.status, saved.headers.get('Location')]).toEqual([303, `${PATH}?saved=1`]);
  expect(await findBackupPlan(site.write)).toEqual({ every: 'hour', keep: 48, folder, recipients: [] });
  // The test file is gone.
  expect(await readdir(folder)).toEqual([]);
  expect(await site.page('/admin/activity', headers)).toContain('Changed the backup settings');
});

test('A folder that is not writable, or is part of the program or its data, is refused at its field', async () => {
  await using site = await openSite();
  const headers = await site.asAdmin();
  const { dataFolder } = site.services.settings;
  const link = join(dataFolder, 'link');
  await symlink(join(projectFolder, 'public'), link);
  await writeFile(join(dataFolder, '..', 'file-in-the-way'), '');
  onTestFinished(() => rm(join(dataFolder, '..', 'file-in-the-way'), { force: true }));
  for (const [folder, reason] of [
    [join(projectFolder, 'public', 'copies'), 'This folder is part of the program.'],
    [link, 'This folder is part of the program.'],
    [join(dataFolder, 'backups'), 'This folder is inside the data folder.'],
    [join(dataFolder, '..', 'file-in-the-way', 'in'), 'ENOTDIR: part of the path is a file'],
    ['/proc/nowhere', 'ENOENT'],
  ] as const) {
    const refused = await site.post(PATH, { every: 'night', keep: '3', folder }, headers);
    expect(refused.status).toBe(400);
    const page = await refused.text();
    expect(page).toMatch(new RegExp(`id="folder-error"[^>]*>[^<]*${reason}`));
    expect(page).toContain(`value="${folder}"`);
  }
  expect((await findBackupPlan(site.write)).folder).toBe('');
  expect(existsSync(join(projectFolder, 'public', 'copies'))).toBe(false);
});

test('The bucket is tested when the plan is saved; a failure is shown with the variable to check and does not prevent saving', async () => {
  await using store = await openTestBucket();
  await using site = await openSite({ environment: { BACKUP_BUCKET_URL: store.url } });
  const headers = await site.asAdmin();
  const form = { every: 'night', keep: '3', folder: '' };
  expect((await site.post(PATH, form, headers)).status).toBe(303);
  expect(store.answers).toEqual(['PUT 200', 'HEAD 200', 'GET 200', 'DELETE 204']);
  expect(store.objects.size).toBe(0);

  const wrongKey = store.url.replace('secret', 'guess');
  await using other = await openSite({ environment: { BACKUP_BUCKET_URL: wrongKey } });
  const editor = await other.asAdmin();
  // The bucket is not configured here: it does not prevent saving the rest.
  const saved = await other.post(PATH, { ...form, keep: '9' }, editor);
  expect(saved.status).toBe(200);
  expect((await findBackupPlan(other.write)).keep).toBe(9);
  const page = await saved.text();
  expect(page).toContain(messages.saved);
  expect(page).not.toContain(messages.saveFailed);
  expect(page).toMatch(/The plan is saved, but .*<a href="#bucket">Bucket for second copies<\/a>/);
  const reason =
    /id="bucket-problem"[^>]*>[^<]*cannot be used \(the store returned 403 [^)]*\)\. Check BACKUP_BUCKET_URL/;
  expect(page).toMatch(reason);
  expect(page).toMatch(
    /id="bucket"[^>]*aria-describedby="bucket-hint bucket-problem"[^>]*aria-invalid="true"/,
  );
  expect(page).not.toContain('guess');
  const refused = await other.post(PATH, { ...form, keep: 'many' }, editor);
  expect(refused.status).toBe(400);
  expect(await refused.text()).toMatch(reason);
});

test('A key pair is created, its secret key is shown once and not stored, and later copies are encrypted', async () => {
  await using store = await openTestBucket();
  await using site = await openSite({ environment: { BACKUP_BUCKET_URL: store.url } });
  const headers = await site.asAdmin();
  const exposed = 'Second copies of backups are not encrypted.';
  expect(await site.page('/admin', headers)).toContain(exposed);
  const form = { every: 'hour', keep: '5', folder: '' };
  const created = await site.post(PATH, { ...form, keys: 'new' }, headers);
  expect(created.headers.get('Cache-Control')).toContain('no-store');
  const page = await created.text();
  const secretKey = /AGE-SECRET-KEY-1[0-9A-Z]+/.exec(page)?.[0] ?? '';
  const recipient = /name="recipients"[^>]*value="(age1[0-9a-z]+)"/.exec(page)?.[1] ?? '';
  expect(await identityToRecipient(secretKey)).toBe(recipient);
  // Nothing is encrypted for a key that nobody has confirmed to have.
  expect((await findBackupPlan(site.write)).recipients).toEqual([]);
  expect(page).toContain('value="5"');

  await site.post(PATH, { ...form, recipients: recipient }, headers);
  expect((await findBackupPlan(site.write)).recipients).toEqual([recipient]);
  const settings = await site.write.selectFrom('backup_setting').selectAll().execute();
  expect(JSON.stringify(settings)).not.toContain(secretKey);
  const shown = await site.page(PATH, headers);
  expect(shown).not.toContain('AGE-SECRET-KEY');
  expect(shown).not.toContain(exposed);
  expect(await site.page('/admin', headers)).not.toContain(exposed);
});

test('A secret key, or text that is not a key, is refused as a public key', async () => {
  await using site = await openSite();
  const headers = await site.asAdmin();
  const identity = await generateX25519Identity();
  for (const [recipients, reason] of [
    [identity, 'This is a secret key.'],
    ['river', 'is not an age public key'],
  ] as const) {
    const refused = await site.post(PATH, { every: 'night', keep: '3', folder: '', recipients }, headers);
    expect(refused.status).toBe(400);
    expect(await refused.text()).toContain(reason);
  }
  expect((await findBackupPlan(site.write)).recipients).toEqual([]);
});

const PASSPHRASE = 'granite lantern orchard wicker thaw';

test('A backup is created with a passphrase of five words, which is stored only where this site can read it', async () => {
  await using site = await openSite();
  const headers = await site.asAdmin();
  for (const passphrase of ['', 'one two three', 'bell bell bell bell bell bell']) {
    const refused = await site.post(CREATE, { passphrase }, headers);
    expect(refused.status).toBe(400);
    const page = await refused.text();
    expect(page).toMatch(/id="passphrase-error"[^>]*>Use a passphrase of five different words or more/);
    expect(page).toContain(`name="passphrase" value="${passphrase}"`.replace(' value=""', ''));
  }
  expect(await findRequestedBackup(site.write)).toBe(undefined);
  const asked = await site.post(CREATE, { passphrase: PASSPHRASE }, headers);
  expect(asked.headers.get('Location')).toBe(`${PATH}?started=1`);
  const stored = await site.write.selectFrom('backup_setting').selectAll().execute();
  expect(JSON.stringify(stored)).not.toContain('granite');
  const page = await site.page(PATH, headers);
  expect(page).toContain('The backup is running.');
  expect(page).toContain('<noscript><meta http-equiv="refresh" content="3"');

  const ran: { args: string[]; passphrase: string; mode: number }[] = [];
  await requestedBackupOf(site.services, async (args) => {
    const file = args.at(-1) ?? '';
    const mode = (await stat(file)).mode & 0o777;
    ran.push({ args: args.slice(0, -1), passphrase: await readFile(file, 'utf8'), mode });
  }).work(new AbortController().signal);
  expect(ran).toEqual([
    { args: ['backup', '--passphrase-file'], passphrase: `${PASSPHRASE}\n`, mode: 0o600 },
  ]);
  expect(await findRequestedBackup(site.write)).toBe(undefined);
  expect(
    (await readdir(site.services.settings.dataFolder)).filter((name) => name.startsWith('.work')),
  ).toEqual([]);
});

test('With public keys in the plan, a backup needs no passphrase', async () => {
  await using site = await openSite();
  const headers = await site.asAdmin();
  const recipient = await identityToRecipient(await generateX25519Identity());
  await saveBackupPlan(site.write, { ...defaultPlan, recipients: [recipient] });
  expect((await site.post(CREATE, { passphrase: '' }, headers)).status).toBe(303);
  expect(await findRequestedBackup(site.write)).toEqual({ at: NOW });
});

/** A town with content, one backup of it in its folder, and what the page says. */
async function withBackup(encryptFor?: EncryptFor) {
  const site = await openSite({ now: () => clock.now });
  const clock = { now: NOW };
  const { dataFolder } = site.services.settings;
  await seedTown(site.write);
  await runBackup(site.open.database, {
    kind: 'scheduled',
    location: { dataFolder },
    dataFolder,
    media: openMediaFiles({ dataFolder }),
    now: NOW,
    encryptFor,
  });
  const headers = await site.asAdmin();
  const [file] = await listBackupFiles(dataFolder);
  if (!file) throw new Error('there is no backup');
  return { site, headers, file, clock, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() };
}

test('The restore test is started with a button, counts what is on the site and in the file, and says what was added since', async () => {
  await using scene = await withBackup();
  const { site, headers, file, clock } = scene;
  expect(await site.page(PATH, headers)).toContain('The newest file was restored into an empty database');
  const started = await site.post(`${PATH}/test`, {}, headers);
  expect(started.headers.get('Location')).toBe(`${PATH}?saved=1`);
  const running = await site.page(PATH, headers);
  expect(running).toContain('The test is running.');
  expect(running).toMatch(/<progress [^>]*aria-label="Restore test"/);
  await site.write.insertInto('article').values(articleRow('since')).execute();
  const { dataFolder } = site.services.settings;
  await requestedTestOf(site.services, async (args) => {
    expect(args).toEqual(['restore', '--trial']);
    await tryRestore(site.open.database, { backup: file.file, dataFolder, now: clock.now });
  }).work(new AbortController().signal);
  const page = await site.page(PATH, headers);
  expect(page).toMatch(/<h2 id="test">Last restore test<\/h2><span class="badge is-success">Passed</);
  expect(page).toContain(
    'Friday, November 20, 2026, 5:00 PM. The newest file was restored into an empty database',
  );
  expect(rowsOf(page)).toEqual([
    'Articles, news, events, polls, businesses 7 6 1 added since',
    'Pictures 0 0 (the same)',
    // The administrator logged in afterwards.
    'Accounts 4 3 1 added since',
    'Subscribers 0 0 (the same)',
    'Do-not-email list 0 0 (the same)',
  ]);
  const hub = await site.page('/admin', headers);
  expect(hub).toContain('The last restore test passed on Friday, November 20, 2026.');
  clock.now += 9 * 24 * 60 * 60 * 1000;
  const late = await site.page('/admin', await site.asAdmin());
  expect(late).toContain(
    'The weekly restore test is overdue. The last one passed on Friday, November 20, 2026.',
  );
  expect(late).not.toContain('The last restore test passed on');
});

longTest('A failed restore test is reported in words on the page, at its file and on the Overview', async () => {
  await using scene = await withBackup();
  const { site, headers, file } = scene;
  await truncate(file.file, file.bytes - 2000);
  const { dataFolder } = site.services.settings;
  const failed = tryRestore(site.open.database, { backup: file.file, dataFolder, now: NOW + 1 });
  await expect(failed).rejects.toThrow('Use another backup');
  const page = await site.page(PATH, headers);
  expect(page).toMatch(/<h2 id="test">Last restore test<\/h2><span class="badge is-danger">Failed</);
  expect(page).toMatch(/<span class="badge is-danger">Test failed: [^<]*Use another backup/);
  expect(await site.page('/admin', headers)).toContain('The last test restore failed.');
}, ['app/moving/backup']);

test('An encrypted backup is compared with what was restored when it was made, with the counts of that time', async () => {
  await using scene = await withBackup({ passphrase: PASSPHRASE });
  const { site, headers, file } = scene;
  const { dataFolder } = site.services.settings;
  await tryRestore(site.open.database, { backup: file.file, dataFolder, now: NOW + 1 });
  const page = await site.page(PATH, headers);
  expect(page).toContain('The newest file is encrypted and its key is not on this server');
  expect(rowsOf(page)[0]).toBe('Articles, news, events, polls, businesses 6 6 (the same)');
  expect(page).toContain('<small>Automatic, encrypted</small>');
});

function rowsOf(page: string): string[] {
  const table = /aria-label="Restore test results".*?<\/table>/s.exec(page)?.[0] ?? '';
  return [...table.matchAll(/<tr[^>]*>(?:(?!<tr).)*?<\/tr>/gs)].slice(1).map(([row]) =>
    row
      .replace(/<[^>]*>/g, ' ')
      .replace(/\s+/g, ' ')
      .trim(),
  );
}

test('A backup is downloaded byte for byte, and deleted after a question', async () => {
  await using scene = await withBackup();
  const { site, headers, file } = scene;
  const list = await site.page(PATH, headers);
  expect(list).toContain(`href="${PATH}/${file.name}" download`);
  expect(list).toContain('<span class="badge is-success">Restored and checked</span>');
  const response = await site.fetch(`${PATH}/${file.name}`, { headers });
  expect([response.status, response.headers.get('Content-Length')]).toEqual([200, String(file.bytes)]);
  expect(response.headers.get('Content-Disposition')).toBe(`attachment; filename="${file.name}"`);
  expect(response.headers.get('Cache-Control')).toBe('private, no-store');
  expect(Buffer.from(await response.arrayBuffer()).equals(await readFile(file.file))).toBe(true);
  const question = await site.page(`${PATH}/${file.name}/deletion`, headers);
  expect(question).toContain('Delete the backup of Friday, November 20, 2026, 5:00 PM?');
  expect(existsSync(file.file)).toBe(true);
  const deleted = await site.post(`${PATH}/${file.name}/deletion`, {}, headers);
  expect(deleted.headers.get('Location')).toBe(`${PATH}?deleted=1`);
  expect(existsSync(file.file)).toBe(false);
  const log = await site.page('/admin/activity', headers);
  expect(log).toContain('Downloaded the backup');
  expect(log).toContain('Deleted the backup');
});

test('R-16, R-17: only an administrator who has just confirmed their identity can download or delete a backup, and no other file', async () => {
  await using scene = await withBackup();
  const { site, file, clock } = scene;
  const paths = [`${PATH}/${file.name}`, `${PATH}/${file.name}/deletion`];
  const member = await site.asMember();
  for (const path of paths)
    for (const headers of [{}, member]) {
      const refused = await site.fetch(path, { headers });
      expect([refused.status, refused.headers.get('Location')]).toEqual([302, '/']);
    }
  const headers = await site.asAdmin();
  for (const name of ['..%2Fbelfry.db', 'belfry.db', 'belfry-20260101T000000Z-scheduled.belfry'])
    expect((await site.fetch(`${PATH}/${name}`, { headers })).status).toBe(404);
  clock.now += 11 * 60_000;
  const proof = `/account/proof?next=${encodeURIComponent(PATH)}`;
  for (const path of paths) expect((await site.fetch(path, { headers })).headers.get('Location')).toBe(proof);
  expect((await site.post(`${PATH}/${file.name}/deletion`, {}, headers)).headers.get('Location')).toBe(proof);
  expect((await site.post(CREATE, { passphrase: PASSPHRASE }, headers)).status).toBe(403);
  expect(existsSync(file.file)).toBe(true);
});

test('The old address of the page leads to the new one', async () => {
  await using site = await openSite();
  const moved = await site.fetch('/admin/settings/backups', { headers: await site.asAdmin() });
  expect([moved.status, moved.headers.get('Location')]).toEqual([301, PATH]);
});

test('After a restore, the administrator sees that schedules are paused, and resumes them', async () => {
  await using site = await openSite();
  const headers = await site.asAdmin();
  await pauseSchedules(site.write, { now: NOW, madeAt: NOW - 86_400_000 });
  expect(await site.page('/admin', headers)).toContain(
    'restored from a backup of Thursday, November 19, 2026',
  );
  await site.post(`${PATH}/resumption`, {}, headers);
  expect(await site.page('/admin', headers)).not.toContain('restored from a backup');
});

test('R-17 the backups page and its plan need a recent proof of identity', async () => {
  let now = NOW;
  await using site = await openSite({ now: () => now });
  const headers = await site.asAdmin();
  now += 11 * 60_000;
  const asked = await site.fetch(PATH, { headers });
  expect([asked.status, asked.headers.get('Location')]).toEqual([
    303,
    `/account/proof?next=${encodeURIComponent(PATH)}`,
  ]);
  expect((await site.post(PATH, { every: 'off', keep: '1', folder: '' }, headers)).status).toBe(403);
  expect((await findBackupPlan(site.write)).every).toBe('night');
});
