import type { ReadDb, WriteDb } from '#app/database/handles.ts';

/** An account that a password may open under an address. `isHolder`: it has proved to hold the address. */
export type Candidate = { userId: string; hash: string; isHolder: boolean };

/** Everybody with a password who holds or claims the address: the holder first, then the earliest claim. */
export async function listCandidates(db: ReadDb, address: string): Promise<Candidate[]> {
  const holder = await db
    .selectFrom('verified_address')
    .innerJoin('password', 'password.userId', 'verified_address.userId')
    .select(['password.userId', 'password.hash'])
    .where('verified_address.address', '=', address)
    .execute();
  const claimants = await db
    .selectFrom('address_claim')
    .innerJoin('password', 'password.userId', 'address_claim.userId')
    .select(['password.userId', 'password.hash'])
    .where('address_claim.address', '=', address)
    .orderBy('address_claim.createdAt')
    .orderBy('address_claim.userId')
    .execute();
  return [
    ...holder.map((row) => ({ ...row, isHolder: true })),
    ...claimants.map((row) => ({ ...row, isHolder: false })),
  ];
}

/** Undefined when the user has no password, as after signing in with Google only. */
export async function findPasswordHash(db: ReadDb, userId: string): Promise<string | undefined> {
  const row = await db.selectFrom('password').select('hash').where('userId', '=', userId).executeTakeFirst();
  return row?.hash;
}

export async function findPasswordDate(db: ReadDb, userId: string): Promise<number | undefined> {
  const row = await db
    .selectFrom('password')
    .select('createdAt')
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row?.createdAt;
}

export async function savePassword(
  db: WriteDb,
  { userId, hash, now }: { userId: string; hash: string; now: number },
): Promise<void> {
  await db
    .insertInto('password')
    .values({ userId, hash, createdAt: now })
    .onConflict((conflict) => conflict.column('userId').doUpdateSet({ hash, createdAt: now }))
    .execute();
}
