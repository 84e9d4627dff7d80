import type { Network } from '#app/platform/throttle/network.server.ts';
import { openNetworkSlots } from '#app/platform/throttle/network.server.ts';
import { HashingBusyError } from './hashing-queue.server.ts';

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
