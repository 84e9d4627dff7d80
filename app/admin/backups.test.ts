import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { expect, onTestFinished, test } from 'vitest';
import { writeBackupFile } from '#app/backup/backup-file.server.ts';
import { noteRun } from '#app/backup/backup-run-store.server.ts';
import { findBackupPlan, isBackupAsked, pauseSchedules } from '#app/backup/backup-settings.server.ts';
import { projectFolder } from '#app/command-line/project-folder.ts';
import { openMediaFiles } from '#app/media/media.server.ts';
import { messages } from '#app/messages.ts';
import { openBucketStandIn } from '../../tests/bucket-stand-in.ts';
import { openSite } from '../../tests/open-site.ts';

const PATH = '/admin/settings/backups';
const NOW = Date.parse('2026-11-20T22:00:00Z');
const run = { at: NOW, tookMs: 2500, bytes: 1_500_000, rows: 3571, secondPlace: null, trouble: null };

test('The administrator sees backups and test restores, and which of them failed', async () => {
  await using site = await openSite();
  const headers = await site.asAdmin();
  expect(await site.page(PATH, headers)).toContain('No data found.');
  await noteRun(site.write, { ...run, kind: 'drill', file: 'belfry-x.belfry' });
  const trouble = 'The database is damaged. Run doctor.';
  await noteRun(site.write, { ...run, kind: 'scheduled', at: NOW + 1, file: null, trouble });
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
  const plant = async (day: string, table: string) => {
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
  const older = await plant('18', 'poll_vote');
  const newer = await plant('19', 'poll_voter');
  for (const path of ['/admin', PATH]) {
    const page = await site.page(path, headers);
    expect(page).toContain('An older backup shows');
    expect(page).toContain(`<code>${older}</code>`);
    expect(page).not.toContain(newer);
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
  await using store = await openBucketStandIn();
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
  await using store = await openBucketStandIn();
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

test('One button requests a backup', async () => {
  await using site = await openSite();
  const headers = await site.asAdmin();
  const asked = await site.post(`${PATH}/request`, {}, headers);
  expect(asked.headers.get('Location')).toBe(`${PATH}?saved=1`);
  expect(await isBackupAsked(site.write)).toBe(true);
  expect(await site.page(PATH, headers)).toContain('The backup is running.');
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
