import { type Outbound, openOutbound } from '#app/outbound/outbound.server.ts';
import type { Services } from '#app/services.server.ts';

/** For requests to the addresses of sources. */
export function outboundOf({ settings }: Services): Outbound {
  return openOutbound({ reachable: settings.fetchAllow, siteUrl: settings.url });
}
