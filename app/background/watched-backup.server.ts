import {
  failBegunRuns,
  findLastEndedRun,
  recordRun,
  type StoredRun,
} from '#app/moving/backup/backup-run-store.server.ts';
import type { Services } from '#app/people/request/services.server.ts';
import { openOutbound } from '#app/platform/outbound/outbound.server.ts';
import type { RunTool } from './tool-runner.ts';

/** Why an attempt failed that left no reason. */
export const ENDED_EARLY =
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
