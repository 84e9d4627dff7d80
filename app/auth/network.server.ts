import { isIPv4, isIPv6 } from 'node:net';

/**
 * The network an address counts as: an IPv4 address alone, also when it is written as IPv6, and of IPv6 the first
 * 64 bits. Undefined for what is no address.
 */
export function networkOf(address: string): string | undefined {
  const plain = address.replace(/%.*$/, '');
  if (isIPv4(plain)) return plain;
  if (!isIPv6(plain)) return undefined;
  // The parser of addresses spells every IPv6 address in one way.
  const spelled = new URL(`http://[${plain}]/`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(spelled);
  if (mapped) return ipv4Of(Number.parseInt(mapped[1] ?? '', 16), Number.parseInt(mapped[2] ?? '', 16));
  return `${groupsOf(spelled).slice(0, 4).join(':')}::/64`;
}

/** Whether the address is this machine's own. */
export function isLoopback(address: string): boolean {
  const network = networkOf(address);
  return network?.startsWith('127.') === true || address === '::1';
}

function ipv4Of(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function groupsOf(spelled: string): string[] {
  const [head = '', tail = ''] = spelled.split('::');
  const [first, last] = [head.split(':').filter(Boolean), tail.split(':').filter(Boolean)];
  return [...first, ...Array(Math.max(8 - first.length - last.length, 0)).fill('0'), ...last];
}
