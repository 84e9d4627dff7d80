import type { WriteDb } from '#app/platform/database/handles.ts';
import {
  type ClaimedMail,
  claimNextMail,
  hurryWaitingMails,
  markSent,
  markUnsent,
} from './mail-claims.server.ts';
import { toMailError } from './mail-error.ts';
import type { MailKind } from './mail-queue.server.ts';
import { type Stop, withGrace } from './sending-grace.server.ts';

/** Delivers one email: to the mail server, or to a file. Throws MailError. Aborts when `signal` fires. */
export type Deliver = (mail: ClaimedMail, signal: AbortSignal) => Promise<void>;

/** The outcome of one email, for the log: without its text and recipient. */
export type MailReport = {
  mail: string;
  kind: MailKind;
  attempt: number;
  state: 'sent' | 'queued' | 'failed' | 'bounced';
  trouble?: string;
};

type Sending = {
  db: WriteDb;
  deliver: Deliver;
  /** UTC epoch milliseconds. */
  now: () => number;
  report: (report: MailReport) => void;
} & Stop;

const AT_ONCE = 5;

/**
 * Sends all due emails, five at once, and those that come in meanwhile. Each is sent at least once: if a sender crashes
 * between the mail server's acceptance and recording it, the email is sent again, with the same Message-ID. Throws only
 * when the database fails.
 */
export async function sendQueuedMails(sending: Sending): Promise<void> {
  await withGrace(sending, async (cut) => {
    const round: Round = { ...sending, cut, busy: new Set(), wayWasTried: false };
    await Promise.all(Array.from({ length: AT_ONCE }, () => sendOneByOne(round)));
  });
}

type Round = Sending & { cut: AbortSignal; busy: Set<string>; wayWasTried: boolean };

async function sendOneByOne(round: Round): Promise<void> {
  const { db, now, signal, busy } = round;
  while (!signal.aborted) {
    const mail = await claimNextMail(db, now(), [...busy]);
    if (!mail) return;
    busy.add(mail.id);
    await sendOne(round, mail).finally(() => busy.delete(mail.id));
  }
}

async function sendOne(round: Round, mail: ClaimedMail): Promise<void> {
  const { db, deliver, now, report, cut } = round;
  const facts = { mail: mail.id, kind: mail.letter.kind, attempt: mail.attempts };
  const error = await deliver(mail, cut).then(() => undefined, toMailError);
  if (error) {
    const state = await markUnsent(db, mail, error, now());
    return report({ ...facts, state, trouble: error.trouble });
  }
  await markSent(db, mail, now());
  report({ ...facts, state: 'sent' });
  if (round.wayWasTried) return;
  round.wayWasTried = true;
  await hurryWaitingMails(db);
}
