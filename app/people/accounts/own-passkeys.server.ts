import { passkeyAddedLetter, passkeyRemovedLetter } from '#app/people/addresses/account-letters.ts';
import { removeProofs } from '#app/people/addresses/proof-store.server.ts';
import { isAdministrator } from '#app/people/administrator/administrator-address.server.ts';
import type { AuthContext, Caller } from '#app/people/auth-context.server.ts';
import { challengeOf, parseNewCredential } from '#app/people/passkeys/credential.ts';
import { findOfferAnswer } from '#app/people/passkeys/passkey-offer.server.ts';
import { addPasskey, listPasskeys, removePasskey } from '#app/people/passkeys/passkey-store.server.ts';
import { relyingPartyOf } from '#app/people/passkeys/relying-party.ts';
import { verifyNewPasskey } from '#app/people/passkeys/verify-passkey.server.ts';
import { type CreationOptions, creationOptions } from '#app/people/passkeys/webauthn-options.ts';
import { findPassword } from '#app/people/passwords/password-store.server.ts';
import { deviceWordsOf } from '#app/people/sessions/device-words.ts';
import { letIn } from '#app/people/sessions/open-session.server.ts';
import { removeSessions } from '#app/people/sessions/session-store.server.ts';
import { challengeBrowser, takeChallenge } from '#app/people/sign-in/passkey-challenge.server.ts';
import type { PasskeyQuestion } from '#app/people/sign-in/passkey-sign-in.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { queueMail } from '#app/platform/mail/mail-queue.server.ts';
import { listIdentities } from './identity-store.server.ts';
import { findUser } from './user-store.server.ts';

/** More than anyone's number of devices. */
const MOST_PASSKEYS = 20;

/**
 * A passkey as its owner sees it. Instants are UTC epoch milliseconds; `otherHost` is the host it was created for if
 * the site has another one now, where it can't be used.
 */
export type OwnPasskey = {
  id: string;
  name: string;
  createdAt: number;
  lastUsedAt: number | null;
  otherHost: string | undefined;
};

/** Oldest first. */
export async function listOwnPasskeys({ db, settings }: AuthContext, userId: string): Promise<OwnPasskey[]> {
  const host = relyingPartyOf(settings.url)?.id;
  return (await listPasskeys(db, userId)).map(({ id, name, createdAt, lastUsedAt, rpId }) => ({
    id,
    name,
    createdAt,
    lastUsedAt,
    otherHost: rpId === host ? undefined : rpId,
  }));
}

/** The options for a browser to create a passkey of the account; undefined where the site can't have any. */
export async function askForNewPasskey(
  auth: AuthContext,
  { userId, title }: { userId: string; title: string },
  caller: Caller,
): Promise<PasskeyQuestion<CreationOptions> | undefined> {
  const asked = challengeBrowser(auth, `add ${userId}`, caller);
  const user = await findUser(auth.db, userId);
  if (!asked || !user) return undefined;
  const passkeys = await listPasskeys(auth.db, userId);
  const options = creationOptions(asked, { userId, email: user.email, title, passkeys });
  return { options, cookies: asked.cookies };
}

export type NewPasskeyOutcome = { kind: 'added'; name: string } | { kind: 'refused'; problem: string };

const NOT_ADDED = 'The passkey could not be added.';

/**
 * Adds the passkey that the browser has created, under the name of its device, and notifies the owner by email. Other
 * sessions stay, because no login method was removed. The user must have confirmed their identity recently.
 */
