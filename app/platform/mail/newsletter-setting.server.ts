import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';

type Name = 'plan' | 'schedule' | 'skipped' | 'trouble' | 'mailbox';

/** One of the newsletter's settings and memories, as it was saved; undefined before that. */
export async function findNewsletterSetting(db: ReadDb, name: Name): Promise<string | undefined> {
  const row = await db
    .selectFrom('newsletter_setting')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirst();
  return row?.value;
}

/** Each save makes pages of the newsletter outdated. */
export async function saveNewsletterSetting(db: WriteDb, name: Name, value: string): Promise<void> {
  await db
    .insertInto('newsletter_setting')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
