import {
  addIdentity,
  findIdentityOwner,
  type IdentityKey,
  listIdentities,
  removeIdentities,
} from '#app/people/accounts/identity-store.server.ts';
import { addUser, findHolder, findUser, type User } from '#app/people/accounts/user-store.server.ts';
import { googleLinkedLetter } from '#app/people/addresses/account-letters.ts';
import { proveAddress, takeTurn } from '#app/people/addresses/address-ownership.server.ts';
import { removeProofs } from '#app/people/addresses/proof-store.server.ts';
import type { AuthContext, Busy, Caller, Slowed } from '#app/people/auth-context.server.ts';
import { orBusy } from '#app/people/passwords/hashing-queue.server.ts';
import { checkOwnPassword } from '#app/people/passwords/own-password.server.ts';
import { findPassword, lockPassword } from '#app/people/passwords/password-store.server.ts';
import { findBrowserSession } from '#app/people/sessions/browser-session.server.ts';
import { letIn } from '#app/people/sessions/open-session.server.ts';
import {
  COOKIE_MS,
  readCookie,
  readSigned,
  setCookie,
  sign,
} from '#app/people/sessions/session-cookie.server.ts';
import { recordProof, removeSessions } from '#app/people/sessions/session-store.server.ts';
import { findFrozenAt } from '#app/platform/database/frozen-since.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { queueMail } from '#app/platform/mail/mail-queue.server.ts';
import type { GoogleIdentity } from './google-identity.server.ts';
import type { GoogleDone, GoogleJourney } from './google-journey.ts';

const JOIN_MS = COOKIE_MS.link;
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
  auth: AuthContext,
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
  const owner = await findIdentityOwner(auth.db, identity);
  const wanted = journey.join ?? journey.prove;
  if (wanted !== undefined) return forSignedIn(auth, { identity, journey, owner, wanted }, caller, failed);
  const arrive = async (userId: string, ...did: GoogleDone['did']): Promise<Acceptance> => ({
    kind: 'signedIn',
    path: journey.next,
    cookies: await letIn(auth, { userId }, caller),
    done: { userId, did: [...did, 'signedIn'] },
  });
  if (owner) return (await isDisabled(auth, owner)) ? failed('the account is disabled') : arrive(owner);
  const holder = await findHolder(auth.db, identity.email);
  if (!holder && (await findFrozenAt(auth.db)) !== undefined) return failed('the site is frozen');
  if (!holder) return arrive(await addProvenUser(auth, identity), 'registered');
  if (holder.isDisabled) return failed('the account is disabled');
  if (await hasIdentity(auth, holder.id)) return failed('the account belongs to another Google account');
  if (identity.isAuthoritative) {
    await joinIdentity(auth, holder, identity);
    return arrive(holder.id, 'linked');
  }
  if (!(await findPassword(auth.db, holder.id))) return failed('the account has no password to ask for');
  return { kind: 'asked', path: journey.next, cookies: [joinCookie(auth, holder.id, identity)] };
}

type SignedInJourney = {
  identity: GoogleIdentity;
  journey: GoogleJourney;
  owner: string | undefined;
  wanted: string;
};

/** Only for the account that is still logged in here. */
async function forSignedIn(
  auth: AuthContext,
  { identity, journey, owner, wanted }: SignedInJourney,
  caller: Caller,
  failed: (problem: string) => Acceptance,
): Promise<Acceptance> {
  const found = await findBrowserSession(auth, caller);
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
    await recordProof(auth.db, session.tokenHash, auth.now());
    return arrived('proved');
  }
  if (owner === user.id) return arrived();
  // Otherwise the person who verifies the address later would find a stranger's Google account connected to it.
  if (!user.emailVerified) return failed('the account has not proved its address');
  if (owner || (await hasIdentity(auth, user.id))) return failed('one of the two has another already');
  await joinIdentity(auth, user, identity);
  return { ...arrived('linked'), cookies: await letIn(auth, { userId: user.id, isKnown: true }, caller) };
}

async function isDisabled({ db }: AuthContext, userId: string): Promise<boolean> {
  return (await findUser(db, userId))?.isDisabled === true;
}

async function hasIdentity({ db }: AuthContext, userId: string): Promise<boolean> {
  return (await listIdentities(db, userId)).length > 0;
}

