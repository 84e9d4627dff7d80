import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isBackupDue, isDrillDue } from '#app/moving/backup/backup-due.ts';
import { listBackupFiles } from '#app/moving/backup/backup-files.server.ts';
import { failBegunRuns, findLastGoodRun, findLastRun } from '#app/moving/backup/backup-run-store.server.ts';
import {
  findBackupPlan,
  findRequestedBackup,
  finishRequestedBackup,
} from '#app/moving/backup/backup-settings.server.ts';
import { BACKUP_PASSPHRASE, RESTORE_TEST } from '#app/moving/backup/pages/backup-requests.ts';
import { removeLeftUpload } from '#app/moving/backup/pages/uploaded-restore.server.ts';
import { appendSuppressions } from '#app/moving/backup/suppression.server.ts';
import type { Services } from '#app/people/request/services.server.ts';
import { openText } from '#app/people/sealed-text.server.ts';
import { openSecret } from '#app/people/secret.server.ts';
import { findTaskRequest, finishTask } from '#app/platform/database/task-request.server.ts';
import { withWorkFolder } from '#app/platform/storage/work-folder.server.ts';
import { HOUR_MS } from '#app/platform/time/durations.ts';
import { startOfToday } from '#app/platform/time/town-time.ts';
import { findPause } from '#app/town/schedule-pause.server.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { requestedTask } from './requested-task.server.ts';
import type { TimedTask, WatchedTask } from './schedule.server.ts';
import type { RunTool } from './tool-runner.ts';
import { ENDED_EARLY, runWatchedBackup } from './watched-backup.server.ts';

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
  const request = {
    find: () => findTaskRequest(write, RESTORE_TEST),
    settle: (at: number) => finishTask(write, RESTORE_TEST, at),
  };
  return requestedTask(RESTORE_TEST, request, (signal) => runTool(['restore', '--trial'], signal));
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
      work: async () => removeLeftUpload(settings.dataFolder, await auth.hasAdministrator()),
    },
    {
      name: 'append-suppressions',
      when: '* * * * *',
      everywhere: true,
      work: () => appendSuppressions(read, settings.dataFolder),
    },
  ];
}
