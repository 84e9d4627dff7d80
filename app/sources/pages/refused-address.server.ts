import type { Services } from '#app/people/request/services.server.ts';
import { type Outbound, openOutbound, refusedReasonOf } from '#app/platform/outbound/outbound.server.ts';

/** For requests to the addresses of sources. */
export function outboundOf({ settings }: Services): Outbound {
  return openOutbound({ reachable: settings.fetchAllow, siteUrl: settings.url });
}

/** Why an address would never be fetched, as a message; undefined if it may be, or is none. */
export async function refusedAddress(
  { settings }: Services,
  address: string | undefined,
): Promise<string | undefined> {
  const url = URL.parse(address ?? '');
  return url ? refusedReasonOf(url, { reachable: settings.fetchAllow }) : undefined;
}
