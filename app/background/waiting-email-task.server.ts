import { countWaiting, listNewestWaiting } from '#app/items/drafts/inbox-entries.server.ts';
import type { Services } from '#app/people/request/services.server.ts';
import { queueWaitingEmails } from '#app/people/team/waiting-email.server.ts';
import { townTimeOf } from '#app/platform/time/town-time.ts';
import { findTown } from '#app/town/town-store.server.ts';
import type { TimedTask } from './schedule.server.ts';

/** How many titles the email has. */
const MOST_TITLES = 10;

/** Once a day, what waits in the inbox, for those who asked for it. */
export function waitingEmailsOf({ write, auth, now }: Services): TimedTask {
  return {
    name: 'waiting-emails',
    when: '13,33,53 * * * *',
    work: async () => {
      const at = now();
      const town = await findTown(write);
      const waiting = await listNewestWaiting(write, at, MOST_TITLES);
      await queueWaitingEmails(auth, {
        townTime: townTimeOf(at, town.timeZone),
        siteTitle: town.title,
        count: await countWaiting(write, at),
        titles: waiting.map(({ title }) => title),
      });
    },
  };
}
