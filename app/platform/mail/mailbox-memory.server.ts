import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';

/** What was read of a mailbox, and why it could not be opened the last time; null if it could. */
export type MailboxMemory = {
  /** Whose: `user@host/folder`. */
  mailbox: string;
  uidValidity: string;
  /** The last message that was read. */
  uid: number;
  problem: string | null;
};

const NAME = 'mailbox';

/** Undefined before the first look into the mailbox. */
export async function findMailboxMemory(db: ReadDb): Promise<MailboxMemory | undefined> {
  const row = await db
    .selectFrom('newsletter_setting')
    .select('value')
    .where('name', '=', NAME)
    .executeTakeFirst();
  return row && (JSON.parse(row.value) as MailboxMemory);
}

/** Saves nothing when nothing changed: each save makes pages of the newsletter outdated. */
export async function saveMailboxMemory(db: WriteDb, memory: MailboxMemory): Promise<void> {
  const value = JSON.stringify(memory);
  if (JSON.stringify(await findMailboxMemory(db)) === value) return;
  await db
    .insertInto('newsletter_setting')
    .values({ name: NAME, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
