/** The people who work on the site: accounts with a role. The administrator is not among these rows. */
import { findUser, type User } from '#app/people/accounts/user-store.server.ts';
import { findAdministrator } from '#app/people/administrator/administrator-address.server.ts';
import type { AuthContext } from '#app/people/auth-context.server.ts';
import { removeSessions } from '#app/people/sessions/session-store.server.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import type { GivenRole } from './team.ts';

/** `lastSeenAt` is when one of their sessions was last used, accurate to ten minutes; null without a session. */
export type Person = {
  userId: string;
  name: string | null;
  email: string;
  role: 'admin' | GivenRole;
  lastSeenAt: number | null;
};

/** The administrator first, then by name. */
export async function listPeople({ db, settings }: Pick<AuthContext, 'db' | 'settings'>): Promise<Person[]> {
  const administrator = await findAdministrator(db, settings);
  const rows = await db
    .selectFrom('site_user')
    .innerJoin('verified_address', 'verified_address.userId', 'site_user.id')
    .leftJoin('session', 'session.userId', 'site_user.id')
    .select(({ fn }) => [
      'site_user.id as userId',
      'site_user.name',
      'site_user.role',
      'verified_address.address as email',
      fn.max<number | null>('session.lastSeenAt').as('lastSeenAt'),
    ])
    .where((where) =>
      where.or([
        where('site_user.role', 'is not', null),
        where('site_user.id', '=', administrator?.id ?? ''),
      ]),
    )
    .groupBy(['site_user.id', 'site_user.name', 'site_user.role', 'verified_address.address'])
    .execute();
  const people = rows.map(({ role, lastSeenAt, ...row }): Person => {
    const isAdmin = row.userId === administrator?.id;
    return {
      ...row,
      role: isAdmin ? 'admin' : (role ?? 'contributor'),
      lastSeenAt: lastSeenAt === null ? null : Number(lastSeenAt),
    };
  });
  const rankOf = ({ role }: Person) => (role === 'admin' ? 0 : 1);
  return people.toSorted(
    (one, other) =>
      rankOf(one) - rankOf(other) || (one.name ?? one.email).localeCompare(other.name ?? other.email),
  );
}

/** An account with a role that was given to it; undefined for readers and for the administrator. */
export async function findPerson(
  { db, settings }: Pick<AuthContext, 'db' | 'settings'>,
  userId: string,
): Promise<(User & { role: GivenRole }) | undefined> {
  const user = await findUser(db, userId);
  const administrator = await findAdministrator(db, settings);
  return user?.role && user.id !== administrator?.id ? { ...user, role: user.role } : undefined;
}

/** Changes the role of someone who has one. False when they have none, or no longer. Takes effect at once. */
export function changeRole({ db }: AuthContext, userId: string, role: GivenRole): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('site_user')
      .set({ role })
      .where('id', '=', userId)
      .where('role', 'is not', null)
      .executeTakeFirstOrThrow();
    return numUpdatedRows === 1n;
  });
}

/**
 * Ends the role of a person with everything that it opened: sessions, API tokens, the forms they have open, an offer of
 * the administrator's role. Their account and what they wrote stay. False when they have no role.
 */
export function endRole({ db, now }: AuthContext, userId: string): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('site_user')
      .set({ role: null, waitingEmail: 0 })
      .where('id', '=', userId)
      .where('role', 'is not', null)
      .executeTakeFirstOrThrow();
    if (numUpdatedRows !== 1n) return false;
    await removeSessions(transaction, userId);
    await transaction
      .updateTable('api_token')
      .set({ revokedAt: now() })
      .where('userId', '=', userId)
      .where('revokedAt', 'is', null)
      .execute();
    await transaction.deleteFrom('open_form').where('userId', '=', userId).execute();
    await transaction.deleteFrom('administrator_offer').where('toUser', '=', userId).execute();
    return true;
  });
}

/** How a person is called where others read it: by name; without one, by role. Never by an email address. */
export function nameOfPerson({ name, role }: Pick<Person, 'name' | 'role'>): string {
  if (name) return name;
  return role === 'admin' ? 'The administrator' : role === 'editor' ? 'An editor' : 'A contributor';
}
