import { createHash } from 'node:crypto';

/**
 * By what an address stays on or off the list after it was erased: the SHA-256, in hex, of the address as
 * `parseEmailAddress` returns it. The same on every site and after every restore.
 */
export function hashAddress(address: string): string {
  return createHash('sha256').update(`belfry-newsletter:${address}`).digest('hex');
}
