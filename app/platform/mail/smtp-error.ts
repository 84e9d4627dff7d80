import { MailError, type MailFault } from './mail-error.ts';
import { plainLine } from './plain-line.ts';

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
