import { lookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { networkInterfaces } from 'node:os';
import ipaddr from 'ipaddr.js';
import { OutboundError } from './outbound-error.ts';

export type ReachOptions = {
  /** Exactly these `host:port` are allowed whatever their address is: a hub in the town's own network. */
  reachable?: string[];
  /** All addresses of a name; the system's resolver by default. */
  resolve?: (hostname: string) => Promise<string[]>;
};

/** What may be requested. `lookup` is for the socket: it returns only checked addresses. */
export type Reach = {
  /** Throws OutboundError for a forbidden address, as far as it is visible in the address itself. */
  check: (url: URL) => void;
  /** The same, and for what its name leads to now. */
  checkFully: (url: URL) => Promise<void>;
  lookupFor: (url: URL) => LookupFunction;
  /** Whether the socket may be used after connecting to this address. */
  isReached: (url: URL, address: string | undefined) => boolean;
};

const USUAL_PORTS = ['', '80', '443', '8080', '8443'];

export function openReach({ reachable = [], resolve = resolveBySystem }: ReachOptions): Reach {
  const named = new Set(reachable);
  const isNamed = (url: URL) => named.has(`${url.hostname}:${portOf(url)}`);
  const mayConnect = (url: URL, address: string) =>
    isNamed(url) || (isGlobalUnicast(address) && !isOwnAddress(address));

  function check(url: URL): void {
    if (url.protocol !== 'http:' && url.protocol !== 'https:')
      throw new OutboundError('refused', 'it is neither http nor https');
    if (url.username || url.password) throw new OutboundError('refused', 'it contains a password');
    if (!isNamed(url) && !USUAL_PORTS.includes(url.port))
      throw new OutboundError('refused', `port ${url.port} is not allowed`);
    // A socket looks up names, but not literal addresses.
    const literal = literalOf(url);
    if (isIP(literal) && !mayConnect(url, literal)) throw notPublic();
  }

  async function checkFully(url: URL): Promise<void> {
    check(url);
    if (!isIP(literalOf(url)) && !isNamed(url)) await findChecked(url, url.hostname);
  }

  const lookupFor =
    (url: URL): LookupFunction =>
    (hostname, options, done) => {
      findChecked(url, hostname)
        .then((addresses) => {
          const found = addresses.map((address) => ({ address, family: isIP(address) }));
          if (options.all) done(null, found);
          else done(null, found[0]?.address ?? '', found[0]?.family);
        })
        .catch((error) => done(error, options.all ? [] : ''));
    };

  async function findChecked(url: URL, hostname: string): Promise<string[]> {
    const addresses = await findAddresses(hostname);
    // A private address among them is an attack, not a mistake: then none of them is used.
    if (addresses.length === 0) throw new OutboundError('unreachable', 'its host name has no address');
    if (!addresses.every((address) => mayConnect(url, address))) throw notPublic();
    return addresses;
  }

  async function findAddresses(hostname: string): Promise<string[]> {
    try {
      return await resolve(hostname);
    } catch {
      throw new OutboundError('unreachable', 'its host name does not exist');
    }
  }

  return {
    check,
    checkFully,
    lookupFor,
    isReached: (url, address) => address !== undefined && mayConnect(url, address),
  };
}

function literalOf({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function notPublic(): OutboundError {
  return new OutboundError('refused', 'it is not on the public network');
}

function portOf({ port, protocol }: URL): string {
  return port || (protocol === 'https:' ? '443' : '80');
}

async function resolveBySystem(hostname: string): Promise<string[]> {
  return (await lookup(hostname, { all: true })).map(({ address }) => address);
}

/** A public address may be this machine's own: services on it may trust local clients. */
function isOwnAddress(address: string): boolean {
  const plain = plainAddressOf(address);
  const own = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return own.some((one) => plainAddressOf(one.address) === plain);
}

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
function plainAddressOf(address: string): string | undefined {
  return ipaddr.isValid(address) ? ipaddr.process(address).toNormalizedString() : undefined;
}

function isGlobalV4(address: ipaddr.IPv4): boolean {
  return address.range() === 'unicast';
}
