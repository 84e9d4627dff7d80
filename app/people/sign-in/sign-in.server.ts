import { timingSafeEqual } from 'node:crypto';
import { addUser } from '#app/people/accounts/user-store.server.ts';
import { claimAddress } from '#app/people/addresses/address-ownership.server.ts';
import { mailVerification } from '#app/people/addresses/verification.server.ts';
import {
  type AuthContext,
  type Caller,
  networkSubjects,
  type SignInOutcome,
} from '#app/people/auth-context.server.ts';
import { orBusy, refuseWhenFull } from '#app/people/passwords/hashing-queue.server.ts';
import { checkPassword } from '#app/people/passwords/password-check.server.ts';
import { findMovedMatch, hashPassword } from '#app/people/passwords/password-hash.server.ts';
import { findPasswordProblem } from '#app/people/passwords/password-rules.server.ts';
import {
  type Candidate,
  listCandidates,
  listForeignSamples,
  replaceHash,
  savePassword,
} from '#app/people/passwords/password-store.server.ts';
import { letInByPassword } from '#app/people/sessions/open-session.server.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { parseEmailAddress } from '#app/platform/mail/email-address.ts';
import { subjectOf, takeTries } from '#app/platform/throttle/throttle.server.ts';

/** `next` is a path of this site that the emailed link leads back to. */
export type Registration = { email: string; password: string; newsletterOptIn: boolean; next?: string };

/**
 * Creates an account and logs it in at once (spec section 4). Its address is a claim until it is verified: it grants
 * nothing, and no one learns whether others have the same one; its holder is notified by email. Registering
 * again with the same password logs in to the existing account.
 */
export function register(
  auth: AuthContext,
  entry: Registration,
  caller: Caller = {},
): Promise<SignInOutcome> {
  return orBusy(auth, caller, async () => {
    const { email, password } = entry;
    const address = parseEmailAddress(email);
    const problem = findPasswordProblem(password, { names: caller.names ?? [] });
    if (!address || problem) {
      return {
        kind: 'refused',
        problems: { email: address ? undefined : 'Enter an email address', password: problem },
      };
    }
    refuseWhenFull();
    const waitMs = await takeRegistration(auth, address, caller);
    if (waitMs > 0) return { kind: 'slowed', waitMs };
    const hash = await hashPassword(password, { secret: auth.secret, address });
    const own = await findOwn(auth, { address, password, hash });
    const { userId, mailWaitMs } = own
      ? { ...own, mailWaitMs: 0 }
      : await addAccount(auth, { ...entry, email: address, hash }, caller);
    const cookies = await letInByPassword(auth, { userId, hash }, caller);
    if (!cookies) return { kind: 'refused', problems: {} };
    return { kind: 'signedIn', cookies, userId, isNew: !own, mailWaitMs };
  });
}

/** The account of this address and password, whose stored hash is `hash` from then on. Throws HashingBusyError. */
async function findOwn(
  { db }: AuthContext,
  { address, password, hash }: { address: string; password: string; hash: string },
): Promise<Candidate | undefined> {
  const candidates = await listCandidates(db, address);
  const moved = await findMovedMatch(password, candidates, await listForeignSamples(db));
  const own = candidates.find((candidate) => isSame(candidate.hash, hash));
  if (own || !moved) return own;
  await replaceHash(db, moved.userId, { from: moved.hash, to: hash });
  return moved;
}

/**
 * It can log in to an existing account, so it counts as a password attempt: separately from logins, where it would
 * reveal whether there is an account.
 */
async function takeRegistration(auth: AuthContext, address: string, caller: Caller): Promise<number> {
  const subjects = [...networkSubjects(auth, 'register', caller), subjectOf(auth.secret, 'claim', address)];
  return takeTries(auth.db, subjects, auth.now());
}

async function addAccount(
  auth: AuthContext,
  { email, newsletterOptIn, hash, next }: Registration & { hash: string },
  caller: Caller,
): Promise<{ userId: string; mailWaitMs: number }> {
  const now = auth.now();
  return inTransaction(auth.db, async (db) => {
    const userId = await addUser(db, { newsletterOptIn, now });
    await claimAddress(db, { userId, address: email, now });
    await savePassword(db, { userId, hash, now });
    const proof = { userId, address: email, kind: 'verify', next } as const;
    const mailWaitMs = await mailVerification(db, auth, proof, caller);
    return { userId, mailWaitMs };
  });
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)];
  return a.length === b.length && timingSafeEqual(a, b);
}

/** Logs in with a password. An unknown address takes as long and fails the same way. */
export function logIn(
  auth: AuthContext,
  { email, password }: { email: string; password: string },
  caller: Caller = {},
): Promise<SignInOutcome> {
  return orBusy(auth, caller, async () => {
    refuseWhenFull();
    const address = parseEmailAddress(email) ?? '';
    const candidates = await listCandidates(auth.db, address);
    const check = await checkPassword(auth, { address, candidates, password }, caller);
    if (check.kind === 'slowed') return check;
    if (check.kind === 'wrong') return { kind: 'refused', problems: {} };
    const { userId, hash } = check.candidate;
    const cookies = await letInByPassword(auth, { userId, hash }, caller);
    return cookies ? { kind: 'signedIn', cookies, userId, isNew: false } : { kind: 'refused', problems: {} };
  });
}
