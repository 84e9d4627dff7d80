import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';

/** `later`: not now, but remind me. `never`: no reminders either. */
export type OfferAnswer = 'later' | 'never';

/** What the user chose when they were asked to add a passkey; undefined before they were asked. */
export async function findOfferAnswer(db: ReadDb, userId: string): Promise<OfferAnswer | undefined> {
  const row = await db
    .selectFrom('passkey_offer')
    .select('answer')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row?.answer;
}

export async function saveOfferAnswer(db: WriteDb, userId: string, answer: OfferAnswer): Promise<void> {
  await db
    .insertInto('passkey_offer')
    .values({ userId, answer })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ answer }))
    .execute();
}
