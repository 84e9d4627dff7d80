import {
  type AuthContext,
  type Caller,
  networkSubjects,
  type Slowed,
  signingOf,
} from '#app/people/auth-context.server.ts';
import { findDevice } from '#app/people/sessions/known-device.server.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import {
  forgetTries,
  returnTry,
  type Subject,
  subjectOf,
  takeTries,
  takeTry,
} from '#app/platform/throttle/throttle.server.ts';
import { decodeForeignHash } from './foreign-hash.ts';
import { HashingBusyError, refuseWhenFull } from './hashing-queue.server.ts';
import { findMatch, hashPassword, isCurrent } from './password-hash.server.ts';
import { type Candidate, listForeignSamples, lockPassword, replaceHash } from './password-store.server.ts';

export type PasswordCheck = { kind: 'right'; candidate: Candidate } | { kind: 'wrong' } | Slowed;

type Attempt = { address: string; candidates: Candidate[]; password: string };

/**
 * Which of the accounts of an address the password opens. Attempts are counted before the password is checked, per
 * address and per network; a browser the account knows has its own count, so that others can't lock it out.
 * Takes as long and returns the same when there is no account. Throws HashingBusyError.
 */
export async function checkPassword(
  auth: AuthContext,
  attempt: Attempt,
  caller: Caller,
): Promise<PasswordCheck> {
  const { address, password } = attempt;
  refuseWhenFull();
  const gate = await openGate(auth, attempt, caller);
  if (gate.kind === 'slowed') return gate;
  const salting = { secret: auth.secret, address, samples: await listForeignSamples(auth.db) };
  const candidate = await findMatch(password, gate.candidates, salting).catch(async (error: unknown) => {
    // The password was not checked.
    await settle(auth, gate);
    throw error;
  });
  if (!candidate) return { kind: 'wrong' };
  await settle(auth, gate, candidate);
  return { kind: 'right', candidate: await strengthen(auth, { address, candidate, password }) };
}

/** Which accounts may be tried, and what was counted for it. */
type Gate = { kind: 'open'; candidates: Candidate[]; taken: Subject[] };

async function openGate(
  auth: AuthContext,
  { address, candidates }: Attempt,
  caller: Caller,
): Promise<Gate | Slowed> {
  const now = auth.now();
  return inTransaction(auth.db, async (db) => {
    // The networks first: a blocked network must not block accounts.
    const account = subjectOf(auth.secret, 'account', address);
    const subjects = [...networkSubjects(auth, 'network', caller), account];
    const waitMs = await takeTries(db, subjects, now);
    if (waitMs === 0) return { kind: 'open', candidates, taken: subjects };
    const taken: Subject[] = [];
    const known: Candidate[] = [];
    for (const candidate of candidates) {
      const device = deviceOf(auth, candidate, caller);
      if (!device || (await takeTry(db, device, now)) > 0) continue;
      known.push(candidate);
      taken.push(device);
    }
    return known.length > 0 ? { kind: 'open', candidates: known, taken } : { kind: 'slowed', waitMs };
  });
}

function deviceOf(auth: AuthContext, { userId }: Candidate, { cookie }: Caller): Subject | undefined {
  const device = findDevice(signingOf(auth), cookie, userId);
  return device ? subjectOf(auth.secret, 'device', device) : undefined;
}

/**
 * A correct password returns its own attempt, and so does one that was not checked. The holder's also resets the others
 * at the account; an account that only claims the address must neither do that nor see whether there is a holder.
 */
async function settle(auth: AuthContext, { taken }: Gate, candidate?: Candidate): Promise<void> {
  await inTransaction(auth.db, async (db) => {
    for (const subject of taken) {
      if (subject.limit === 'account' && candidate?.isHolder) await forgetTries(db, subject);
      else await returnTry(db, subject);
    }
  });
}

/**
 * Rehashes what was hashed with other parameters, and returns the candidate as stored from then on. When too many
 * passwords are waiting, it is skipped; but no hash of another system outlives a login: then it throws HashingBusyError.
 */
async function strengthen(
  auth: AuthContext,
  { address, candidate, password }: { address: string; candidate: Candidate; password: string },
): Promise<Candidate> {
  const salting = { secret: auth.secret, address };
  const { userId, hash: from } = candidate;
  if (isCurrent(from, salting)) return candidate;
  try {
    const hash = await hashPassword(password, salting);
    // Another login may have rehashed it meanwhile.
    const isKept =
      (await replaceHash(auth.db, userId, { from, to: hash })) || (await lockPassword(auth.db, userId, hash));
    return isKept ? { ...candidate, hash } : candidate;
  } catch (error) {
    if (!(error instanceof HashingBusyError) || decodeForeignHash(from)) throw error;
    return candidate;
  }
}
