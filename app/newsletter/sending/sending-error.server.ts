import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { MailError, MailFault } from '#app/platform/mail/mail-error.ts';

/** Why no newsletter can be sent at the moment, since `at` (UTC epoch milliseconds): a problem of the mail server. */
export type SendingError = { at: number; trouble: MailFault; reply: string };

const SETTING = 'trouble';

/** Undefined while emails are accepted. */
export async function findSendingError(db: ReadDb): Promise<SendingError | undefined> {
  const row = await db
    .selectFrom('newsletter_setting')
    .select('value')
    .where('name', '=', SETTING)
    .executeTakeFirst();
  return row && JSON.parse(row.value);
}

/** Remembers a problem since it began. */
export async function recordSendingError(db: WriteDb, error: MailError, now: number): Promise<void> {
  const known = await findSendingError(db);
  if (known?.trouble === error.trouble && known.reply === error.reply) return;
  const { trouble, reply } = error;
  const value = JSON.stringify({ at: known?.at ?? now, trouble, reply } satisfies SendingError);
  await db
    .insertInto('newsletter_setting')
    .values({ name: SETTING, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** The mail server accepts emails again. */
export async function clearSendingError(db: WriteDb): Promise<void> {
  if (await findSendingError(db))
    await db.deleteFrom('newsletter_setting').where('name', '=', SETTING).execute();
}
