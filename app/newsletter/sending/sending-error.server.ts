import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { MailError, MailFault } from '#app/platform/mail/mail-error.ts';
import {
  findNewsletterSetting,
  saveNewsletterSetting,
} from '#app/platform/mail/newsletter-setting.server.ts';

/** Why no newsletter can be sent at the moment, since `at` (UTC epoch milliseconds): a problem of the mail server. */
export type SendingError = { at: number; trouble: MailFault; reply: string };

/** Undefined while emails are accepted. */
export async function findSendingError(db: ReadDb): Promise<SendingError | undefined> {
  const value = await findNewsletterSetting(db, 'trouble');
  return value === undefined ? undefined : JSON.parse(value);
}

/** Remembers a problem since it began. */
export async function recordSendingError(db: WriteDb, error: MailError, now: number): Promise<void> {
  const known = await findSendingError(db);
  const { trouble, reply } = error;
  if (known?.trouble === trouble && known.reply === reply) return;
  const value = JSON.stringify({ at: known?.at ?? now, trouble, reply } satisfies SendingError);
  await saveNewsletterSetting(db, 'trouble', value);
}

/** The mail server accepts emails again. */
export async function clearSendingError(db: WriteDb): Promise<void> {
  if (await findSendingError(db))
    await db.deleteFrom('newsletter_setting').where('name', '=', 'trouble').execute();
}
