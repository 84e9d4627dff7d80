/**
 * Whether two addresses belong to the same owner: whether the part of their host names that someone registered is the
 * same (Public Suffix List, so `anna.github.io` and `ben.github.io` differ). Hosts without one, such as numeric
 * addresses and names of a local network, must be the same with their port.
 */
export async function haveSameOwner(one: string, other: string): Promise<boolean> {
  const [first, second] = [new URL(one), new URL(other)];
  if (first.host === second.host) return true;
  // Loading the list takes 50 ms and 13 MB of memory, and most sources never redirect to another host.
  const { getDomain } = await import('tldts');
  const [domain, otherDomain] = [first, second].map(({ hostname }) =>
    getDomain(hostname, { allowPrivateDomains: true }),
  );
  return Boolean(domain) && domain === otherDomain;
}
