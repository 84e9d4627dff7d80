import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isBackupDue, isDrillDue } from '#app/moving/backup/backup-due.ts';
import { listBackupFiles } from '#app/moving/backup/backup-files.server.ts';
import {
  failBegunRuns,
  findLastEndedRun,
  findLastGoodRun,
  findLastRun,
  recordRun,
  type StoredRun,
} from '#app/moving/backup/backup-run-store.server.ts';
import {
  findBackupPlan,
  findRequestedBackup,
  finishRequestedBackup,
} from '#app/moving/backup/backup-settings.server.ts';
import { BACKUP_PASSPHRASE, RESTORE_TEST } from '#app/moving/backup/pages/backup-requests.ts';
import { sendDueInstructions } from '#app/moving/backup/pages/send-instructions.server.ts';
import { removeLeftUpload } from '#app/moving/backup/pages/uploaded-restore.server.ts';
import { appendSuppressions } from '#app/moving/backup/suppression.server.ts';
import { hasAdministrator } from '#app/people/administrator/administrator-address.server.ts';
import type { Services } from '#app/people/request/services.server.ts';
import { openText } from '#app/people/sealed-text.server.ts';
import { openSecret } from '#app/people/secret.server.ts';
import { requestOf } from '#app/platform/database/task-request.server.ts';
import { openOutbound } from '#app/platform/outbound/outbound.server.ts';
import { withWorkFolder } from '#app/platform/storage/work-folder.server.ts';
import { HOUR_MS } from '#app/platform/time/durations.ts';
import { startOfToday } from '#app/platform/time/town-time.ts';
import { recordAudit } from '#app/town/activity/audit-log.server.ts';
import { findPause } from '#app/town/schedule-pause.server.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { type RunTool, requestedTask, type TimedTask, type WatchedTask } from './schedule.server.ts';

/** Someone may have typed the command for one. */
const LONGEST_MS = 12 * HOUR_MS;

/** The backup that the administrator requested. */
export function requestedBackupOf(services: Services, runTool: RunTool): WatchedTask {
  const { write, settings } = services;
  const request = {
    find: async () => (await findRequestedBackup(write))?.at,
    settle: (at: number) => finishRequestedBackup(write, at),
  };
  return requestedTask('asked-backup', request, async (signal) => {
    const sealed = (await findRequestedBackup(write))?.sealed;
    const run = (...more: string[]) =>
      runWatchedBackup(services, { kind: 'asked', args: ['backup', ...more], runTool }, signal);
    if (sealed === undefined) return run();
    const passphrase = openText(openSecret(settings), BACKUP_PASSPHRASE, sealed);
    if (passphrase === undefined) throw new Error('the passphrase was stored with another secret');
    await withWorkFolder(settings.dataFolder, async (work) => {
      const file = join(work, 'passphrase');
      await writeFile(file, `${passphrase}\n`, { mode: 0o600 });
      await run('--passphrase-file', file);
    });
  });
}

/** The restore test that the administrator requested. */
export function requestedTestOf({ write }: Services, runTool: RunTool): WatchedTask {
  return requestedTask(RESTORE_TEST, requestOf(write, RESTORE_TEST), (signal) =>
    runTool(['restore', '--trial'], signal),
  );
}

/**
 * Scheduled backups and the weekly test restore of the newest one. They run in a separate process, because packing,
 * hashing and verifying a town would block readers. After a restore they are paused until the administrator resumes
 * them.
 */
