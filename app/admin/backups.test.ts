import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { writeBackupFile } from '#app/backup/backup-file.server.ts';
import { noteRun } from '#app/backup/backup-run-store.server.ts';
import { findBackupPlan, isBackupAsked, pauseSchedules } from '#app/backup/backup-settings.server.ts';
import { openSite } from '../../tests/open-site.ts';

const PATH = '/admin/settings/backups';
const NOW = Date.parse('2026-11-20T22:00:00Z');
const run = { at: NOW, tookMs: 2500, bytes: 1_500_000, rows: 3571, secondPlace: null, trouble: null };

test('The administrator sees what was backed up and tried, and which of it failed', async () => {
  await using site = await openSite();
  const headers = await site.asAdmin();
  expect(await site.page(PATH, headers)).toContain('No data found.');
  await noteRun(site.write, { ...run, kind: 'drill', file: 'belfry-x.belfry' });
  const trouble = 'The database is damaged. Run doctor.';
  await noteRun(site.write, { ...run, kind: 'scheduled', at: NOW + 1, file: null, trouble });
  const page = await site.page(PATH, headers);
  expect(page).toContain('Restored for a trial');
  expect(page).toMatch(/3,571 rows · 1\.5 MB · took 2\.5 s/);
  expect(page).toContain('Failed');
  for (const shown of [page, await site.page('/admin', headers)]) {
    expect(shown).toContain('The last backup failed.');
    expect(shown).toContain(trouble);
  }
});

test('Backups that still show who voted for what are named, with what to do about them', async () => {
  await using site = await openSite();
  const headers = await site.asAdmin();
  const folder = join(site.services.settings.dataFolder, 'backups');
  await mkdir(folder, { recursive: true });
  const plant = async (day: string, table: string) => {
    const name = `belfry-202611${day}T120000Z-scheduled.belfry`;
    const tables = [{ name: table, columns: [], rows: 3, bytes: 0, sha256: '0'.repeat(64) }];
    await writeFile(join(folder, `${table}.jsonl.zst`), '');
    const manifest = { format: 'belfry-backup' as const, version: 1 as const, kind: 'scheduled', media: [] };
    const madeAt = new Date(NOW).toISOString();
    await writeBackupFile(
      join(folder, name),
      { ...manifest, madeAt, schema: ['0001-town'], tables },
      folder,
      {},
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

test('The plan is saved, and what is wrong with it stands beside its field', async () => {
  await using site = await openSite();
  const headers = await site.asAdmin();
  const wrong = await site.post(PATH, { every: 'night', keep: 'many', folder: 'relative' }, headers);
  expect(wrong.status).toBe(400);
  const page = await wrong.text();
  expect(page).toContain('Enter a number from 1 to 1000');
  expect(page).toContain('Enter the full path of a folder on the server');
  expect(page).toContain('value="many"');
  const saved = await site.post(PATH, { every: 'hour', keep: '48', folder: '/mnt/copies' }, headers);
  expect([saved.status, saved.headers.get('Location')]).toEqual([303, `${PATH}?saved=1`]);
  expect(await findBackupPlan(site.write)).toEqual({ every: 'hour', keep: 48, folder: '/mnt/copies' });
  expect(await site.page('/admin/activity', headers)).toContain('Changed when backups are made');
});

test('A backup is asked for with one button', async () => {
  await using site = await openSite();
  const headers = await site.asAdmin();
  const asked = await site.post(`${PATH}/request`, {}, headers);
  expect(asked.headers.get('Location')).toBe(`${PATH}?saved=1`);
  expect(await isBackupAsked(site.write)).toBe(true);
  expect(await site.page(PATH, headers)).toContain('A backup is being made.');
});

test('After a restore the administrator is told that schedules wait, and resumes them', async () => {
  await using site = await openSite();
  const headers = await site.asAdmin();
  await pauseSchedules(site.write, { now: NOW, madeAt: NOW - 86_400_000 });
  expect(await site.page('/admin', headers)).toContain(
    'restored from a backup of Thursday, November 19, 2026',
  );
  await site.post(`${PATH}/resumption`, {}, headers);
  expect(await site.page('/admin', headers)).not.toContain('restored from a backup');
});

test('R-17 the page of backups and its plan need a recent proof', async () => {
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
