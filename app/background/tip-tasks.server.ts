import { collections } from '#app/collections.server.ts';
import type { Services } from '#app/people/request/services.server.ts';
import { senderOf } from '#app/platform/mail/mail-sender.ts';
import { readTips } from '#app/sources/tips/read-tips.server.ts';
import { findTown } from '#app/town/town-store.server.ts';
import type { TimedTask } from './schedule.server.ts';

/** Reads the mailbox of `TIPS_IMAP_URL`, if there is one, every five minutes. */
export function tipTasksOf({ write, media, auth, now, settings, log }: Services): TimedTask[] {
  const { tipsImapUrl: imapUrl, url: siteUrl } = settings;
  if (!imapUrl) return [];
  return [
    {
      name: 'read-tips',
      when: '2-59/5 * * * *',
      async work(signal) {
        const town = await findTown(write);
        const own = [senderOf({ title: town.title, url: siteUrl }, settings.mailFrom).address.toLowerCase()];
        const found = await readTips(
          { db: write, media, collections, town, siteUrl, secret: auth.secret, imapUrl, own, now: now() },
          signal,
        );
        if (found.added > 0) log.info(found, 'suggestions read from the mailbox');
      },
    },
  ];
}
