/**
 * Sign-in with Google by the accounts library: the only file that knows it. It speaks OpenID Connect and keeps nothing;
 * accounts and sessions are this folder's own. The library's own web routes are not reachable.
 */
import { AsyncLocalStorage } from 'node:async_hooks';
import type { BetterAuthOptions } from 'better-auth';
import type { Database } from '#app/database/handles.ts';
import type { Settings } from '#app/settings.server.ts';
import { type Auth, authOver } from './auth-surface.server.ts';
import type { Desk } from './desk.server.ts';
import { discoveryUrl, type GoogleIdentity } from './google-identity.server.ts';
import { type GoogleClient, type GoogleClientOptions, openGoogleSignIn } from './google-sign-in.server.ts';
import { cookieName } from './session-cookie.server.ts';

export type { Auth } from './auth-surface.server.ts';

/**
 * Accounts over an open database. `log` hears why something failed that people see as the one failure sentence; what
 * it is told holds no secret and no address.
 */
export function openAuth(
  database: Pick<Database, 'write'>,
  settings: Settings,
  secret: string,
  now: () => number,
  log: (problem: string) => void = () => undefined,
): Auth {
  const desk: Desk = { db: database.write, settings, secret, now, log };
  const google = openGoogleSignIn(desk, (client) => openGoogleClient(desk, client));
  return authOver(desk, google);
}

/** Not visited: the library hands back through it which journey it was. */
const JOURNEY = '/login/google/journey';

function libraryOptions({ settings: { url }, secret, log }: Desk, failed: string) {
  const secure = url.startsWith('https:');
  return {
    appName: 'Belfry',
    baseURL: url,
    basePath: '/login/google',
    // As a list, so that the library does not look for one in the environment.
    secrets: [{ version: 1, value: secret }],
    account: { storeStateStrategy: 'cookie' },
    advanced: {
      // The prefix it would give, __Secure-, is weaker than the __Host- of the name below.
      useSecureCookies: false,
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: 'lax', path: '/' },
      cookies: { oauth_state: { name: cookieName(url, 'google') } },
    },
    onAPIError: { errorURL: failed },
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message) => log(message) },
  } satisfies BetterAuthOptions;
}

/**
 * OpenID Connect: authorization code with PKCE, state and nonce bound to this browser by an encrypted cookie, the ID
 * token verified against the issuer's keys; an identity is the issuer and its `sub`, never the address. Whoever
 * comes back is noted and then refused, so that the library makes no account and no session of its own.
 */
async function openGoogleClient(
  desk: Desk,
  { clientId, clientSecret, issuer, redirectURI, failed, identify }: GoogleClientOptions,
): Promise<GoogleClient> {
  // Only where Google is set up and somebody uses it: the library takes longer to load than all else.
  const { betterAuth } = await import('better-auth');
  const { genericOAuth } = await import('better-auth/plugins/generic-oauth');
  const arrivals = new AsyncLocalStorage<{ identity?: GoogleIdentity | undefined }>();
  const plugin = genericOAuth({
    config: [
      {
        providerId: issuer,
        clientId,
        clientSecret,
        discoveryUrl: discoveryUrl(issuer),
        requireIdTokenVerification: true,
        redirectURI,
        scopes: ['openid', 'email'],
        pkce: true,
        async getUserInfo(tokens) {
          const arrival = arrivals.getStore();
          if (arrival) arrival.identity = await identify(tokens);
          return null;
        },
      },
    ],
  });
  const { api, $context } = betterAuth({ ...libraryOptions(desk, failed), plugins: [plugin] });
  // An issuer without usable configuration is left out in silence.
  if (!(await $context).socialProviders.some(({ id }) => id === issuer))
    throw new Error(`${issuer} cannot be used`);
  const name = `${cookieName(desk.settings.url, 'google')}=`;
  // The library also clears cookies that this site never sets.
  const cookiesOf = (headers: Headers | null) =>
    (headers?.getSetCookie() ?? []).filter((cookie) => cookie.startsWith(name));
  return {
    async start(journey) {
      const errorCallbackURL = `${JOURNEY}?of=${Buffer.from(journey).toString('base64url')}`;
      const body = { provider: issuer, callbackURL: '/', errorCallbackURL, disableRedirect: true };
      const { response, headers } = await api.signInSocial({ body, returnHeaders: true });
      return { url: response.url, cookies: cookiesOf(headers) };
    },
    async finish(request) {
      const arrival: { identity?: GoogleIdentity | undefined } = {};
      const query = Object.fromEntries(new URL(request.url).searchParams);
      const params = { id: issuer };
      const headers = new Headers({ Cookie: request.headers.get('Cookie') ?? '' });
      const answer = await arrivals.run(arrival, () =>
        api.callbackOAuth({ method: 'GET', params, query, headers, asResponse: true }),
      );
      const { pathname, searchParams } = new URL(answer.headers.get('Location') ?? failed, request.url);
      const of = pathname === JOURNEY ? searchParams.get('of') : null;
      return {
        identity: arrival.identity,
        journey: of ? Buffer.from(of, 'base64url').toString() : undefined,
        problem: searchParams.get('error') ?? 'without a reason',
        cookies: cookiesOf(answer.headers),
      };
    },
  };
}
