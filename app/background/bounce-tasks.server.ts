import { readBounces } from '#app/newsletter/bounces/read-bounces.server.ts';
import type { Services } from '#app/people/request/services.server.ts';
import type { TimedTask } from './schedule.server.ts';

/** Reads the mailbox of `IMAP_URL`, if there is one, every five minutes. */
export function bounceTasksOf({ write, now, settings, log }: Services): TimedTask[] {
  const { imapUrl } = settings;
  if (!imapUrl) return [];
  return [
    {
      name: 'read-bounces',
      when: '4-59/5 * * * *',
      async work(signal) {
        const found = await readBounces({ db: write, way: { imapUrl }, now }, signal);
        if (found.recorded > 0) log.info(found, 'bounces read');
      },
    },
  ];
}
