import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';

/** A user's identity at an OpenID issuer: never the address, which may pass to another person. */
export type IdentityKey = { issuer: string; subject: string };

export async function findIdentityOwner(
  db: ReadDb,
  { issuer, subject }: IdentityKey,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('identity')
    .select('userId')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row?.userId;
}

/** Oldest first; `createdAt` is UTC epoch milliseconds. */
export function listIdentities(
  db: ReadDb,
  userId: string,
): Promise<{ issuer: string; subject: string; createdAt: number }[]> {
  return db
    .selectFrom('identity')
    .select(['issuer', 'subject', 'createdAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute();
}

/** Throws when the identity already belongs to an account. */
export async function addIdentity(
  db: WriteDb,
  { userId, issuer, subject, now }: IdentityKey & { userId: string; now: number },
): Promise<void> {
  await db.insertInto('identity').values({ userId, issuer, subject, createdAt: now }).execute();
}

export async function removeIdentities(db: WriteDb, userId: string): Promise<void> {
  await db.deleteFrom('identity').where('userId', '=', userId).execute();
}
