import { findUser } from '#app/people/accounts/user-store.server.ts';
import {
  type AuthContext,
  type Caller,
  networkSubjects,
  type SignInOutcome,
  type Slowed,
} from '#app/people/auth-context.server.ts';
import { challengeOf, parseUsedCredential } from '#app/people/passkeys/credential.ts';
import {
  findPasskey,
  listPasskeys,
  type Passkey,
  recordPasskeyUse,
} from '#app/people/passkeys/passkey-store.server.ts';
import { relyingPartyOf } from '#app/people/passkeys/relying-party.ts';
import { verifyPasskeyUse } from '#app/people/passkeys/verify-passkey.server.ts';
import { type RequestOptions, requestOptions } from '#app/people/passkeys/webauthn-options.ts';
import { renewProof } from '#app/people/sessions/browser-session.server.ts';
import { letIn } from '#app/people/sessions/open-session.server.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { returnTries, takeTries } from '#app/platform/throttle/throttle.server.ts';
import { type ChallengeUse, challengeBrowser, takeChallenge } from './passkey-challenge.server.ts';

/** The question for the browser, and Set-Cookie headers that bind the question to it. */
export type PasskeyQuestion<Options> = { options: Options; cookies: string[] };

/** Asks for any passkey of this site. Nothing in it depends on an account. Undefined where there are none. */
export function askForLogin(auth: AuthContext, caller: Caller): PasskeyQuestion<RequestOptions> | undefined {
  const asked = challengeBrowser(auth, 'login', caller);
  return asked && { options: requestOptions(asked), cookies: asked.cookies };
}

/** Asks a logged-in user for one of their own passkeys. */
export async function askForProof(
  auth: AuthContext,
  userId: string,
  caller: Caller,
): Promise<PasskeyQuestion<RequestOptions> | undefined> {
  const asked = challengeBrowser(auth, `prove ${userId}`, caller);
  if (!asked) return undefined;
  return { options: requestOptions(asked, await listPasskeys(auth.db, userId)), cookies: asked.cookies };
}

/**
 * Logs in with a passkey: `credential` is what the browser sent, as JSON. Attempts count per network only. A signature
 * can't be guessed, so a count per account would only let strangers lock its owner out.
 */
export async function logInByPasskey(
  auth: AuthContext,
  credential: string,
  caller: Caller,
): Promise<Exclude<SignInOutcome, { kind: 'busy' }>> {
  const check = await checkPasskey(auth, { credential, use: 'login' }, caller);
  if (check.kind === 'slowed') return check;
  if (check.kind === 'wrong') return { kind: 'refused', problems: {} };
  const { passkey, counter } = check;
  const { userId } = passkey;
  // In one transaction: if the passkey is removed at the same time, no session of it remains.
  const cookies = await inTransaction(auth.db, async (db) =>
    (await recordPasskeyUse(db, passkey, { counter, now: auth.now() }))
      ? letIn({ ...auth, db }, { userId }, caller)
      : undefined,
  );
  return cookies ? { kind: 'signedIn', cookies, userId, isNew: false } : { kind: 'refused', problems: {} };
}

/** Accepts one of the account's own passkeys as confirmation of its owner's identity. */
export async function proveByPasskey(
  auth: AuthContext,
  { request, userId, credential }: { request: Request; userId: string; credential: string },
  caller: Caller,
): Promise<{ kind: 'proved' } | { kind: 'wrong' } | Slowed> {
  const check = await checkPasskey(auth, { credential, use: `prove ${userId}` }, caller);
  if (check.kind !== 'right') return check;
  const { passkey, counter } = check;
  if (passkey.userId !== userId) return { kind: 'wrong' };
  if (!(await recordPasskeyUse(auth.db, passkey, { counter, now: auth.now() }))) return { kind: 'wrong' };
  await renewProof(auth, request);
  return { kind: 'proved' };
}

type PasskeyCheck = { kind: 'right'; passkey: Passkey; counter: number } | { kind: 'wrong' } | Slowed;

async function checkPasskey(
  auth: AuthContext,
  { credential, use }: { credential: string; use: ChallengeUse },
  caller: Caller,
): Promise<PasskeyCheck> {
  const networks = networkSubjects(auth, 'network', caller);
  const waitMs = await takeTries(auth.db, networks, auth.now());
  if (waitMs > 0) return { kind: 'slowed', waitMs };
  const found = await verify(auth, { credential, use }, caller);
  if (!found) return { kind: 'wrong' };
  await returnTries(auth.db, networks);
  return { kind: 'right', ...found };
}

async function verify(
  auth: AuthContext,
  { credential, use }: { credential: string; use: ChallengeUse },
  caller: Caller,
): Promise<{ passkey: Passkey; counter: number } | undefined> {
  const party = relyingPartyOf(auth.settings.url);
  const used = parseUsedCredential(credential);
  if (!party || !used) return undefined;
  const challenge = challengeOf(used);
  if (!(await takeChallenge(auth.db, auth, { use, challenge }, caller))) return undefined;
  const passkey = await findPasskey(auth.db, used.id);
  if (passkey?.rpId !== party.id) return undefined;
  if ((await findUser(auth.db, passkey.userId))?.isDisabled !== false) return undefined;
  try {
    return { passkey, counter: await verifyPasskeyUse({ party, challenge }, passkey, used) };
  } catch (error) {
    auth.log(`a passkey was refused: ${error instanceof Error ? error.message : 'for an unknown reason'}`);
    return undefined;
  }
}
