import type { Services } from '#app/people/request/services.server.ts';
import { reportTroubles } from './report-troubles.server.ts';
import type { TimedJob } from './schedule.server.ts';

/** Emails the administrator about failed backups and newsletters within ten minutes. */
export function reportTroublesOf({ write, now, settings }: Services): TimedJob {
  return {
    name: 'report-troubles',
    when: '9-59/10 * * * *',
    work: () => reportTroubles(write, { settings, now: now() }),
  };
}
