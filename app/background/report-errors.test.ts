import { expect, test } from 'vitest';
import { type RunKind, recordRun } from '#app/moving/backup/backup-run-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import { pauseSchedules } from '#app/town/schedule-pause.server.ts';
import { eachDatabase } from '../../tests/each-database.ts';
import { openSite } from '../../tests/open-site.ts';
import { seedIssue } from '../../tests/seed-newsletter.ts';
import { ADMIN, seedAdministrator } from '../../tests/seeded-people.ts';
import { reportErrors, reportErrorsTask } from './report-errors.server.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const HOUR_MS = 3_600_000;
const settings = readSettings({ BELFRY_URL: 'https://maple.example', BELFRY_ADMIN_EMAIL: ADMIN.email });
const run = { tookMs: 1, bytes: null, rows: null, secondPlace: null };

/** What the administrator gets, each time that several processes look at once. */
async function openDesk(write: WriteDb) {
  await seedAdministrator(write, ADMIN, { url: settings.url, now: NOW - 99 * HOUR_MS });
  const old = await write.selectFrom('mail').select('id').execute();
  const known = new Set(old.map(({ id }) => id));
  const note = (hour: number, file: string | null, trouble: string | null, kind: RunKind = 'scheduled') =>
    recordRun(write, { ...run, kind, at: NOW + hour * HOUR_MS, file, trouble });
  const look = async (hour: number) => {
    const now = NOW + hour * HOUR_MS;
    await Promise.all([1, 2, 3].map(() => reportErrors(write, { settings, now })));
    const mails = await write.selectFrom('mail').select(['id', 'recipient', 'letter']).execute();
    const added = mails.filter(({ id }) => !known.has(id));
    for (const { id, recipient } of added) {
      known.add(id);
      expect(recipient).toBe(ADMIN.email);
    }
    return added.map(({ letter }) => JSON.parse(letter ?? '') as { subject: string; paragraphs: string[] });
  };
  return { note, look, subjects: async (hour: number) => (await look(hour)).map(({ subject }) => subject) };
}

eachDatabase(
  'the administrator gets one email when backups begin to fail, and one when they work again',
  async ({ database: { write } }) => {
    const { note, look, subjects } = await openDesk(write);
    expect(await look(0)).toEqual([]);
    await note(0, 'one.belfry', null);
    expect(await look(0)).toEqual([]);
    await note(24, null, 'The disk is full.');
    const [letter, ...others] = await look(24);
    expect(others).toEqual([]);
    expect(letter?.subject).toBe('The backup of Maple Hollow Commons failed');
    expect(letter?.paragraphs.join(' ')).toMatch(
      /failed\. The disk is full\. The last one that worked is of Friday, November 20, 2026, 5:00 PM\. The site keeps trying\. You get one email when it works again/,
    );
    for (const hour of [25, 26, 27]) {
      await note(hour, null, 'The disk is full, still.');
      expect(await look(hour)).toEqual([]);
    }
    await note(28, 'two.belfry', null);
    await note(28.1, 'three.belfry', null, 'asked');
    expect(await subjects(28.2)).toEqual(['Backups of Maple Hollow Commons work again']);
    expect(await subjects(29)).toEqual([]);
    await note(52, null, 'The disk is full.');
    expect(await subjects(52)).toEqual(['The backup of Maple Hollow Commons failed']);
  },
);

eachDatabase(
  'copies and restore tests that fail are reported in the same way, each on its own',
  async ({ database: { write } }) => {
    const { note, look, subjects } = await openDesk(write);
    await note(0, 'one.belfry', 'The backup is good, but it could not be copied to /mnt/far (EACCES).');
    const [copy] = await look(0);
    expect(copy?.subject).toBe('The backup of Maple Hollow Commons has a problem');
    expect(copy?.paragraphs[0]).toContain('could not be copied to /mnt/far (EACCES).');
    await note(1, 'one.belfry', 'The backup is damaged.', 'drill');
    expect(await subjects(1)).toEqual(['The restore test of Maple Hollow Commons failed']);
    await note(24, null, 'The disk is full.');
    expect(await subjects(24)).toEqual(['The backup of Maple Hollow Commons failed']);
    await note(25, 'two.belfry', null);
    await note(26, 'two.belfry', null, 'drill');
    expect((await subjects(26)).toSorted()).toEqual([
      'Backups of Maple Hollow Commons are complete again',
      'Backups of Maple Hollow Commons work again',
      'The restore test of Maple Hollow Commons passed again',
    ]);
  },
);

eachDatabase(
  'a backup that never ends is reported, and nothing is while the jobs wait after a restore',
  async ({ database: { write } }) => {
    const { note, subjects } = await openDesk(write);
    await note(0, 'one.belfry', null);
    await note(24, null, null);
    expect(await subjects(49)).toEqual([]);
    await pauseSchedules(write, { now: NOW, madeAt: NOW });
    expect(await subjects(51)).toEqual([]);
    await write.deleteFrom('backup_setting').execute();
    expect(await subjects(51)).toEqual(['The backup of Maple Hollow Commons failed']);
  },
);

eachDatabase(
  'an issue of the newsletter that is paused because it is late, or was not sent, is reported once',
  async ({ database: { write } }) => {
    const { look, subjects } = await openDesk(write);
    const { id } = await seedIssue(write, NOW);
    const change = (values: object) =>
      write.updateTable('newsletter_issue').set(values).where('id', '=', id).execute();
    await change({ state: 'sending', heldAt: NOW, heldFor: 'stopped' });
    expect(await look(0)).toEqual([]);
    await change({ heldFor: 'late' });
    expect(await subjects(1)).toEqual(['The newsletter of Maple Hollow Commons is paused']);
    expect(await look(2)).toEqual([]);
    await change({ state: 'expired', heldAt: null, heldFor: null, endedFor: 'late', finishedAt: NOW });
    expect(await subjects(3)).toEqual(['The newsletter of Maple Hollow Commons was not sent']);
    expect(await look(4)).toEqual([]);
  },
);

test('the administrator sees such an email in the list of emails that wait', async () => {
  await using site = await openSite();
  const headers = await site.asAdmin();
  await recordRun(site.write, { ...run, kind: 'scheduled', at: NOW - 1, file: null, trouble: 'Full.' });
  await reportErrorsTask(site.services).work(new AbortController().signal);
  expect(await site.page('/admin/mail', headers)).toContain('Backup or newsletter failed');
});
