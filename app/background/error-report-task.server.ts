import type { Services } from '#app/people/request/services.server.ts';
import { reportErrors } from './report-errors.server.ts';
import type { TimedTask } from './schedule.server.ts';

/** Emails the administrator about failed backups and newsletters within ten minutes. */
export function reportErrorsTask({ write, now, settings }: Services): TimedTask {
  return {
    name: 'report-troubles',
    when: '9-59/10 * * * *',
    work: () => reportErrors(write, { settings, now: now() }),
  };
}
