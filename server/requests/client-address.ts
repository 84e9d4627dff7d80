import type { IncomingMessage } from 'node:http';
import { isIP } from 'node:net';

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
