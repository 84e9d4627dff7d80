/** Refusals in a row: whether the mail server means the recipients, or us. */
import { bounceKindOf } from '#app/platform/mail/bounce-kind.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import { type ClaimedEmail, requeueRefused } from './claims.server.ts';
import type { EmailSending } from './send-email.server.ts';

/** An email that the mail server refused for good, with this response. */
export type Rejection = { email: ClaimedEmail; reply: string };

/** Those since the last email that was accepted. They count as bounces once another one is, or the round ends. */
export type RejectionSeries = Rejection[];

const MOST_ALIKE = 10;
const LEAST_DOMAINS = 3;
const MOST = 20;
const RETRY_MS = MINUTE_MS;

/**
 * Whether this many refusals are about the sender: an account that is suspended, a daily limit. Twenty in a row are, and
 * ten with the same text to several domains.
 */
export function isAgainstUs(series: RejectionSeries): boolean {
  if (series.length >= MOST) return true;
  const domains = new Set(series.map(({ email }) => email.domain));
  const texts = new Set(series.map(({ email, reply }) => plainOf(reply, email)));
  return series.length >= MOST_ALIKE && domains.size >= LEAST_DOMAINS && texts.size === 1;
}

/**
 * Whether a refusal is about its recipient whatever became of the others: it was refused before and others were accepted
 * since; or it was refused three times with words about the mailbox, so that the last emails of an issue, all to dead
 * addresses, do not wait for ever.
 */
export function isOwnFault({ email, reply }: Rejection, isProbe: boolean): boolean {
  return isProbe ? email.attempts > 2 && bounceKindOf({ reply }) === 'hard' : email.attempts > 1;
}

/** Without what differs from one recipient to the next. */
function plainOf(reply: string, { address }: ClaimedEmail): string {
  return reply.replaceAll(address, '').replace(/[\w.+-]+@[\w.-]+|\d+/g, '');
}

/** The recipients are at fault: each counts as a bounce. Empties the list. */
export async function confirmRejections(
  { db, onRefused }: EmailSending,
  series: RejectionSeries,
): Promise<void> {
  for (const { email, reply } of series.splice(0)) await onRefused(db, { tag: email.tag, reply });
}

/** We are at fault: the emails are sent after the others. */
export function withdrawRejections({ db, now }: EmailSending, series: RejectionSeries): Promise<void> {
  return requeueRefused(
    db,
    series.map(({ email }) => email.tag),
    now() + RETRY_MS,
  );
}
