import { parseEmailAddress } from '#app/platform/mail/email-address.ts';

/** The user's identity at the issuer: `subject` never changes; the address was theirs when the issuer verified it. */
export type GoogleIdentity = {
  issuer: string;
  subject: string;
  email: string;
  /** Google itself provides the address, so it is certainly theirs now. */
  isAuthoritative: boolean;
};

type Claims = Record<string, unknown>;

/** Where the site is registered, and as which client. */
export type Registration = { issuer: string; clientId: string };

/**
 * The identity in the claims of an ID token whose signature, issuer, nonce and time are already verified. Undefined
 * when the token was issued for another client, or when the issuer does not vouch for the address (`email_verified`),
 * or names none. An issuer that leaves the address out of the ID token is asked for it.
 */
export async function findIdentity(
  { issuer, clientId }: Registration,
  token: Claims,
  fetchUserInfo: (subject: string) => Promise<Claims | undefined>,
): Promise<GoogleIdentity | undefined> {
  const { sub: subject } = token;
  if (!isFor(clientId, token) || typeof subject !== 'string' || !subject) return undefined;
  const claims = 'email' in token ? token : await fetchUserInfo(subject);
  if (claims?.email_verified !== true || typeof claims.email !== 'string') return undefined;
  const email = parseEmailAddress(claims.email);
  if (!email) return undefined;
  return { issuer, subject, email, isAuthoritative: isAuthoritative(email, claims) };
}

/**
 * Whether the token was issued for this client alone, or for several of which this one requested it. Libraries accept
 * any list that contains the client: the owner of another client on that list could then log in here with its tokens.
 * OpenID Connect Core 1.0, section 3.1.3.7, rules 3 to 5.
 */
function isFor(clientId: string, { aud, azp }: Claims): boolean {
  if (azp !== undefined && azp !== clientId) return false;
  return Array.isArray(aud) ? aud.includes(clientId) && azp === clientId : aud === clientId;
}

/** `hd` names the organization whose email Google runs. Google, "Migrate to streamlined linking". */
function isAuthoritative(email: string, { hd }: Claims): boolean {
  return email.endsWith('@gmail.com') || (typeof hd === 'string' && hd !== '');
}
