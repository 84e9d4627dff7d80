import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';
import type { Services } from '#app/people/request/services.server.ts';
import { isLoopback } from '#app/platform/throttle/network.server.ts';

/**
 * The client's address: the n-th entry from the right of X-Forwarded-For with n trusted proxies, otherwise the socket's
 * . Everything further left was written by the client. IPv4 addresses are normalized.
 */
export function clientAddressOf({ socket, headers }: IncomingMessage, trustProxy: number): string {
  const direct = plainAddress(socket.remoteAddress ?? '') ?? '';
  if (trustProxy === 0) return direct;
  const entries = String(headers['x-forwarded-for'] ?? '').split(',');
  return plainAddress(entries.at(-trustProxy)?.trim() ?? '') ?? direct;
}

const FORWARDING = ['forwarded', 'via', 'x-real-ip'];

/** Whether the request came through a proxy that says so: then its socket does not identify the sender. */
export function isForwarded({ headers }: IncomingMessage): boolean {
  return Object.keys(headers).some((name) => name.startsWith('x-forwarded-') || FORWARDING.includes(name));
}

/** Without the port and the brackets that some proxies add; undefined when it is not an address. */
function plainAddress(text: string): string | undefined {
  const bare = /^\[([^\]]+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1] ?? text;
  const plain = bare.replace(/^::ffff:(?=\d+\.\d+\.\d+\.\d+$)/i, '');
  return isIP(plain) ? plain : undefined;
}

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
