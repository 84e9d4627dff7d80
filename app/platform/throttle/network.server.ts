import { isIPv4, isIPv6 } from 'node:net';

/** A network that an address belongs to. `share` is how many times the limit of one address it gets. */
export type Network = { name: string; share: number };

/**
 * An IPv6 customer can choose addresses from a whole /64, often a /56 or /48; an IPv4 /24 is what a small provider or a
 * rented block has. Wider networks contain more people, so their limits are higher.
 */
const IPV6_SHARES = { 64: 1, 56: 1.25, 48: 1.5 } as const;
const IPV4_SHARES = { 32: 1, 24: 4 } as const;

/**
 * The networks that a client address counts for, the narrowest first: for IPv4 the address and its /24, also
 * when written as IPv6; for IPv6 the /64, /56 and /48. Empty for text that is not an address.
 */
export function networksOf(address: string): Network[] {
  const plain = address.replace(/%.*$/, '');
  if (isIPv4(plain)) return ipv4Networks(plain);
  if (!isIPv6(plain)) return [];
  // The URL parser normalizes IPv6 addresses.
  const spelled = new URL(`http://[${plain}]/`).hostname.slice(1, -1);
  const mapped = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(spelled);
  if (mapped) return ipv4Networks(ipv4Of(hexOf(mapped[1]), hexOf(mapped[2])));
  const [a, b, c, d] = groupsOf(spelled);
  return [
    { name: `${a}:${b}:${c}:${d}::/64`, share: IPV6_SHARES[64] },
    { name: `${a}:${b}:${c}:${(hexOf(d) & 0xff00).toString(16)}::/56`, share: IPV6_SHARES[56] },
    { name: `${a}:${b}:${c}::/48`, share: IPV6_SHARES[48] },
  ];
}

/**
 * The narrowest network of a client address: an IPv4 address, or an IPv6 /64. Undefined for text that is not an
 * address.
 */
export function networkOf(address: string): string | undefined {
  return networksOf(address)[0]?.name;
}

/** Whether the address is this machine's own. */
export function isLoopback(address: string): boolean {
  const network = networkOf(address);
  return network?.startsWith('127.') === true || address === '::1';
}

function ipv4Networks(address: string): Network[] {
  return [
    { name: address, share: IPV4_SHARES[32] },
    { name: `${address.replace(/\d+$/, '0')}/24`, share: IPV4_SHARES[24] },
  ];
}

function ipv4Of(high: number, low: number): string {
  return [high >> 8, high & 255, low >> 8, low & 255].join('.');
}

function hexOf(group = ''): number {
  return Number.parseInt(group, 16);
}

function groupsOf(spelled: string): string[] {
  const [head = '', tail = ''] = spelled.split('::');
  const [first, last] = [head.split(':').filter(Boolean), tail.split(':').filter(Boolean)];
  return [...first, ...Array(Math.max(8 - first.length - last.length, 0)).fill('0'), ...last];
}

/**
 * Takes a slot for each of the networks and returns a function that releases them; undefined, with nothing taken, when
 * one of them has none left.
 */
type EnterByNetwork = (networks: Network[]) => (() => void) | undefined;

/** Slots in this process, of which a network gets at most `most` times its share at once. */
export function openNetworkSlots(most: number): EnterByNetwork {
  const inside = new Map<string, number>();
  const countOf = (name: string) => inside.get(name) ?? 0;
  return (networks) => {
    if (networks.some(({ name, share }) => countOf(name) >= Math.floor(most * share))) return undefined;
    for (const { name } of networks) inside.set(name, countOf(name) + 1);
    return () => {
      for (const { name } of networks) {
        if (countOf(name) > 1) inside.set(name, countOf(name) - 1);
        else inside.delete(name);
      }
    };
  };
}
