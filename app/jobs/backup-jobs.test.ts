import { expect, test } from 'vitest';
import { noteRun } from '#app/backup/backup-run-store.server.ts';
import {
  defaultPlan,
  isBackupAsked,
  pauseSchedules,
  requestBackup,
  saveBackupPlan,
} from '#app/backup/backup-settings.server.ts';
import type { Services } from '#app/services.server.ts';
import { eachDatabase, type TestDatabase, withSqlite } from '../../tests/each-database.ts';
import { askedBackupOf, backupJobsOf } from './backup-jobs.server.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const HOUR_MS = 3_600_000;
const never = new AbortController().signal;

/** The jobs over the test's database at a given time, and the commands they ran. */
function jobsAt({ database, location }: TestDatabase, now: number) {
  const ran: string[] = [];
  const dataFolder = 'dataFolder' in location ? location.dataFolder : '/nowhere';
  const services = { ...database, now: () => now, settings: { dataFolder } } as unknown as Services;
  const runTool = async (args: string[]) => void ran.push(args.join(' '));
  const timed = backupJobsOf(services, runTool);
  const run = (name: string) => timed.find((job) => job.name === name)?.work(never);
  return { ran, run, asked: askedBackupOf(services, runTool) };
}

eachDatabase(
  'A scheduled backup is created when it is due, and after a restore only once schedules are resumed',
  async (t) => {
    const { write } = t.database;
    const { ran, run } = jobsAt(t, NOW);
    await run('scheduled-backup');
    expect(ran).toEqual(['backup --scheduled']);
    const good = { kind: 'scheduled' as const, at: NOW, tookMs: 1, file: 'f', bytes: 1, rows: 1 };
    await noteRun(write, { ...good, secondPlace: null, trouble: null });
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
    expect(await isBackupAsked(t.database.read)).toBe(false);
  }));

test('A backup requested while another is running is also created', () =>
  withSqlite(async ({ database: { write } }) => {
    await requestBackup(write, { at: NOW });
    const runTool = async () => requestBackup(write, { at: NOW + 1 });
    const asked = askedBackupOf({ write } as Services, runTool);
    await asked.work(never);
    expect(await asked.hasWork()).toBe(true);
    await askedBackupOf({ write } as Services, async () => undefined).work(never);
    expect(await asked.hasWork()).toBe(false);
  }));
