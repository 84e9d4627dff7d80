import { randomBytes } from 'node:crypto';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { PasskeyRow } from '#app/platform/database/tables/operation-tables.ts';

/** A stored passkey. Instants are UTC epoch milliseconds; `lastUsedAt` is null before its first login. */
export type Passkey = PasskeyRow;

const columns = [
  'id',
  'credentialId',
  'userId',
  'rpId',
  'publicKey',
  'counter',
  'transports',
  'name',
  'createdAt',
  'lastUsedAt',
] as const;

/** Stores a new passkey and returns its id. Undefined when an account already has this passkey. */
export async function addPasskey(
  db: WriteDb,
  passkey: Omit<Passkey, 'id' | 'lastUsedAt'>,
): Promise<string | undefined> {
  const id = randomBytes(16).toString('base64url');
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('passkey')
    .values({ ...passkey, id, lastUsedAt: null })
    .onConflict((conflict) => conflict.column('credentialId').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n ? id : undefined;
}

/** The user's passkeys, oldest first, including those created for another host. */
export function listPasskeys(db: ReadDb, userId: string): Promise<Passkey[]> {
  return db
    .selectFrom('passkey')
    .select(columns)
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .orderBy('id')
    .execute();
}

/** The passkey that a browser names; undefined when it was removed, or never existed. */
export function findPasskey(db: ReadDb, credentialId: string): Promise<Passkey | undefined> {
  return db.selectFrom('passkey').select(columns).where('credentialId', '=', credentialId).executeTakeFirst();
}

/**
 * Records a login with the passkey and its authenticator's new `counter`. False when the passkey was removed or used
 * since it was read as `passkey`.
 */
export async function recordPasskeyUse(
  db: WriteDb,
  passkey: Passkey,
  { counter, now }: { counter: number; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ counter, lastUsedAt: now })
    .where('id', '=', passkey.id)
    .where('counter', '=', passkey.counter)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** False when the user has no such passkey. */
export async function renamePasskey(
  db: WriteDb,
  { userId, id, name }: Pick<Passkey, 'userId' | 'id' | 'name'>,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ name })
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** False when the user no longer has this passkey. */
export async function removePasskey(
  db: WriteDb,
  { userId, id }: Pick<Passkey, 'userId' | 'id'>,
): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey')
    .where('userId', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** Removes every passkey of the user and returns how many there were. */
export async function removePasskeys(db: WriteDb, userId: string): Promise<number> {
  const { numDeletedRows } = await db
    .deleteFrom('passkey')
    .where('userId', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}
