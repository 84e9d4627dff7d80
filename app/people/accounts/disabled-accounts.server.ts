/**
 * Accounts that were disabled, here or in the system they came from. They keep their data and their newsletter, but no
 * way in opens them, and nobody can verify their address. From outside it looks as if they did not exist.
 */
import { removeProofs } from '#app/people/addresses/proof-store.server.ts';
import { isAdministrator } from '#app/people/administrator/administrator-address.server.ts';
import type { AuthContext } from '#app/people/auth-context.server.ts';
import { removeSessions } from '#app/people/sessions/session-store.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { parseEmailAddress } from '#app/platform/mail/email-address.ts';
import { findUser, type User } from './user-store.server.ts';

/** `disabledAt` is UTC epoch milliseconds. */
export type DisabledAccount = { userId: string; email: string; disabledAt: number };

/** Whether a disabled account holds or claims the address. */
export async function isAddressDisabled(db: ReadDb, address: string): Promise<boolean> {
  return (await disabledOf(db, address)).length > 0;
}

/** Disables an account, and ends its sessions and every link that was emailed to it. Nothing changes if it is. */
export async function disableUser(db: WriteDb, userId: string, now: number): Promise<void> {
  await inTransaction(db, async (transaction) => {
    await transaction
      .updateTable('site_user')
      .set({ disabledAt: now })
      .where('id', '=', userId)
      .where('disabledAt', 'is', null)
      .execute();
    await removeSessions(transaction, userId);
    await removeProofs(transaction, userId);
  });
}

/** Enables all accounts that hold or claim the address, and returns how many were disabled. */
export async function enableAddress(db: WriteDb, email: string): Promise<number> {
  const ids = await disabledOf(db, parseEmailAddress(email) ?? '');
  if (ids.length === 0) return 0;
  await db.updateTable('site_user').set({ disabledAt: null }).where('id', 'in', ids).execute();
  return ids.length;
}

async function disabledOf(db: ReadDb, address: string): Promise<string[]> {
  const holding = db
    .selectFrom('verified_address')
    .innerJoin('site_user', 'site_user.id', 'verified_address.userId')
    .select('site_user.id')
    .where('verified_address.address', '=', address)
    .where('site_user.disabledAt', 'is not', null);
  const claiming = db
    .selectFrom('address_claim')
    .innerJoin('site_user', 'site_user.id', 'address_claim.userId')
    .select('site_user.id')
    .where('address_claim.address', '=', address)
    .where('site_user.disabledAt', 'is not', null);
  return (await holding.union(claiming).execute()).map(({ id }) => id);
}

/** All disabled accounts, those disabled last first. For the operator. */
export async function listDisabledAccounts(db: ReadDb): Promise<DisabledAccount[]> {
  const rows = await db
    .selectFrom('site_user')
    .leftJoin('verified_address', 'verified_address.userId', 'site_user.id')
    .leftJoin('address_claim', 'address_claim.userId', 'site_user.id')
    .select([
      'site_user.id as userId',
      'site_user.disabledAt',
      'verified_address.address as verified',
      'address_claim.address as claimed',
    ])
    .where('site_user.disabledAt', 'is not', null)
    .orderBy('site_user.disabledAt', 'desc')
    .orderBy('site_user.id')
    .execute();
  return rows.map(({ userId, disabledAt, verified, claimed }) => ({
    userId,
    email: verified ?? claimed ?? '',
    disabledAt: Number(disabledAt),
  }));
}

/**
 * The account of an address, disabled or not: the holder's, otherwise the earliest that claims it. Takes as long when
 * there is none.
 */
export async function findAccountId({ db }: AuthContext, email: string): Promise<string | undefined> {
  const address = parseEmailAddress(email) ?? '';
  const holder = await db
    .selectFrom('verified_address')
    .select('userId')
    .where('address', '=', address)
    .executeTakeFirst();
  const claim = await db
    .selectFrom('address_claim')
    .select('userId')
    .where('address', '=', address)
    .orderBy('createdAt')
    .executeTakeFirst();
  return (holder ?? claim)?.userId;
}

/** The same account with what is stored about it. */
export async function findAccount(auth: AuthContext, email: string): Promise<User | undefined> {
  const userId = await findAccountId(auth, email);
  return userId === undefined ? undefined : findUser(auth.db, userId);
}

/** For the operator. An administrator can't be disabled. */
export async function disableAccount(
  auth: AuthContext,
  email: string,
): Promise<'disabled' | 'missing' | 'administrator'> {
  const user = await findAccount(auth, email);
  if (!user) return 'missing';
  if (await isAdministrator(auth.db, auth.settings, user)) return 'administrator';
  await disableUser(auth.db, user.id, auth.now());
  return 'disabled';
}
