/**
 * The administrator's role goes to another person when both agree and both enter their password. There is one at any
 * moment: the role is that of one address (`administrator-address.server.ts`), which one transaction replaces.
 */
import { findUser, type User } from '#app/people/accounts/user-store.server.ts';
import {
  findAdministrator,
  recordFormerAddresses,
  saveAdminEmail,
} from '#app/people/administrator/administrator-address.server.ts';
import type { AuthContext } from '#app/people/auth-context.server.ts';
import { createToken, hashOfToken } from '#app/people/random-token.server.ts';
import { removeSessions } from '#app/people/sessions/session-store.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { heldFor, inTransaction } from '#app/platform/database/transaction.ts';
import { queueMail } from '#app/platform/mail/mail-queue.server.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { findPerson } from './person-store.server.ts';
import { offerLetter, transferredLetter } from './team-letters.ts';

const LIFETIME_MS = 7 * DAY_MS;
const ONLY_OFFER = 1;

/** `expiresAt` is UTC epoch milliseconds. */
export type Offer = { fromUser: string; toUser: string; expiresAt: number };

/** The open offer, if there is one: there is never more than one. */
export async function findOffer(db: ReadDb, now: number): Promise<Offer | undefined> {
  return db
    .selectFrom('administrator_offer')
    .select(['fromUser', 'toUser', 'expiresAt'])
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/** The offer of a link at `now`; reading does not use it up. */
export async function findOfferByToken(db: ReadDb, token: string, now: number): Promise<Offer | undefined> {
  return db
    .selectFrom('administrator_offer')
    .select(['fromUser', 'toUser', 'expiresAt'])
    .where('tokenHash', '=', hashOfToken(token))
    .where('expiresAt', '>', now)
    .executeTakeFirst();
}

/**
 * Offers the role to a person by email, in place of any earlier offer. The sender has entered their password. False when
 * the person has no role, or the sender is not the administrator.
 */
export function offerRole(
  { db, settings, now }: AuthContext,
  { from, to, title }: { from: string; to: string; title: string },
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const administrator = await findAdministrator(transaction, settings);
    const person = await findPerson({ db: transaction, settings }, to);
    if (administrator?.id !== from || !person || person.isDisabled || !person.emailVerified) return false;
    const token = createToken();
    const offer = {
      tokenHash: hashOfToken(token),
      fromUser: from,
      toUser: to,
      expiresAt: now() + LIFETIME_MS,
    };
    await transaction
      .insertInto('administrator_offer')
      .values({ id: ONLY_OFFER, ...offer })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(offer))
      .execute();
    const name = administrator.name ?? 'The administrator';
    await queueMail(transaction, offerLetter(person.email, { url: settings.url, title, token, name }), now());
    return true;
  });
}

/** Withdraws the offer to a person, or declines it. False when there is none, also when it is for someone else by now. */
export async function endOffer({ db }: Pick<AuthContext, 'db'>, toUser: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('administrator_offer')
    .where('toUser', '=', toUser)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/**
 * Accepts an offer, for the account that it was made to, whose owner has entered their password: that account becomes
 * the administrator, the former one an editor, and tokens of the administrator stay with who created them. False when
 * the offer is over, or the administrator is no longer who made it. `BELFRY_ADMIN_EMAIL` with the former address has no
 * effect from then on.
 */
export function acceptRole(
  { db, settings, now }: AuthContext,
  { token, userId, title }: { token: string; userId: string; title: string },
): Promise<{ former: User } | undefined> {
  return inTransaction(db, async (transaction) => {
    const offer = await transaction
      .deleteFrom('administrator_offer')
      .where('tokenHash', '=', hashOfToken(token))
      .where('toUser', '=', userId)
      .where('expiresAt', '>', now())
      .returning(['fromUser', 'toUser'])
      .executeTakeFirst();
    if (!offer) return undefined;
    // No one's role changes in the meantime.
    await transaction
      .selectFrom('site_user')
      .select('id')
      .where('id', 'in', [offer.fromUser, offer.toUser])
      .orderBy('id')
      .modifyEnd(heldFor(transaction, 'update', 'site_user'))
      .execute();
    const former = await findAdministrator(transaction, settings);
    const next = await findUser(transaction, userId);
    if (former?.id !== offer.fromUser || !next?.role || !next.emailVerified || next.isDisabled)
      return undefined;
    await transaction.updateTable('site_user').set({ role: 'editor' }).where('id', '=', former.id).execute();
    await transaction.updateTable('site_user').set({ role: null }).where('id', '=', next.id).execute();
    await recordFormerAddresses(transaction, [former.email, settings.adminEmail ?? former.email]);
    await saveAdminEmail(transaction, next.email);
    await transaction
      .updateTable('api_token')
      .set({ userId: former.id })
      .where('userId', 'is', null)
      .execute();
    // The new administrator's sessions were opened for less.
    await removeSessions(transaction, next.id);
    const letter = { url: settings.url, title, name: next.name ?? 'An editor' };
    await queueMail(transaction, transferredLetter(former.email, letter), now());
    await queueMail(transaction, transferredLetter(next.email, letter), now());
    return { former };
  });
}
