import { DAY_MS, HOUR_MS, MINUTE_MS } from '#app/platform/time/durations.ts';
import type { BackupPlan } from './backup-settings.server.ts';

/** At night in the town; counted from its midnight, so it is another hour when clocks change. */
const NIGHT_HOURS = 3;
/** When to retry after a failure. */
const RETRY_MS = 50 * MINUTE_MS;
const DRILL_EVERY_MS = 7 * DAY_MS;
/** After how long without a backup one was missed, if there is one each night. */
export const NIGHT_LATE_MS = 26 * HOUR_MS;
const HOURLY_LATE_MS = 3 * HOUR_MS;

/** When the last one was made: UTC epoch milliseconds; undefined when never. */
type LastTimes = { good: number | undefined; tried: number | undefined };

/**
 * Whether a backup is due at `now` (UTC epoch milliseconds); the town's day began at `today`. Backups missed while the
 * site did not run are made up for.
 */
export function isBackupDue(
  { every }: BackupPlan,
  { good, tried }: LastTimes,
  now: number,
  today: number,
): boolean {
  if (every === 'off') return false;
  if (tried !== undefined && tried <= now && now - tried < RETRY_MS) return false;
  if (good === undefined || good > now) return true;
  if (every === 'hour') return now - good >= HOUR_MS - 5 * MINUTE_MS;
  const tonight = today + NIGHT_HOURS * HOUR_MS;
  return good < (now >= tonight ? tonight : tonight - DAY_MS);
}

/** Whether backups are made automatically and the last one, of `last` (UTC epoch milliseconds), is too old. */
export function isBackupLate({ every }: Pick<BackupPlan, 'every'>, last: number, now: number): boolean {
  return every !== 'off' && now - last > (every === 'hour' ? HOURLY_LATE_MS : NIGHT_LATE_MS);
}

/** Whether it is time to test-restore the newest backup. */
export function isDrillDue(lastDrill: number | undefined, now: number): boolean {
  return lastDrill === undefined || lastDrill > now || now - lastDrill >= DRILL_EVERY_MS;
}