export async function addOwnPasskey(
  auth: AuthContext,
  { userId, credential }: { userId: string; credential: string },
  caller: Caller,
): Promise<NewPasskeyOutcome> {
  const party = relyingPartyOf(auth.settings.url);
  const made = parseNewCredential(credential);
  if (!party || !made) return { kind: 'refused', problem: NOT_ADDED };
  const challenge = challengeOf(made);
  if (!(await takeChallenge(auth.db, auth, { use: `add ${userId}`, challenge }, caller)))
    return { kind: 'refused', problem: NOT_ADDED };
  const verified = await verifyNewPasskey({ party, challenge }, made).catch((error: unknown) => {
    auth.log(
      `a new passkey was refused: ${error instanceof Error ? error.message : 'for an unknown reason'}`,
    );
    return undefined;
  });
  if (!verified) return { kind: 'refused', problem: NOT_ADDED };
  const name = deviceWordsOf(caller.userAgent) ?? 'Passkey';
  const now = auth.now();
  return inTransaction(auth.db, async (db) => {
    const user = await findUser(db, userId);
    if (!user) return { kind: 'refused', problem: NOT_ADDED };
    if ((await listPasskeys(db, userId)).length >= MOST_PASSKEYS)
      return {
        kind: 'refused',
        problem: `An account can have at most ${MOST_PASSKEYS} passkeys. Remove one first.`,
      };
    if (!(await addPasskey(db, { ...verified, userId, name, createdAt: now })))
      return { kind: 'refused', problem: 'This passkey has already been added.' };
    // A claimed address may be a stranger's.
    if (user.emailVerified) await queueMail(db, passkeyAddedLetter(user.email, auth.settings.url, name), now);
    return { kind: 'added', name };
  });
}

export type RemovalOutcome =
  | { kind: 'removed'; cookies: string[] }
  | { kind: 'missing' }
  /** It is the only way to log in. */
  | { kind: 'last' };

/** Removes a passkey, ends every other session and emailed link, and notifies the owner. */
export async function removeOwnPasskey(
  auth: AuthContext,
  { userId, id }: { userId: string; id: string },
  caller: Caller,
): Promise<RemovalOutcome> {
  const now = auth.now();
  return inTransaction(auth.db, async (db) => {
    const user = await findUser(db, userId);
    const passkey = (await listPasskeys(db, userId)).find((one) => one.id === id);
    if (!user || !passkey) return { kind: 'missing' };
    if (!(await hasOtherWayIn(db, auth, { userId, id }))) return { kind: 'last' };
    if (!(await removePasskey(db, { userId, id }))) return { kind: 'missing' };
    await removeSessions(db, userId);
    await removeProofs(db, userId);
    const letter = passkeyRemovedLetter(user.email, auth.settings.url, passkey.name);
    if (user.emailVerified) await queueMail(db, letter, now);
    return { kind: 'removed', cookies: await letIn({ ...auth, db }, { userId, isKnown: true }, caller) };
  });
}

/** Whether the user could still log in without the passkey `id`: with a password, Google, or another passkey. */
async function hasOtherWayIn(
  db: ReadDb,
  { settings }: Pick<AuthContext, 'settings'>,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> {
  if (await findPassword(db, userId)) return true;
  if ((await listIdentities(db, userId)).length > 0) return true;
  const host = relyingPartyOf(settings.url)?.id;
  return (await listPasskeys(db, userId)).some((other) => other.id !== id && other.rpId === host);
}

/**
 * Whether the administrator should be asked to add a passkey: `now` on a page of its own, or by a `reminder` after they
 * postponed it. Undefined for members, with a passkey, after "never", and where the site can't have passkeys.
 */
export async function findPasskeyOffer(
  auth: AuthContext,
  userId: string,
): Promise<'now' | 'reminder' | undefined> {
  const { db, settings } = auth;
  const host = relyingPartyOf(settings.url)?.id;
  const user = host && (await findUser(db, userId));
  if (!user || !(await isAdministrator(db, settings, user))) return undefined;
  const answer = await findOfferAnswer(db, userId);
  if (answer === 'never') return undefined;
  if ((await listPasskeys(db, userId)).some(({ rpId }) => rpId === host)) return undefined;
  return answer === 'later' ? 'reminder' : 'now';
}
