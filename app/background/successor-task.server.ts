import { sendDueInstructions } from '#app/moving/backup/pages/send-instructions.server.ts';
import type { Services } from '#app/people/request/services.server.ts';
import { recordAudit } from '#app/town/activity/audit-log.server.ts';
import type { TimedTask } from './schedule.server.ts';

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
