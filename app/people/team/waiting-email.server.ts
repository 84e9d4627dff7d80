/** The daily email about what waits in the inbox, for those who asked for it. */
import { findUser } from '#app/people/accounts/user-store.server.ts';
import { findRole } from '#app/people/administrator/find-role.server.ts';
import type { AuthContext } from '#app/people/auth-context.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { queueMail } from '#app/platform/mail/mail-queue.server.ts';
import { waitingLetter } from './team-letters.ts';

/** Not before this hour of the town. */
const FIRST_HOUR = '07:00';

/** Whether the account gets the email. */
export async function wantsWaitingEmail(db: ReadDb, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('site_user')
    .select('waitingEmail')
    .where('id', '=', userId)
    .executeTakeFirst();
  return row?.waitingEmail === 1;
}

export async function saveWaitingEmail(db: WriteDb, userId: string, isWanted: boolean): Promise<void> {
  await db
    .updateTable('site_user')
    .set({ waitingEmail: isWanted ? 1 : 0 })
    .where('id', '=', userId)
    .execute();
}

/** `townTime` is the town's local time, '2026-11-20T07:15'; `count` is how many decisions wait, `titles` the newest. */
type Waiting = { townTime: string; siteTitle: string; count: number; titles: string[] };

/**
 * Queues the day's email for everyone who asked for it and may review the inbox, if anything waits. Each gets at most
 * one a day, whichever process queues it: the day is a key in the database.
 */
export async function queueWaitingEmails(
  { db, settings, now }: AuthContext,
  { townTime, siteTitle, count, titles }: Waiting,
): Promise<void> {
  const [day = '', hour = ''] = townTime.split('T');
  if (hour < FIRST_HOUR || count === 0) return;
  const wanting = await db
    .selectFrom('site_user')
    .select('id')
    .where('waitingEmail', '=', 1)
    .orderBy('id')
    .execute();
  for (const { id } of wanting)
    await inTransaction(db, async (transaction) => {
      const user = await findUser(transaction, id);
      const role = user && (await findRole(transaction, settings, user));
      if (!user || (role !== 'editor' && role !== 'admin')) return;
      const { numInsertedOrUpdatedRows } = await transaction
        .insertInto('waiting_email')
        .values({ userId: id, day })
        .onConflict((conflict) => conflict.columns(['userId', 'day']).doNothing())
        .executeTakeFirstOrThrow();
      if (numInsertedOrUpdatedRows !== 1n) return;
      await transaction.deleteFrom('waiting_email').where('userId', '=', id).where('day', '<', day).execute();
      await queueMail(
        transaction,
        waitingLetter(user.email, { url: settings.url, siteTitle, count, titles }),
        now(),
      );
    });
}
