/** OpenID Connect with the issuer in the settings: the only file that imports its library. */
import { EncryptJWT, jwtDecrypt } from 'jose';
import type { Configuration } from 'openid-client';
import type { AuthContext } from '#app/people/auth-context.server.ts';
import { COOKIE_MS, readCookie, setCookie } from '#app/people/sessions/session-cookie.server.ts';
import type { Settings } from '#app/platform/settings/settings.server.ts';
import { keyedHash } from '#app/platform/throttle/keyed-hash.ts';
import { findIdentity, type GoogleIdentity } from './google-identity.server.ts';

/** The address to register with Google, after the site's origin. */
const GOOGLE_CALLBACK = '/login/google/callback';

/** How long a user may take at the issuer. */
const ATTEMPT_MS = COOKIE_MS.google;
/** How long the issuer may take for one response: a page waits for it. */
const RESPONSE_SECONDS = 5;

type Google = NonNullable<Settings['google']>;

/** The journey that a user came back from: undefined when it did not begin in this browser within ten minutes. */
export type GoogleReturn = {
  journey: string | undefined;
  identity: GoogleIdentity | undefined;
  /** Why there is no identity, for the log. Contains no secret and no address. */
  problem: string;
  cookies: string[];
};

export type GoogleClient = {
  start(journey: string): Promise<{ url: string; cookies: string[] }>;
  finish(request: Request): Promise<GoogleReturn>;
};

/** What the browser stores, encrypted, while its user is at the issuer. */
type Attempt = { state: string; nonce: string; verifier: string; journey: string };

/**
 * A client of the issuer: authorization code with PKCE, state and nonce bound to this browser by an encrypted cookie,
 * the ID token verified with the issuer's keys (R-14). Throws when the issuer does not respond within five seconds or
 * is not who it should be.
 */
export async function openGoogleClient(auth: AuthContext, google: Google): Promise<GoogleClient> {
  // Most sites never need it.
  const openid = await import('openid-client');
  const { issuer, clientId, clientSecret } = google;
  const { url } = auth.settings;
  const redirectUri = `${url}${GOOGLE_CALLBACK}`;
  const isLocal = issuer.startsWith('http:');
  const configuration = await openid.discovery(new URL(issuer), clientId, clientSecret, undefined, {
    timeout: RESPONSE_SECONDS,
    // The signature is checked even though the token comes directly from the issuer.
    execute: [openid.enableNonRepudiationChecks, ...(isLocal ? [openid.allowInsecureRequests] : [])],
  });
  const identify = async (request: Request, attempt: Attempt) => {
    const tokens = await openid.authorizationCodeGrant(configuration, currentUrl(redirectUri, request), {
      expectedState: attempt.state,
      expectedNonce: attempt.nonce,
      pkceCodeVerifier: attempt.verifier,
      idTokenExpected: true,
    });
    const claims = tokens.claims();
    const fetchUserInfo = (subject: string) =>
      hasUserInfo(configuration)
        ? openid.fetchUserInfo(configuration, tokens.access_token, subject)
        : Promise.resolve(undefined);
    return claims && findIdentity(google, claims, fetchUserInfo);
  };
  return {
    async start(journey) {
      const attempt = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
        journey,
      };
      const address = openid.buildAuthorizationUrl(configuration, {
        redirect_uri: redirectUri,
        scope: 'openid email',
        state: attempt.state,
        nonce: attempt.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(attempt.verifier),
        code_challenge_method: 'S256',
      });
      return {
        url: address.href,
        cookies: [setCookie(url, 'google', await encrypt(auth, attempt), ATTEMPT_MS)],
      };
    },
    async finish(request) {
      const attempt = await decrypt(auth, readCookie(request.headers.get('Cookie') ?? '', url, 'google'));
      if (!attempt || attempt.state !== new URL(request.url).searchParams.get('state'))
        return {
          journey: undefined,
          identity: undefined,
          problem: 'not started in this browser',
          cookies: [],
        };
      const { journey } = attempt;
      const cookies = [setCookie(url, 'google', '', 0)];
      try {
        const identity = await identify(request, attempt);
        return { journey, identity, problem: 'the issuer does not vouch for an address', cookies };
      } catch (error) {
        return { journey, identity: undefined, problem: reasonOf(error), cookies };
      }
    },
  };
}

/** The registered address, whatever a proxy changed on the way. */
function currentUrl(redirectUri: string, request: Request): URL {
  const current = new URL(redirectUri);
  current.search = new URL(request.url).search;
  return current;
}

function hasUserInfo(configuration: Configuration): boolean {
  return configuration.serverMetadata().userinfo_endpoint !== undefined;
}

function keyOf({ secret }: AuthContext): Uint8Array {
  return Buffer.from(keyedHash(secret, 'google-attempt', ''), 'base64url');
}

function encrypt(auth: AuthContext, attempt: Attempt): Promise<string> {
  return new EncryptJWT(attempt)
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(new Date(auth.now() + ATTEMPT_MS))
    .encrypt(keyOf(auth));
}

async function decrypt(auth: AuthContext, cookie: string | undefined): Promise<Attempt | undefined> {
  if (!cookie) return undefined;
  try {
    const options = { currentDate: new Date(auth.now()), contentEncryptionAlgorithms: ['A256GCM'] };
    return (await jwtDecrypt<Attempt>(cookie, keyOf(auth), options)).payload;
  } catch {
    return undefined;
  }
}

/** The message, with OAuth's error code if there is one: access_denied when the user refused. */
function reasonOf(error: unknown): string {
  const { message, error: code } = error as { message?: string; error?: unknown };
  const isCode = typeof code === 'string' && /^[a-z_]{1,40}$/.test(code);
  return `${message ?? String(error)}${isCode ? ` (${code})` : ''}`;
}
