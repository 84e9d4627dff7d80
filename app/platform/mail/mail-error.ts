import { HOUR_MS, MINUTE_MS } from '#app/platform/time/durations.ts';

/** Why an email could not be sent: a problem with the mail server, its settings, or this email. */
export type MailFault =
  /** The mail server does not respond, is too slow or disconnects. */
  | 'unreachable'
  /** No encrypted connection. */
  | 'unsafe'
  /** The mail server does not accept the user and password. */
  | 'login'
  /** The mail server does not accept the sender. */
  | 'sender'
  /** The email is larger than the mail server accepts. */
  | 'too-large'
  /** The mail server asked to retry later. */
  | 'deferred'
  /** The mail server refused this recipient or this email permanently. */
  | 'refused'
  /** The file could not be written. */
  | 'unwritable'
  | 'unknown';

/**
 * Thrown by all transports. `reply` is the other side's text, on one line. `mayHaveArrived`: the connection failed while
 * the message was being transmitted, so nobody knows the outcome; otherwise it was certainly not accepted.
 */
export class MailError extends Error {
  override name = 'MailError';
  trouble: MailFault;
  reply: string;
  mayHaveArrived: boolean;

  constructor(trouble: MailFault, reply: string, { mayHaveArrived = false } = {}) {
    super(`mail: ${trouble}`);
    this.trouble = trouble;
    this.reply = reply;
    this.mayHaveArrived = mayHaveArrived;
  }
}

/** Problems of the connection, not of the email: when one email gets through, all of these may. */
export const TROUBLES_OF_THE_WAY: MailFault[] = [
  'unreachable',
  'unsafe',
  'login',
  'sender',
  'too-large',
  'unwritable',
];

export const LONGEST_WAIT_MS = 4 * HOUR_MS;
const GIVE_UP_MS = 48 * HOUR_MS;
// A clock that jumps ahead must not make all waiting emails fail at their first problem.
const LEAST_ATTEMPTS = 8;

/**
 * When to retry after the `attempts`th attempt, in UTC epoch milliseconds: after one minute, then twice as long each
 * time, up to four hours. Undefined 48 hours after the email was queued: it has failed.
 */
export function nextAttemptOf(attempts: number, queuedAt: number, now: number): number | undefined {
  const next = now + Math.min(MINUTE_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS);
  return next - queuedAt > GIVE_UP_MS && attempts >= LEAST_ATTEMPTS ? undefined : next;
}
