import { HashingBusyError } from './password-hash.server.ts';

/** Less than half of the places there are, so that one network alone cannot keep everybody else from signing in. */
const MOST_OF_A_NETWORK = 8;

const inside = new Map<string, number>();

/**
 * Does work that hashes passwords for somebody of the network; for undefined, who is not counted, without limit. Throws
 * HashingBusyError at once when too many of that network are being served in this process.
 */
export async function withHashingPlace<Result>(
  network: string | undefined,
  work: () => Promise<Result>,
): Promise<Result> {
  if (network === undefined) return work();
  const others = inside.get(network) ?? 0;
  if (others >= MOST_OF_A_NETWORK) throw new HashingBusyError('too many passwords come from one network');
  inside.set(network, others + 1);
  try {
    return await work();
  } finally {
    const left = (inside.get(network) ?? 1) - 1;
    if (left > 0) inside.set(network, left);
    else inside.delete(network);
  }
}
