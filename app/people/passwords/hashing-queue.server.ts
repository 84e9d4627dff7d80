import PQueue from 'p-queue';
import {
  type AuthContext,
  type Busy,
  type Caller,
  countedNetworks,
} from '#app/people/auth-context.server.ts';
import { type Network, openNetworkSlots } from '#app/platform/throttle/network.server.ts';

/**
 * Thrown at once when too many passwords are waiting to be hashed, or after waiting too long: the site must stay
 * responsive.
 */
export class HashingBusyError extends Error {
  override name = 'HashingBusyError';
}

export const MOST_AT_ONCE = 2;
const MOST_WAITING = 16;
const PATIENCE_MS = 3000;

/** Hashing uses a CPU and 19 MiB: the rest of the site must stay responsive. */
const queue = new PQueue({ concurrency: MOST_AT_ONCE });

/** Runs work that hashes a password: two at once, sixteen wait up to three seconds. Throws HashingBusyError. */
export async function inHashingQueue<Result>(work: () => Promise<Result>): Promise<Result> {
  refuseWhenFull();
  const patience = new AbortController();
  const tooLong = new HashingBusyError('a password waited too long to be hashed');
  const timer = setTimeout(() => patience.abort(tooLong), PATIENCE_MS);
  const begin = () => {
    clearTimeout(timer);
    return work();
  };
  return queue.add(begin, { signal: patience.signal });
}

/** Throws HashingBusyError when a password could not even wait to be hashed: to be checked before any other work. */
export function refuseWhenFull(): void {
  if (queue.size >= MOST_WAITING) throw new HashingBusyError('too many passwords wait to be hashed');
}

/** Less than half of the slots, so that one network alone can't keep everybody else from logging in. */
const enter = openNetworkSlots(8);

/**
 * Runs work that hashes passwords for a client of these networks; a client without any is not counted. Throws
 * HashingBusyError at once when too many clients of one network are being served in this process.
 */
export async function withHashingSlot<Result>(
  networks: Network[],
  work: () => Promise<Result>,
): Promise<Result> {
  const leave = enter(networks);
  if (!leave) throw new HashingBusyError('too many passwords come from one network');
  try {
    return await work();
  } finally {
    leave();
  }
}

/** The same for a caller: `busy` instead of a HashingBusyError. */
export async function orBusy<Outcome>(
  auth: AuthContext,
  caller: Caller,
  work: () => Promise<Outcome>,
): Promise<Outcome | Busy> {
  try {
    return await withHashingSlot(countedNetworks(auth, caller), work);
  } catch (error) {
    if (error instanceof HashingBusyError) return { kind: 'busy' };
    throw error;
  }
}
