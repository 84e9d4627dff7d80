import type { Services } from '#app/people/request/services.server.ts';
import { findFrozenAt } from '#app/platform/database/frozen-since.server.ts';
import type { TimedTask, WatchedTask } from './schedule.server.ts';

/**
 * What continues on a frozen site: backups and their tests, what deletes by a promise, and what only keeps the database
 * in order. Everything else sends, fetches or publishes.
 */
const CONTINUING = new Set([
  'scheduled-backup',
  'asked-backup',
  'restore-drill',
  'restore-test',
  'append-suppressions',
  'remove-left-upload',
  'purge-expired',
  'purge-throttles',
  'purge-unconfirmed',
  'remove-old-audit-entries',
  'remove-unfinished-uploads',
  'remove-old-import-files',
  'remove-old-mails',
  'remove-old-mail-files',
  'empty-trash',
  'thin-revisions',
  'sweep-pictures',
  'close-polls',
  'unlink-trash',
  'index-items',
  'learn-words',
  'check-accessibility',
  'settle-pictures',
  'settle-members',
]);

type Asking = Pick<Services, 'read'>;

async function rests({ read }: Asking, name: string): Promise<boolean> {
  return !CONTINUING.has(name) && (await findFrozenAt(read)) !== undefined;
}

/** The job, which does nothing while the site is frozen if it sends, fetches or publishes. */
export function restingOnFrozen(asking: Asking, job: TimedTask): TimedTask {
  return {
    ...job,
    work: async (signal) => {
      if (!(await rests(asking, job.name))) await job.work(signal);
    },
  };
}

/** The same for a job that is watched: it has no work meanwhile. */
export function watchingUnlessFrozen(asking: Asking, job: WatchedTask): WatchedTask {
  return { ...job, hasWork: async () => (await job.hasWork()) && !(await rests(asking, job.name)) };
}
