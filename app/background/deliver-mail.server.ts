import { composeTest } from '#app/newsletter/sending/issue-emails.server.ts';
import type { Services } from '#app/people/request/services.server.ts';
import { composeLetter } from '#app/platform/mail/compose-letter.server.ts';
import type { ClaimedMail } from '#app/platform/mail/mail-claims.server.ts';
import { mailFolderOf, writeMailFile } from '#app/platform/mail/mail-folder.server.ts';
import { sendMessage } from '#app/platform/mail/mail-server.server.ts';
import { townAndStateOf } from '#app/town/town-names.ts';
import { findTown } from '#app/town/town-store.server.ts';

/**
 * Sends the email, in the town's name, to the mail server or provider of `SMTP_URL`; without one it is written to a file in the
 * data folder. Throws MailError.
 */
export async function deliverMail(
  { settings, read, now }: Pick<Services, 'settings' | 'read' | 'now'>,
  { id, letter, queuedAt }: ClaimedMail,
  signal: AbortSignal,
): Promise<void> {
  const town = await findTown(read);
  const site = { title: town.title, place: townAndStateOf(town), url: settings.url };
  const { mailFrom, dkim } = settings;
  const message = letter.issue
    ? await composeTest(read, { id, letter, town, now: now(), settings })
    : await composeLetter({ id, letter, site, mailFrom, dkim, now: now() });
  const { smtpUrl, url: siteUrl, fetchAllow } = settings;
  if (smtpUrl) return sendMessage({ smtpUrl, siteUrl, fetchAllow }, message, signal);
  await writeMailFile(mailFolderOf(settings.dataFolder), fileNameOf(letter.kind, id, queuedAt), message.raw);
}

/** Sorts by time; contains the kind of email, and not the recipient. */
function fileNameOf(kind: string, id: string, queuedAt: number): string {
  const time = new Date(queuedAt).toISOString().replace(/[-:]|\.\d+/g, '');
  return `${time}-${kind}-${id.slice(0, 8)}`;
}
