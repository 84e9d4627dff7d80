import type { IncomingMessage } from 'node:http';
import type { Services } from '#app/people/request/services.server.ts';
import { isLoopback } from '#app/platform/throttle/network.server.ts';

/**
 * Logs once that requests come through a proxy that TRUST_PROXY does not count: all visitors then have the proxy's
 * address. Logs nothing on a site that only this machine uses.
 */
export function openProxyWarning({
  settings,
  log,
}: Pick<Services, 'settings' | 'log'>): (message: IncomingMessage) => void {
  const host = new URL(settings.url).hostname.replace(/^\[|\]$/g, '');
  let isSaid = settings.trustProxy > 0 || host === 'localhost' || isLoopback(host);
  return ({ headers }) => {
    if (isSaid || headers['x-forwarded-for'] === undefined) return;
    isSaid = true;
    log.warn(
      'Requests have an X-Forwarded-For header, but TRUST_PROXY is 0. If there is one reverse proxy, set TRUST_PROXY=1',
    );
  };
}
