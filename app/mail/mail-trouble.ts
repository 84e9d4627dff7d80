/** Why a mail could not go: what is wrong with the mail server, with its settings, or with this one mail. */
export type Trouble =
  /** The mail server does not answer, is too slow or breaks off. */
  | 'unreachable'
  /** No connection that others cannot read. */
  | 'unsafe'
  /** The mail server does not accept the user and password. */
  | 'login'
  /** The mail server does not accept the sender. */
  | 'sender'
  /** The mail server asked to try again later. */
  | 'deferred'
  /** The mail server refused this recipient or this mail for good. */
  | 'refused'
  /** The file could not be written. */
  | 'unwritable'
  | 'unknown';

/** Thrown by whatever takes a mail away. `reply` is the other side's own words, on one line. */
export class MailError extends Error {
  override name = 'MailError';
  trouble: Trouble;
  reply: string;

  constructor(trouble: Trouble, reply: string) {
    super(`mail: ${trouble}`);
    this.trouble = trouble;
    this.reply = reply;
  }
}

/** Troubles of the way, not of the mail: when one mail gets through, all of these may. */
export const TROUBLES_OF_THE_WAY: Trouble[] = ['unreachable', 'unsafe', 'login', 'sender', 'unwritable'];

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export const LONGEST_WAIT_MS = 4 * HOUR;
const GIVE_UP_MS = 48 * HOUR;
// A clock that jumps ahead must not make all waiting mails give up at their first trouble.
const LEAST_ATTEMPTS = 8;

/**
 * When to try again after the `attempts`th attempt, in UTC epoch milliseconds: after one minute, then twice as long
 * each time, up to four hours. Undefined when it is 48 hours since the mail was queued: given up.
 */
export function nextAttemptOf(attempts: number, queuedAt: number, now: number): number | undefined {
  const next = now + Math.min(MINUTE * 2 ** (attempts - 1), LONGEST_WAIT_MS);
  return next - queuedAt > GIVE_UP_MS && attempts >= LEAST_ATTEMPTS ? undefined : next;
}
