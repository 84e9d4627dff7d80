import ipaddr from 'ipaddr.js';

/** Public IPv6 addresses: 2000::/3. */
const GLOBAL_V6 = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number];
/** Represents an IPv4 address where there is no IPv4 (RFC 6052). */
const NAT64 = ipaddr.parseCIDR('64:ff9b::/96') as [ipaddr.IPv6, number];

/**
 * Whether an address is global unicast: not loopback, private, shared, link-local, multicast, reserved or tunneled,
 * however it is written. An IPv4 address inside an IPv6 one counts as itself. False for text that is not an address.
 *
 */
export function isGlobalUnicast(address: string): boolean {
  if (!ipaddr.isValid(address) || address.includes('%')) return false;
  const parsed = ipaddr.parse(address);
  if (parsed instanceof ipaddr.IPv4) return isGlobalV4(parsed);
  if (parsed.isIPv4MappedAddress()) return isGlobalV4(parsed.toIPv4Address());
  if (parsed.match(NAT64)) return isGlobalV4(new ipaddr.IPv4(parsed.toByteArray().slice(12)));
  return parsed.range() === 'unicast' && parsed.match(GLOBAL_V6);
}

/** The normalized address, for comparing two of them; undefined when it is not an address. */
export function plainAddressOf(address: string): string | undefined {
  return ipaddr.isValid(address) ? ipaddr.process(address).toNormalizedString() : undefined;
}

function isGlobalV4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast';
}
