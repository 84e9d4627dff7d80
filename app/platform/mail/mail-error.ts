import { plainLine } from './plain-line.ts';

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

/** Any error of a transport; one that is none of its own counts as unknown. */
export function toMailError(reason: unknown): MailError {
  if (reason instanceof MailError) return reason;
  return new MailError('unknown', plainLine(reason instanceof Error ? reason.message : '', 300));
}
