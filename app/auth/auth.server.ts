/**
 * Sign-in and sessions. The only file that knows the accounts library, which keeps sessions and their cookies, speaks
 * OpenID Connect and reads and writes the account tables. The library's own web routes are not reachable.
 */
import { type BetterAuthOptions, type BetterAuthPlugin, betterAuth } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { getAdapter } from 'better-auth/db/adapter';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import * as z from 'zod';
import type { Database } from '#app/database/connect.server.ts';
import type { WriteDb } from '#app/database/handles.ts';
import type { Settings } from '#app/settings.server.ts';
import type { Ledger } from './account-ledger.ts';
import { type RowAdapter, rowsOf, userOf } from './account-rows.server.ts';
import { type Auth, authOver } from './auth-surface.server.ts';
import { discoveryUrl } from './google-identity.server.ts';
import { type GoogleClient, type GoogleClientOptions, openGoogleSignIn } from './google-sign-in.server.ts';

export type { Auth } from './auth-surface.server.ts';

/**
 * Accounts over an open database. `log` hears why something failed that people see as the one failure sentence; what
 * it is told holds no secret and no address.
 */
export function openAuth(
  database: Database,
  settings: Settings,
  secret: string,
  now: () => number,
  log: (problem: string) => void = () => undefined,
): Auth {
  const options = libraryOptions(database, settings, secret, log);
  const ledger = openLedger(database, options);
  const google = openGoogleSignIn(ledger, settings, log, (client) => openGoogleClient(options, client));
  return authOver(ledger, google, database, settings, now);
}

const MONTH_S = 30 * 24 * 60 * 60;

/** The library's options, apart from Google's. Exported for the test that it finds its tables complete. */
export function libraryOptions(
  { write, capabilities }: Pick<Database, 'write' | 'capabilities'>,
  { url }: Settings,
  secret: string,
  log: (problem: string) => void,
) {
  const secure = url.startsWith('https:');
  const { session, google } = cookieNames(secure);
  return {
    appName: 'Belfry',
    baseURL: url,
    basePath: '/login/google',
    // As a list, so that the library does not look for one in the environment.
    secrets: [{ version: 1, value: secret }],
    database: { db: write, type: capabilities.dialect },
    user: {
      modelName: 'users',
      additionalFields: {
        newsletterOptIn: { type: 'boolean', required: true, defaultValue: false, input: false },
      },
    },
    session: { expiresIn: MONTH_S, disableSessionRefresh: true },
    account: { storeStateStrategy: 'cookie', updateAccountOnSignIn: false },
    // Google's tokens and the devices people use are nobody's business here: they are not kept.
    databaseHooks: {
      account: { create: { before: async (account) => ({ data: { ...account, ...noTokens } }) } },
      session: {
        create: { before: async (row) => ({ data: { ...row, ipAddress: null, userAgent: null } }) },
      },
    },
    advanced: {
      database: { validateSchema: false },
      // The prefix it would give, __Secure-, is weaker than the __Host- of the names below.
      useSecureCookies: false,
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: 'lax', path: '/' },
      cookiePrefix: secure ? '__Host-belfry' : 'belfry-dev',
      cookies: { session_token: { name: session }, oauth_state: { name: google } },
    },
    telemetry: { enabled: false },
    logger: { level: 'error', log: (_level, message) => log(message) },
    plugins: [sessionDesk],
  } satisfies BetterAuthOptions;
}

function cookieNames(secure: boolean): { session: string; google: string } {
  const session = secure ? '__Host-belfry' : 'belfry-dev';
  return { session, google: `${session}-google` };
}

const noTokens = {
  accessToken: null,
  refreshToken: null,
  idToken: null,
  accessTokenExpiresAt: null,
  refreshTokenExpiresAt: null,
  scope: null,
};

