import { expect, test } from 'vitest';
import { findLastEndedRun, listRuns, recordRun } from '#app/moving/backup/backup-run-store.server.ts';
import {
  defaultPlan,
  isBackupRequested,
  requestBackup,
  saveBackupPlan,
} from '#app/moving/backup/backup-settings.server.ts';
import type { Services } from '#app/people/request/services.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { pauseSchedules } from '#app/town/schedule-pause.server.ts';
import { eachDatabase, type TestDatabase, withSqlite } from '../../tests/each-database.ts';
import { listen } from '../../tests/outbound-servers.ts';
import { backupTasksOf, requestedBackupOf } from './backup-tasks.server.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const HOUR_MS = 3_600_000;
const never = new AbortController().signal;

type Options = { outcome?: () => Promise<unknown>; settings?: Partial<Settings> };

/** The jobs over the test's database at a given time, and the commands they ran. */
function jobsAt(
  { database, location }: TestDatabase,
  now: number,
  { outcome = async () => undefined, settings = {} }: Options = {},
) {
  const ran: string[] = [];
  const logged: string[] = [];
  const dataFolder = 'dataFolder' in location ? location.dataFolder : '/nowhere';
  const note = (facts: object, text: string) =>
    void logged.push(`${text}: ${Object.values(facts).join(' ')}`);
  const services = {
    ...{ ...database, now: () => now, settings: { dataFolder, fetchAllow: [], ...settings } },
    log: { error: note, warn: note },
  } as unknown as Services;
  const runTool = async (args: string[]) => {
    ran.push(args.join(' '));
    await outcome();
  };
  const timed = backupTasksOf(services, runTool);
  const run = (name: string) => timed.find((job) => job.name === name)?.work(never);
  return { ran, logged, run, asked: requestedBackupOf(services, runTool) };
}

eachDatabase(
  'A scheduled backup is created when it is due, and after a restore only once schedules are resumed',
  async (t) => {
    const { write } = t.database;
    const { ran, run } = jobsAt(t, NOW);
    await run('scheduled-backup');
    expect(ran).toEqual(['backup --scheduled']);
    const good = { kind: 'scheduled' as const, at: NOW, tookMs: 1, file: 'f', bytes: 1, rows: 1 };
    await recordRun(write, { ...good, secondPlace: null, trouble: null });
    await run('scheduled-backup');
    expect(ran).toHaveLength(1);
    await saveBackupPlan(write, { ...defaultPlan, every: 'hour', keep: 2, folder: '' });
    const later = jobsAt(t, NOW + HOUR_MS);
    await later.run('scheduled-backup');
    expect(later.ran).toHaveLength(1);
    await pauseSchedules(write, { now: NOW, madeAt: NOW });
    await later.run('scheduled-backup');
    await later.run('restore-drill');
    expect(later.ran).toHaveLength(1);
  },
);

test('A requested backup is created once', () =>
  withSqlite(async (t) => {
    const { ran, asked } = jobsAt(t, NOW);
    expect(await asked.hasWork()).toBe(false);
    await requestBackup(t.database.write, { at: NOW });
    await requestBackup(t.database.write, { at: NOW + 1 });
    expect(await asked.hasWork()).toBe(true);
    await asked.work(never);
    expect(ran).toEqual(['backup']);
    expect(await isBackupRequested(t.database.read)).toBe(false);
  }));

test('A backup requested while another is running is also created', () =>
  withSqlite(async ({ database }) => {
    const { write } = database;
    await requestBackup(write, { at: NOW });
    const runTool = async () => requestBackup(write, { at: NOW + 1 });
    const asked = requestedBackupOf(
      { ...database, now: () => NOW, settings: {} } as unknown as Services,
      runTool,
    );
    await asked.work(never);
    expect(await asked.hasWork()).toBe(true);
    await requestedBackupOf(
      { ...database, now: () => NOW, settings: {} } as unknown as Services,
      async () => undefined,
    ).work(never);
    expect(await asked.hasWork()).toBe(false);
  }));

eachDatabase(
  'A backup that is killed or cannot even begin is recorded as failed, and logged each time',
  async (t) => {
    const begun = { kind: 'scheduled' as const, tookMs: 0, bytes: null, rows: null, secondPlace: null };
    const killed = jobsAt(t, NOW, {
      outcome: async () => {
        await recordRun(t.database.write, { ...begun, at: NOW, file: null, trouble: null });
        throw new Error('it ended with SIGKILL');
      },
    });
    await killed.run('scheduled-backup');
    const early = 'It was ended before it finished: ';
    expect((await findLastEndedRun(t.database.read, ['scheduled']))?.trouble).toContain(early);
    expect(killed.logged).toEqual([expect.stringContaining(`a backup failed: scheduled ${early}`)]);

    const unable = jobsAt(t, NOW + HOUR_MS, { outcome: () => Promise.reject(new Error('spawn ENOENT')) });
    await unable.run('scheduled-backup');
    expect(unable.logged).toEqual(['a backup failed: scheduled spawn ENOENT']);
    expect((await listRuns(t.database.read, 9)).map(({ trouble }) => trouble)).toEqual([
      'spawn ENOENT',
      expect.stringContaining(early),
    ]);

    // The whole site was killed in the middle of one.
    await recordRun(t.database.write, { ...begun, at: NOW + 2 * HOUR_MS, file: null, trouble: null });
    await jobsAt(t, NOW + 2 * HOUR_MS + 1).run('scheduled-backup');
    expect((await findLastEndedRun(t.database.read, ['scheduled']))?.trouble).toContain(early);
  },
);

test('After a backup without a problem BACKUP_PING_URL is called, after any other it is not; a failed copy is logged', () =>
  withSqlite(async (t) => {
    const calls: string[] = [];
    await using monitor = await listen((request, response) => {
      calls.push(`${request.method} ${request.url}`);
      response.writeHead(calls.length > 1 ? 500 : 200).end();
    });
    const settings = { backupPingUrl: `${monitor.url}ping`, fetchAllow: [monitor.host] };
    await jobsAt(t, NOW, { settings }).run('scheduled-backup');
    expect(calls).toEqual(['GET /ping']);
    const trouble = 'The backup is good, but it could not be copied to /mnt/far (EACCES).';
    const run = { kind: 'scheduled' as const, at: NOW, tookMs: 1, bytes: 1, rows: 1, secondPlace: null };
    const copyFails = jobsAt(t, NOW, {
      settings,
      outcome: async () => {
        await recordRun(t.database.write, { ...run, file: 'f', trouble });
        throw new Error(trouble);
      },
    });
    await copyFails.run('scheduled-backup');
    expect(copyFails.logged).toEqual([`a backup was made, but has a problem: scheduled ${trouble}`]);
    expect(calls).toHaveLength(1);

    await requestBackup(t.database.write, { at: NOW });
    const refused = jobsAt(t, NOW, { settings });
    await refused.asked.work(never);
    expect([calls.length, refused.logged]).toEqual([
      2,
      ['BACKUP_PING_URL was called and returned an error: 500'],
    ]);
    const forbidden = jobsAt(t, NOW + 30 * HOUR_MS, { settings: { ...settings, fetchAllow: [] } });
    await forbidden.run('scheduled-backup');
    expect(forbidden.logged).toEqual([
      expect.stringMatching(/^BACKUP_PING_URL could not be called: This address is not allowed/),
    ]);
    expect(calls).toHaveLength(2);
  }));
