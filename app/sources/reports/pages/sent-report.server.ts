import type { RouterContextProvider } from 'react-router';
import { requestContextKey } from '#app/people/request/context.ts';
import { keyedHash } from '#app/platform/throttle/keyed-hash.ts';
import { networkOf } from '#app/platform/throttle/network.server.ts';

const MOST_NOTE = 1000;

/** What a reader wrote to editors: plain text. */
export function readNote(typed: string): { text: string; problem?: string } {
  const text = typed.replaceAll('\0', '').trim();
  if (text.length <= MOST_NOTE) return { text };
  return { text, problem: `Use at most ${MOST_NOTE} characters` };
}

type Args = { context: Readonly<RouterContextProvider> };

/**
 * The pseudonym of the reader's network for reports about an item: without the site's secret, no one can compute it, and
 * it is different for each item.
 */
export function networkNameOf({ context }: Args, { collection, id }: { collection: string; id: string }) {
  const { address, services } = context.get(requestContextKey);
  const network = networkOf(address) ?? 'unknown';
  return keyedHash(services.auth.secret, `report about ${collection}/${id}`, network);
}
