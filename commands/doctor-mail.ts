import { mailFolderOf } from '#app/mail/mail-folder.server.ts';
import { MailError } from '#app/mail/mail-trouble.ts';
import { troubleWords } from '#app/mail/mail-words.ts';
import { checkSmtp } from '#app/mail/mailer.server.ts';
import type { Settings } from '#app/settings.server.ts';
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
    yield production ? warning(`${what}. Set it, or nobody can confirm an email address`) : ok(what);
    return;
  }
  yield await checkServer(smtpUrl, url);
  if (!mailFrom) {
    yield warning(
      `MAIL_FROM is not set, so emails come from no-reply@${new URL(url).hostname}, which many mail servers reject. Set MAIL_FROM=…`,
    );
  }
}

async function checkServer(smtpUrl: string, siteUrl: string): Promise<Finding> {
  // The address without user and password, which are secrets.
  const { protocol, host } = new URL(smtpUrl);
  try {
    await checkSmtp({ smtpUrl, siteUrl });
    return ok(`The mail server ${host} responds and accepts the login`);
  } catch (error) {
    if (!(error instanceof MailError)) throw error;
    return problem(`${protocol}//${host}: ${troubleWords[error.trouble]} It said: ${error.reply}`);
  }
}
