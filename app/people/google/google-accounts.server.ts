import {
  addIdentity,
  findIdentityOwner,
  type IdentityKey,
  listIdentities,
  removeIdentities,
} from '#app/people/accounts/identity-store.server.ts';
import { checkOwnPassword } from '#app/people/accounts/profile.server.ts';
import { addUser, findHolder, findUser, type User } from '#app/people/accounts/user-store.server.ts';
import { googleLinkedLetter } from '#app/people/addresses/account-letters.ts';
import { proveAddress, takeTurn } from '#app/people/addresses/address-ownership.server.ts';
import { removeProofs } from '#app/people/addresses/proof-store.server.ts';
import { findPassword, lockPassword } from '#app/people/passwords/password-store.server.ts';
import { findBrowserSession } from '#app/people/sessions/browser-session.server.ts';
import { readCookie, readSigned, setCookie, sign } from '#app/people/sessions/session-cookie.server.ts';
import { recordProof, removeSessions } from '#app/people/sessions/session-store.server.ts';
import { type AuthContext, type Caller, letIn, type Slowed } from '#app/people/sign-in/desk.server.ts';
import { findFrozenAt } from '#app/platform/database/frozen-since.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { queueMail } from '#app/platform/mail/mail-queue.server.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import type { GoogleIdentity } from './google-identity.server.ts';
import type { GoogleDone, GoogleJourney } from './google-journey.ts';

const JOIN_MS = 10 * MINUTE_MS;
const JOIN_PURPOSE = 'google account to join';

type Acceptance =
  | { kind: 'signedIn'; path: string; cookies: string[]; done: GoogleDone }
  | { kind: 'asked'; path: string; cookies: string[] }
  | { kind: 'failed'; path: string; cookies: string[]; problem: string };

/**
 * The account of a user that Google has verified: the account of this Google account; otherwise the account of the
 * address, if Google is authoritative for it; otherwise a new account that holds the address. An
 * account that has another Google account is never opened by a second one. Throws AddressTakenError.
 */
export async function acceptIdentity(
  desk: AuthContext,
  identity: GoogleIdentity,
  journey: GoogleJourney,
  caller: Caller,
): Promise<Acceptance> {
  const failed = (problem: string): Acceptance => ({
    kind: 'failed',
    path: journey.failed,
    cookies: [],
    problem,
  });
  const owner = await findIdentityOwner(desk.db, identity);
  const wanted = journey.join ?? journey.prove;
  if (wanted !== undefined) return forSignedIn(desk, { identity, journey, owner, wanted }, caller, failed);
  const arrive = async (userId: string, ...did: GoogleDone['did']): Promise<Acceptance> => ({
    kind: 'signedIn',
    path: journey.next,
    cookies: await letIn(desk, { userId }, caller),
    done: { userId, did: [...did, 'signedIn'] },
  });
  if (owner) return (await isDisabled(desk, owner)) ? failed('the account is disabled') : arrive(owner);
  const holder = await findHolder(desk.db, identity.email);
  if (!holder && (await findFrozenAt(desk.db)) !== undefined) return failed('the site is frozen');
  if (!holder) return arrive(await addProvenUser(desk, identity), 'registered');
  if (holder.isDisabled) return failed('the account is disabled');
  if (await hasIdentity(desk, holder.id)) return failed('the account belongs to another Google account');
  if (identity.isAuthoritative) {
    await joinIdentity(desk, holder, identity);
    return arrive(holder.id, 'linked');
  }
  if (!(await findPassword(desk.db, holder.id))) return failed('the account has no password to ask for');
  return { kind: 'asked', path: journey.next, cookies: [joinCookie(desk, holder.id, identity)] };
}

type SignedInJourney = {
  identity: GoogleIdentity;
  journey: GoogleJourney;
  owner: string | undefined;
  wanted: string;
};

/** Only for the account that is still logged in here. */
async function forSignedIn(
  desk: AuthContext,
  { identity, journey, owner, wanted }: SignedInJourney,
  caller: Caller,
  failed: (problem: string) => Acceptance,
): Promise<Acceptance> {
  const found = await findBrowserSession(desk, caller);
  if (found?.user.id !== wanted) return failed('the user is no longer signed in');
  const { session, user } = found;
  const arrived = (...did: GoogleDone['did']) =>
    ({
      kind: 'signedIn',
      path: journey.next,
      cookies: [] as string[],
      done: { userId: user.id, did },
    }) as const;
  if (journey.prove !== undefined) {
    if (owner !== user.id) return failed('this Google account is not of the account');
    await recordProof(desk.db, session.tokenHash, desk.now());
    return arrived('proved');
  }
  if (owner === user.id) return arrived();
  // Otherwise the person who verifies the address later would find a stranger's Google account connected to it.
  if (!user.emailVerified) return failed('the account has not proved its address');
  if (owner || (await hasIdentity(desk, user.id))) return failed('one of the two has another already');
  await joinIdentity(desk, user, identity);
  return { ...arrived('linked'), cookies: await letIn(desk, { userId: user.id, isKnown: true }, caller) };
}

