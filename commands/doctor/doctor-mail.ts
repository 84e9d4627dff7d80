import { checkMailbox, MailboxError } from '#app/newsletter/bounces/mailbox.server.ts';
import { MailError } from '#app/platform/mail/mail-error.ts';
import { mailFolderOf } from '#app/platform/mail/mail-folder.server.ts';
import { mailFaultWords } from '#app/platform/mail/mail-words.ts';
import { checkSmtp, type SmtpLimits } from '#app/platform/mail/mailer.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { type Finding, ok, problem, warning } from './doctor-finding.ts';

/** Whether emails can be sent: connects to the mail server and logs in, and sends nothing. */
export async function* checkMail({
  smtpUrl,
  mailFrom,
  url,
  dataFolder,
  production,
}: Settings): AsyncGenerator<Finding> {
  if (!smtpUrl) {
    const what = `SMTP_URL is not set, so emails are saved as files in ${mailFolderOf(dataFolder)}`;
    yield production
      ? warning('mail-server', `${what}. Set it, or nobody can confirm an email address`)
      : ok('mail-server', what);
    return;
  }
  yield* checkServer(smtpUrl, url);
  if (!mailFrom) {
    yield warning(
      'mail-from',
      `MAIL_FROM is not set, so emails come from no-reply@${new URL(url).hostname}, which many mail servers reject. Set MAIL_FROM=…`,
    );
  }
}

async function* checkServer(smtpUrl: string, siteUrl: string): AsyncGenerator<Finding> {
  // The address without user and password, which are secrets.
  const { protocol, host, hostname } = new URL(smtpUrl);
  try {
    const limits = await checkSmtp({ smtpUrl, siteUrl });
    yield ok('mail-server', `The mail server ${host} responds and accepts the login`);
    yield* checkLimits(limits, hostname);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    yield problem(
      'mail-server',
      `${protocol}//${host}: ${mailFaultWords[error.trouble]} It said: ${error.reply}`,
    );
  }
}

/** An issue of the newsletter has up to 90 KB of HTML, its text, and what encoding adds. */
const LEAST_SIZE = 300_000;

function* checkLimits({ size, isEncrypted }: SmtpLimits, host: string): Generator<Finding> {
  if (isEncrypted) yield ok('mail-encryption', 'The connection to the mail server is encrypted');
  else if (host !== 'localhost' && !/^127\.|^\[::1\]$/.test(host))
    yield warning(
      'mail-encryption',
      `The connection to the mail server is not encrypted: ${host} does not offer STARTTLS. Use smtps://…, or turn on STARTTLS there`,
    );
  if (size === undefined) return;
  const words = `The mail server accepts emails of up to ${Math.floor(size / 1000)} KB`;
  yield size < LEAST_SIZE
    ? warning('mail-size', `${words}, too few for a newsletter. Raise its limit`)
    : ok('mail-size', words);
}

/** Whether the mailbox that bounces are read from can be opened. Reads nothing in it. */
export async function* checkBounces({ imapUrl }: Settings): AsyncGenerator<Finding> {
  if (!imapUrl) return;
  try {
    yield ok(
      'bounce-mailbox',
      `The mailbox for bounces can be opened; it has ${await checkMailbox({ imapUrl })} messages`,
    );
  } catch (error) {
    if (!(error instanceof MailboxError)) throw error;
    yield problem('bounce-mailbox', `${error.message} It said: ${error.reply}`);
  }
}
