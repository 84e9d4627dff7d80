/** For whom passkeys are made: `id` is the host that WebAuthn calls the RP ID, `origin` the one that may ask for them. */
export type RelyingParty = { id: string; origin: string };

/**
 * The site as passkeys know it, from its public address alone (never from a request). Undefined where browsers offer no
 * passkeys: on http outside localhost, and at a bare IP address.
 */
export function relyingPartyOf(siteUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(siteUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isAddress = /^[\d.]+$/.test(hostname) || hostname.startsWith('[');
  return (protocol === 'https:' || isLocal) && !isAddress ? { id: hostname, origin } : undefined;
}