async function isDisabled({ db }: AuthContext, userId: string): Promise<boolean> {
  return (await findUser(db, userId))?.isDisabled === true;
}

async function hasIdentity({ db }: AuthContext, userId: string): Promise<boolean> {
  return (await listIdentities(db, userId)).length > 0;
}

/** Accounts that only claimed the address must not be shared with the person who has just verified it. */
async function addProvenUser(desk: AuthContext, { issuer, subject, email }: GoogleIdentity): Promise<string> {
  const now = desk.now();
  return inTransaction(desk.db, async (db) => {
    await takeTurn(db, email);
    const userId = await addUser(db, { newsletterOptIn: false, now });
    await addIdentity(db, { userId, issuer, subject, now });
    await proveAddress(db, { userId, address: email, now, secret: desk.secret });
    return userId;
  });
}

/**
 * Ends every session and emailed link of the account, and notifies its owner. False, with nothing done, when the
 * account no longer has the password of this `hash`.
 */
async function joinIdentity(
  desk: AuthContext,
  user: User,
  { issuer, subject }: IdentityKey,
  hash?: string,
): Promise<boolean> {
  const now = desk.now();
  return inTransaction(desk.db, async (db) => {
    if (hash && !(await lockPassword(db, user.id, hash))) return false;
    await addIdentity(db, { userId: user.id, issuer, subject, now });
    await endEverything(db, desk, user, true);
    return true;
  });
}

async function endEverything(db: WriteDb, desk: AuthContext, user: User, isLinked: boolean): Promise<void> {
  await removeSessions(db, user.id);
  await removeProofs(db, user.id);
  const letter = googleLinkedLetter(user.email, desk.settings.url, isLinked);
  if (user.emailVerified) await queueMail(db, letter, desk.now());
}

/** Disconnects Google; refused without a password, because no one could log in any more. */
export async function leaveGoogle(
  desk: AuthContext,
  userId: string,
  caller: Caller = {},
): Promise<{ kind: 'left'; cookies: string[] } | { kind: 'refused' }> {
  const user = await findUser(desk.db, userId);
  if (!user || !(await findPassword(desk.db, userId))) return { kind: 'refused' };
  await inTransaction(desk.db, async (db) => {
    await removeIdentities(db, userId);
    await endEverything(db, desk, user, false);
  });
  return { kind: 'left', cookies: await letIn(desk, { userId, isKnown: true }, caller) };
}

type Join = IdentityKey & { userId: string; until: number };

function joinCookie(desk: AuthContext, userId: string, { issuer, subject }: GoogleIdentity): string {
  const join: Join = { issuer, subject, userId, until: desk.now() + JOIN_MS };
  const text = Buffer.from(JSON.stringify(join)).toString('base64url');
  return setCookie(desk.settings.url, 'link', sign(desk.secret, JOIN_PURPOSE, text), JOIN_MS);
}

/** The account that a Google account is waiting to join in this browser, for ten minutes. */
export async function findJoin(
  desk: AuthContext,
  { cookie }: Caller,
): Promise<{ join: Join; user: User } | undefined> {
  const signed = readCookie(cookie, desk.settings.url, 'link');
  const text = signed && readSigned(desk.secret, JOIN_PURPOSE, signed);
  if (!text) return undefined;
  const join = JSON.parse(Buffer.from(text, 'base64url').toString()) as Join;
  const user = desk.now() < join.until ? await findUser(desk.db, join.userId) : undefined;
  return user && !user.isDisabled ? { join, user } : undefined;
}

export type JoinOutcome =
  | { kind: 'signedIn'; cookies: string[]; userId: string }
  | { kind: 'wrong' }
  /** Ten minutes have passed, or the Google account belongs to another account now. */
  | { kind: 'dead' }
  | Slowed;

/**
 * Connects the waiting Google account to its account, whose password confirms that both belong to one person.
 */
export async function joinGoogle(desk: AuthContext, password: string, caller: Caller): Promise<JoinOutcome> {
  const found = await findJoin(desk, caller);
  if (!found) return { kind: 'dead' };
  const { join, user } = found;
  const check = await checkOwnPassword(desk, user, password, caller);
  if (check.kind !== 'right') return check;
  if ((await findIdentityOwner(desk.db, join)) || (await hasIdentity(desk, user.id))) return { kind: 'dead' };
  if (!(await joinIdentity(desk, user, join, check.candidate.hash))) return { kind: 'wrong' };
  const done = setCookie(desk.settings.url, 'link', '', 0);
  const cookies = await letIn(desk, { userId: user.id }, caller);
  return { kind: 'signedIn', cookies: [...cookies, done], userId: user.id };
}
