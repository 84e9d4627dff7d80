import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { MailError, Trouble } from '#app/platform/mail/mail-trouble.ts';

/** Why no newsletter can be sent at the moment, since `at` (UTC epoch milliseconds): a problem of the mail server. */
export type SendingTrouble = { at: number; trouble: Trouble; reply: string };

const SETTING = 'trouble';

/** Undefined while emails are accepted. */
export async function findSendingTrouble(db: ReadDb): Promise<SendingTrouble | undefined> {
  const row = await db
    .selectFrom('newsletter_setting')
    .select('value')
    .where('name', '=', SETTING)
    .executeTakeFirst();
  return row && JSON.parse(row.value);
}

/** Remembers a problem since it began. */
export async function noteSendingTrouble(db: WriteDb, error: MailError, now: number): Promise<void> {
  const known = await findSendingTrouble(db);
  if (known?.trouble === error.trouble && known.reply === error.reply) return;
  const { trouble, reply } = error;
  const value = JSON.stringify({ at: known?.at ?? now, trouble, reply } satisfies SendingTrouble);
  await db
    .insertInto('newsletter_setting')
    .values({ name: SETTING, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** The mail server accepts emails again. */
export async function clearSendingTrouble(db: WriteDb): Promise<void> {
  if (await findSendingTrouble(db))
    await db.deleteFrom('newsletter_setting').where('name', '=', SETTING).execute();
}
