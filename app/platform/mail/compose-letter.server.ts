import type { DkimKey } from './dkim-key.server.ts';
import { type MailSite, renderLetter } from './letter-page.ts';
import type { Letter } from './mail-queue.server.ts';
import { hostOf, senderOf } from './mail-sender.ts';
import { composeMessage, type Message } from './mailer.server.ts';

export type LetterFacts = {
  /** The queue's id: the Message-ID contains it, and is the same at every attempt. */
  id: string;
  letter: Letter;
  site: MailSite;
  mailFrom: string | undefined;
  dkim?: DkimKey | undefined;
  now: number;
};

/** A queued email as a message. `now` (UTC epoch milliseconds) becomes its Date. */
export function composeLetter({ id, letter, site, mailFrom, dkim, now }: LetterFacts): Promise<Message> {
  return composeMessage({
    ...renderLetter(letter, site),
    from: senderOf(site, mailFrom),
    to: letter.to,
    messageId: `${id}@${hostOf(site.url)}`,
    date: now,
    // Prevents automatic replies (RFC 3834).
    headers: { 'Auto-Submitted': 'auto-generated' },
    dkim,
  });
}
