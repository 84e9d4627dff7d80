import { randomUUID } from 'node:crypto';
import type { Selectable } from 'kysely';
import { createToken, hashOfToken } from '#app/people/random-token.server.ts';
import { accountName } from '#app/platform/database/account-names.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { InvitationRow } from '#app/platform/database/tables/operation-tables.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import type { GivenRole } from './team.ts';

const LIFETIME_MS = 7 * DAY_MS;

/** `inviter` is the name of who sent it; null without one. Expired ones stay in the list until they are withdrawn. */
export type Invitation = Omit<Selectable<InvitationRow>, 'tokenHash'> & { inviter: string | null };

const columns = ['id', 'address', 'role', 'message', 'invitedBy', 'createdAt', 'expiresAt'] as const;

/**
 * Invites an address, and returns the token of the link; only its hash is stored, and it works once within seven days.
 * An expired invitation of the address is replaced. Undefined when one is still open. `now` is UTC epoch milliseconds.
 */
export async function createInvitation(
  db: WriteDb,
  entry: { address: string; role: GivenRole; message: string; invitedBy: string },
  now: number,
): Promise<string | undefined> {
  await db
    .deleteFrom('invitation')
    .where('address', '=', entry.address)
    .where('expiresAt', '<=', now)
    .execute();
  const token = createToken();
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('invitation')
    .values({
      id: randomUUID(),
      ...entry,
      tokenHash: hashOfToken(token),
      createdAt: now,
      expiresAt: now + LIFETIME_MS,
    })
    .onConflict((conflict) => conflict.column('address').doNothing())
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n ? token : undefined;
}

/** Gives an invitation another link for seven days; the earlier one ends. Undefined when it is gone. */
export async function renewInvitation(
  db: WriteDb,
  id: string,
  now: number,
): Promise<(Invitation & { token: string }) | undefined> {
  const token = createToken();
  const { numUpdatedRows } = await db
    .updateTable('invitation')
    .set({ tokenHash: hashOfToken(token), expiresAt: now + LIFETIME_MS })
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const invitation = numUpdatedRows === 1n ? await find(db, 'id', id) : undefined;
  return invitation && { ...invitation, token };
}

/** Returns the withdrawn invitation; undefined when it is gone. */
export function withdrawInvitation(db: WriteDb, id: string): Promise<Invitation | undefined> {
  return inTransaction(db, async (transaction) => {
    const invitation = await find(transaction, 'id', id);
    const deletion = transaction.deleteFrom('invitation').where('id', '=', id);
    const { numDeletedRows } = await deletion.executeTakeFirstOrThrow();
    return numDeletedRows === 1n ? invitation : undefined;
  });
}

/** Those that were not accepted, newest first. */
export function listInvitations(db: ReadDb): Promise<Invitation[]> {
  return invitations(db).orderBy('createdAt', 'desc').orderBy('id').limit(200).execute();
}

/** The invitation of a link at `now`. Reading does not use it up: email scanners open every link. */
export async function findInvitation(
  db: ReadDb,
  token: string,
  now: number,
): Promise<Invitation | undefined> {
  const found = await find(db, 'tokenHash', hashOfToken(token));
  return found && found.expiresAt > now ? found : undefined;
}

/** Uses the link up. True for exactly one of any number of concurrent calls. */
export async function redeemInvitation(db: WriteDb, token: string, now: number): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('invitation')
    .where('tokenHash', '=', hashOfToken(token))
    .where('expiresAt', '>', now)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

function find(db: ReadDb, column: 'id' | 'tokenHash', value: string): Promise<Invitation | undefined> {
  return invitations(db).where(column, '=', value).executeTakeFirst();
}

function invitations(db: ReadDb) {
  return db
    .selectFrom('invitation')
    .select(columns)
    .select(accountName('invitation.invitedBy').as('inviter'));
}
