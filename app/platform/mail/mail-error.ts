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
 * `retryAfterMs`: the other side takes no emails for as long.
 */
export class MailError extends Error {
  override name = 'MailError';
  trouble: MailFault;
  reply: string;
  mayHaveArrived: boolean;
  retryAfterMs: number | undefined;

  constructor(
    trouble: MailFault,
    reply: string,
    {
      mayHaveArrived = false,
      retryAfterMs,
    }: { mayHaveArrived?: boolean; retryAfterMs?: number | undefined } = {},
  ) {
    super(`mail: ${trouble}`);
    this.trouble = trouble;
    this.reply = reply;
    this.mayHaveArrived = mayHaveArrived;
    this.retryAfterMs = retryAfterMs;
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

/** What nodemailer reports of a failed conversation with a mail server. */
type SmtpFailure = {
  message?: string;
  code?: string;
  originalCode?: string;
  responseCode?: number;
  response?: string;
  command?: string;
};

/**
 * The kind of problem, from any error of a conversation with a mail server. `mayHaveArrived`: the message was being
 * transmitted, and the server has not refused it.
 */
export function mailErrorOf(error: unknown, mayHaveArrived = false): MailError {
  if (error instanceof MailError) return error;
  const failure = (error ?? {}) as SmtpFailure;
  const reply = plainLine(failure.response ?? failure.message ?? '', 300);
  return new MailError(troubleOf(failure), reply, { mayHaveArrived });
}

/** Whether the server has refused this message, for now or for good, and can be given another one. */
export function isRejection(error: unknown): boolean {
  const { code = '', responseCode = 0 } = (error ?? {}) as SmtpFailure;
  if (!['EENVELOPE', 'EMESSAGE'].includes(code)) return false;
  return responseCode === 0 ? isTooLarge(error as SmtpFailure) : responseCode >= 400 && responseCode < 600;
}

const NOT_LOGGED_IN = [530, 534, 535, 538];

function troubleOf(failure: SmtpFailure): MailFault {
  const { code = '', originalCode = '', responseCode = 0, command = '' } = failure;
  if (['ETLS', 'EREQUIRETLS'].includes(code) || /CERT|SSL|TLS/.test(originalCode)) return 'unsafe';
  if (['EAUTH', 'ENOAUTH'].includes(code) || NOT_LOGGED_IN.includes(responseCode)) {
    return responseCode >= 400 && responseCode < 500 ? 'deferred' : 'login';
  }
  if (isTooLarge(failure)) return 'too-large';
  if (responseCode >= 500 && command === 'MAIL FROM') return 'sender';
  if (responseCode >= 500 && ['EENVELOPE', 'EMESSAGE'].includes(code)) return 'refused';
  return responseCode >= 400 && responseCode < 500 ? 'deferred' : 'unreachable';
}

/** Larger than the SIZE of the server's EHLO, which nodemailer notices first, or than it says now (RFC 1870). */
function isTooLarge({ code = '', responseCode = 0, command = '' }: SmtpFailure): boolean {
  return command === 'MAIL FROM' && (responseCode === 552 || (responseCode === 0 && code === 'EMESSAGE'));
}
