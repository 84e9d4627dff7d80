/** The site for which passkeys are created: `id` is its host, WebAuthn's RP ID, `origin` the one that may use them. */
export type RelyingParty = { id: string; origin: string };

/**
 * The site as relying party, from its public address only (never from a request). Undefined where browsers offer no
 * passkeys: on http outside localhost, and at a bare IP address.
 */
export function relyingPartyOf(siteUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(siteUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isAddress = /^[\d.]+$/.test(hostname) || hostname.startsWith('[');
  return (protocol === 'https:' || isLocal) && !isAddress ? { id: hostname, origin } : undefined;
}
