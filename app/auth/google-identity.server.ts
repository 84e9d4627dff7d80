import { parseEmailAddress } from '#app/mail/email-address.ts';

const ANSWER_MS = 5000;

/** Who somebody is to the issuer: `subject` never changes; the address was theirs when the issuer asked. */
export type GoogleIdentity = {
  issuer: string;
  subject: string;
  email: string;
  /** Google itself gives out the address, so that it is theirs now and beyond doubt. */
  isAuthoritative: boolean;
};

/** Where the issuer's OpenID configuration is. OpenID Connect Discovery 1.0, section 4. */
export function discoveryUrl(issuer: string): string {
  return `${issuer}/.well-known/openid-configuration`;
}

/** Throws unless the issuer answers soon and is who it should be; a page must not wait for one that does not. */
export async function checkIssuer(issuer: string): Promise<void> {
  const { issuer: found } = await fetchJson(discoveryUrl(issuer));
  if (String(found).replace(/\/$/, '') !== issuer) throw new Error(`${issuer} calls itself ${String(found)}`);
}

/** What the issuer's token endpoint gave. */
export type Tokens = { idToken?: string | undefined; accessToken?: string | undefined };

/** With whom the site is registered, and as whom. */
export type Registrar = { issuer: string; clientId: string };

/**
 * The identity behind tokens whose ID token has a signature, issuer, nonce and time that have been verified already.
 * Undefined when the token was made for another client, or when the issuer does not vouch for the address
 * (`email_verified`), or names none. An issuer that keeps the address out of the ID token is asked for it.
 */
export async function findIdentity(
  { issuer, clientId }: Registrar,
  { idToken, accessToken }: Tokens,
): Promise<GoogleIdentity | undefined> {
  const token = claimsOf(idToken);
  if (!token || !isFor(clientId, token)) return undefined;
  if (typeof token.sub !== 'string' || !token.sub) return undefined;
  const claims = 'email' in token ? token : await fetchUserInfo(issuer, accessToken);
  // OpenID Connect Core 1.0, section 5.3.2: the answer may be about somebody else.
  if (claims?.sub !== token.sub || claims.email_verified !== true || typeof claims.email !== 'string')
    return undefined;
  const email = parseEmailAddress(claims.email);
  if (!email) return undefined;
  return { issuer, subject: token.sub, email, isAuthoritative: isAuthoritative(email, claims) };
}

/**
 * Whether the token was made for this client alone, or for several of which this one asked for it. Libraries accept any
 * list that contains the client: whoever runs another client of that list could then sign in here with its tokens.
 * OpenID Connect Core 1.0, section 3.1.3.7, rules 3 to 5.
 */
function isFor(clientId: string, { aud, azp }: Claims): boolean {
  if (azp !== undefined && azp !== clientId) return false;
  return Array.isArray(aud) ? aud.includes(clientId) && azp === clientId : aud === clientId;
}

/** `hd` names the organization whose mail Google runs. Google, "Migrate to streamlined linking". */
function isAuthoritative(email: string, { hd }: Claims): boolean {
  return email.endsWith('@gmail.com') || (typeof hd === 'string' && hd !== '');
}

type Claims = Record<string, unknown>;

function claimsOf(idToken: string | undefined): Claims | undefined {
  const payload = idToken?.split('.')[1];
  return payload ? JSON.parse(Buffer.from(payload, 'base64url').toString('utf8')) : undefined;
}

async function fetchUserInfo(issuer: string, accessToken: string | undefined): Promise<Claims | undefined> {
  const { userinfo_endpoint: address } = await fetchJson(discoveryUrl(issuer));
  if (typeof address !== 'string' || !accessToken) return undefined;
  return fetchJson(address, { Authorization: `Bearer ${accessToken}` });
}

async function fetchJson(address: string, headers: Record<string, string> = {}): Promise<Claims> {
  const response = await fetch(address, {
    headers,
    redirect: 'error',
    signal: AbortSignal.timeout(ANSWER_MS),
  });
  if (!response.ok) throw new Error(`${address} answered ${response.status}`);
  return (await response.json()) as Claims;
}