/** The library signs people in only by its own ways; this signs in whom our rules have let in. */
const sessionDesk = {
  id: 'session-desk',
  endpoints: {
    openSession: createAuthEndpoint.serverOnly(
      { method: 'POST', body: z.object({ userId: z.string() }) },
      async (ctx) => {
        const { internalAdapter } = ctx.context;
        const user = await internalAdapter.findUserById(ctx.body.userId);
        if (!user) throw new Error('the account is gone');
        await setSessionCookie(ctx, { session: await internalAdapter.createSession(user.id), user });
        return {};
      },
    ),
  },
} satisfies BetterAuthPlugin;

type LibraryOptions = ReturnType<typeof libraryOptions>;

function openLedger({ write }: Database, options: LibraryOptions): Ledger {
  const { api } = betterAuth(options);
  return {
    ...rowsOf(adapterOver(write, options)),
    transact: (work) => write.transaction().execute((db) => work(rowsOf(adapterOver(db, options)), db)),
    async openSession(userId) {
      const { headers } = await api.openSession({ body: { userId }, returnHeaders: true });
      return cookiesOf(headers, options);
    },
    async closeSession(request) {
      const { headers } = await api.signOut({ headers: cookieHeader(request), returnHeaders: true });
      return cookiesOf(headers, options);
    },
    async findSignedInUser(request) {
      const headers = cookieHeader(request);
      if (!headers.get('Cookie')?.includes(`${options.advanced.cookies.session_token.name}=`))
        return undefined;
      const found = await api.getSession({ headers });
      return found ? userOf(found.user) : undefined;
    },
  };
}

function cookieHeader(request: Request): Headers {
  return new Headers({ Cookie: request.headers.get('Cookie') ?? '' });
}

/** The library also clears cookies that this site never sets. */
function cookiesOf(headers: Headers | null, { advanced }: LibraryOptions): string[] {
  const names = Object.values(advanced.cookies).map(({ name }) => `${name}=`);
  return (headers?.getSetCookie() ?? []).filter((cookie) => names.some((name) => cookie.startsWith(name)));
}

function adapterOver(db: WriteDb, options: LibraryOptions): Promise<RowAdapter> {
  return getAdapter({ ...options, database: { ...options.database, db } });
}

/**
 * OpenID Connect: authorization code with PKCE, state and nonce bound to this browser by an encrypted cookie, the ID
 * token verified against the issuer's keys; an identity is the issuer and its `sub`, never the address.
 */
async function openGoogleClient(
  options: LibraryOptions,
  { clientId, clientSecret, issuer, redirectURI, failed, admit }: GoogleClientOptions,
): Promise<GoogleClient> {
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
        accountSubject: ({ profile }) => profile.sub ?? '',
        async getUserInfo(tokens) {
          const identity = await admit(tokens);
          return identity ? { ...identity, emailVerified: true, name: '' } : null;
        },
      },
    ],
  });
  const { api, $context } = betterAuth({ ...options, plugins: [plugin], onAPIError: { errorURL: failed } });
  // An issuer without usable configuration is left out in silence.
  if (!(await $context).socialProviders.some(({ id }) => id === issuer))
    throw new Error(`${issuer} cannot be used`);
  return {
    async start({ next, failed }) {
      const body = { provider: issuer, callbackURL: next, errorCallbackURL: failed, disableRedirect: true };
      const { response, headers } = await api.signInSocial({ body, returnHeaders: true });
      return { url: response.url, cookies: cookiesOf(headers, options) };
    },
    async finish(request) {
      const query = Object.fromEntries(new URL(request.url).searchParams);
      const params = { id: issuer };
      const headers = cookieHeader(request);
      const answer = await api.callbackOAuth({ method: 'GET', params, query, headers, asResponse: true });
      const cookies = cookiesOf(answer.headers, options);
      const signedIn = cookies.some((cookie) =>
        cookie.startsWith(`${options.advanced.cookies.session_token.name}=`),
      );
      return { signedIn, location: answer.headers.get('Location') ?? undefined, cookies };
    },
  };
}