/** Accounts that only claimed the address must not be shared with the person who has just verified it. */
async function addProvenUser(auth: AuthContext, { issuer, subject, email }: GoogleIdentity): Promise<string> {
  const now = auth.now();
  return inTransaction(auth.db, async (db) => {
    await takeTurn(db, email);
    const userId = await addUser(db, { newsletterOptIn: false, now });
    await addIdentity(db, { userId, issuer, subject, now });
    await proveAddress(db, { userId, address: email, now, secret: auth.secret });
    return userId;
  });
}

/**
 * Ends every session and emailed link of the account, and notifies its owner. False, with nothing done, when the
 * account no longer has the password of this `hash`.
 */
async function joinIdentity(
  auth: AuthContext,
  user: User,
  { issuer, subject }: IdentityKey,
  hash?: string,
): Promise<boolean> {
  const now = auth.now();
  return inTransaction(auth.db, async (db) => {
    if (hash && !(await lockPassword(db, user.id, hash))) return false;
    await addIdentity(db, { userId: user.id, issuer, subject, now });
    await endEverything(db, auth, user, true);
    return true;
  });
}

async function endEverything(db: WriteDb, auth: AuthContext, user: User, isLinked: boolean): Promise<void> {
  await removeSessions(db, user.id);
  await removeProofs(db, user.id);
  const letter = googleLinkedLetter(user.email, auth.settings.url, isLinked);
  if (user.emailVerified) await queueMail(db, letter, auth.now());
}

/** Disconnects Google; refused without a password, because no one could log in any more. */
export async function leaveGoogle(
  auth: AuthContext,
  userId: string,
  caller: Caller = {},
): Promise<{ kind: 'left'; cookies: string[] } | { kind: 'refused' }> {
  const user = await findUser(auth.db, userId);
  if (!user || !(await findPassword(auth.db, userId))) return { kind: 'refused' };
  await inTransaction(auth.db, async (db) => {
    await removeIdentities(db, userId);
    await endEverything(db, auth, user, false);
  });
  return { kind: 'left', cookies: await letIn(auth, { userId, isKnown: true }, caller) };
}

type Join = IdentityKey & { userId: string; until: number };

function joinCookie(auth: AuthContext, userId: string, { issuer, subject }: GoogleIdentity): string {
  const join: Join = { issuer, subject, userId, until: auth.now() + JOIN_MS };
  const text = Buffer.from(JSON.stringify(join)).toString('base64url');
  return setCookie(auth.settings.url, 'link', sign(auth.secret, JOIN_PURPOSE, text), JOIN_MS);
}

/** The address of the account that a Google account is waiting to join in this browser, for ten minutes. */
export async function findJoiningEmail(auth: AuthContext, caller: Caller): Promise<string | undefined> {
  return (await findJoin(auth, caller))?.user.email;
}

async function findJoin(
  auth: AuthContext,
  { cookie }: Caller,
): Promise<{ join: Join; user: User } | undefined> {
  const signed = readCookie(cookie, auth.settings.url, 'link');
  const text = signed && readSigned(auth.secret, JOIN_PURPOSE, signed);
  if (!text) return undefined;
  const join = JSON.parse(Buffer.from(text, 'base64url').toString()) as Join;
  const user = auth.now() < join.until ? await findUser(auth.db, join.userId) : undefined;
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
export function joinGoogle(auth: AuthContext, password: string, caller: Caller): Promise<JoinOutcome | Busy> {
  return orBusy(auth, caller, async () => {
    const found = await findJoin(auth, caller);
    if (!found) return { kind: 'dead' };
    const { join, user } = found;
    const check = await checkOwnPassword(auth, user, password, caller);
    if (check.kind !== 'right') return check;
    if ((await findIdentityOwner(auth.db, join)) || (await hasIdentity(auth, user.id)))
      return { kind: 'dead' };
    if (!(await joinIdentity(auth, user, join, check.candidate.hash))) return { kind: 'wrong' };
    const done = setCookie(auth.settings.url, 'link', '', 0);
    const cookies = await letIn(auth, { userId: user.id }, caller);
    return { kind: 'signedIn', cookies: [...cookies, done], userId: user.id };
  });
}