export function backupTasksOf(services: Services, runTool: RunTool): TimedTask[] {
  const { read, write, now, settings, auth } = services;
  return [
    {
      name: 'scheduled-backup',
      when: '7,17,27,37,47,57 * * * *',
      async work(signal) {
        // Only this job makes them, one at a time: no other is running.
        await failBegunRuns(write, { kind: 'scheduled', before: now(), trouble: ENDED_EARLY });
        await failBegunRuns(write, { kind: 'asked', before: now() - LONGEST_MS, trouble: ENDED_EARLY });
        if (await findPause(read)) return;
        const [plan, town, good, tried] = await Promise.all([
          findBackupPlan(read),
          findTown(read),
          findLastGoodRun(read, ['scheduled']),
          findLastRun(read, ['scheduled']),
        ]);
        const today = startOfToday(now(), town.timeZone);
        if (isBackupDue(plan, { good: good?.at, tried: tried?.at }, now(), today))
          await runWatchedBackup(
            services,
            { kind: 'scheduled', args: ['backup', '--scheduled'], runTool },
            signal,
          );
      },
    },
    {
      name: 'restore-drill',
      when: '29 * * * *',
      async work(signal) {
        const last = await findLastRun(read, ['drill']);
        const [newest] = await listBackupFiles(settings.dataFolder);
        if (!newest || (await findPause(read)) || !isDrillDue(last?.at, now())) return;
        await runTool(['restore', '--trial'], signal);
      },
    },
    {
      name: 'remove-left-upload',
      when: '*/10 * * * *',
      everywhere: true,
      work: async () => removeLeftUpload(settings.dataFolder, await hasAdministrator(auth)),
    },
    {
      name: 'append-suppressions',
      when: '* * * * *',
      everywhere: true,
      work: () => appendSuppressions(read, settings.dataFolder),
    },
  ];
}

/** Emails the instructions to the successor when the administrator has not visited the site for long enough. */
export function notifySuccessorOf({ write, now, settings, log }: Services): TimedTask {
  return {
    name: 'notify-successor',
    when: '51 * * * *',
    async work() {
      if (!(await sendDueInstructions(write, settings, now()))) return;
      await recordAudit(write, { at: now(), actor: { kind: 'site' }, action: 'successor-notified' });
      log.warn('the administrator has not visited the site: the successor was notified');
    },
  };
}

/** Why an attempt failed that left no reason. */
const ENDED_EARLY =
  'It was ended before it finished: the machine was restarted or out of memory, or the process was killed.';

type Asked = { kind: 'scheduled' | 'asked'; args: string[]; runTool: RunTool };

/**
 * Makes a backup in a separate process, whose outcome is recorded even if that is killed or can't be started. Logs each
 * failure and each problem with a copy, and calls `BACKUP_PING_URL` if there was none.
 */
export async function runWatchedBackup(
  services: Services,
  { kind, args, runTool }: Asked,
  signal: AbortSignal,
): Promise<void> {
  const { write, now, log } = services;
  const began = now();
  const failure = await runTool(args, signal).then(
    () => undefined,
    (error: Error) => error,
  );
  // It was asked to end, and has recorded nothing.
  if (signal.aborted) return;
  if (failure) {
    await failBegunRuns(write, { kind, before: now() + 1, trouble: ENDED_EARLY });
    await noteUnrecorded(services, kind, began, failure);
  }
  const last = await findLastEndedRun(write, [kind]);
  if (!failure) return pingOf(services, signal);
  log.error(
    { kind, reason: last?.trouble ?? failure.message },
    last?.file ? 'a backup was made, but has a problem' : 'a backup failed',
  );
}

/** It could not even begin. */
async function noteUnrecorded(
  { write }: Services,
  kind: Asked['kind'],
  began: number,
  { message }: Error,
): Promise<void> {
  const last = await findLastEndedRun(write, [kind]);
  if (last && isSince(last, began)) return;
  const nothing = { file: null, bytes: null, rows: null, secondPlace: null, tookMs: 0 };
  await recordRun(write, { ...nothing, kind, at: began, trouble: message });
}

function isSince({ at }: StoredRun, began: number): boolean {
  return Number(at) >= began;
}

/** A monitor that expects this call each night notices when it does not come, whatever the reason. */
async function pingOf({ settings, log }: Services, signal: AbortSignal): Promise<void> {
  const { backupPingUrl: url, fetchAllow: reachable, url: siteUrl } = settings;
  if (!url) return;
  try {
    const { status } = await openOutbound({ reachable, siteUrl }).ask({ url, signal });
    if (status >= 400) log.warn({ status }, 'BACKUP_PING_URL was called and returned an error');
  } catch (error) {
    log.warn({ reason: (error as Error).message }, 'BACKUP_PING_URL could not be called');
  }
}
