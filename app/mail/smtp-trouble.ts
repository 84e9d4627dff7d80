import { MailError, type Trouble } from './mail-trouble.ts';
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

/** The kind of problem, from any error of a conversation with a mail server. */
export function mailErrorOf(error: unknown): MailError {
  if (error instanceof MailError) return error;
  const failure = (error ?? {}) as SmtpFailure;
  return new MailError(troubleOf(failure), plainLine(failure.response ?? failure.message ?? '', 300));
}

const NOT_LOGGED_IN = [530, 534, 535, 538];

function troubleOf({ code = '', originalCode = '', responseCode = 0, command = '' }: SmtpFailure): Trouble {
  if (['ETLS', 'EREQUIRETLS'].includes(code) || /CERT|SSL|TLS/.test(originalCode)) return 'unsafe';
  if (['EAUTH', 'ENOAUTH'].includes(code) || NOT_LOGGED_IN.includes(responseCode)) {
    return responseCode >= 400 && responseCode < 500 ? 'deferred' : 'login';
  }
  if (responseCode >= 500 && command === 'MAIL FROM') return 'sender';
  if (responseCode >= 500 && ['EENVELOPE', 'EMESSAGE'].includes(code)) return 'refused';
  return responseCode >= 400 && responseCode < 500 ? 'deferred' : 'unreachable';
}
