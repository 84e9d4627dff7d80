/**
 * Sign-in and sessions. The only file that knows the accounts library, which keeps sessions and their cookies, speaks
 * OpenID Connect and reads and writes the account tables. The library's own web routes are not reachable.
 */
import { betterAuth, type BetterAuthOptions, type BetterAuthPlugin } from 'better-auth';
import { createAuthEndpoint } from 'better-auth/api';
import { setSessionCookie } from 'better-auth/cookies';
import { getAdapter } from 'better-auth/db/adapter';
import { genericOAuth } from 'better-auth/plugins/generic-oauth';
import * as z from 'zod';
import type { Database } from '#app/database/connect.server.ts';
import type { WriteDb } from '#app/database/handles.ts';
import type { Settings } from '#app/settings.server.ts';
import type { AccountRows, Ledger, User } from './account-ledger.ts';
import { removeUnprovenClaim } from './administrator.server.ts';
import { type Auth, authOver, type GoogleSignIn } from './auth-surface.server.ts';
import { checkIssuer, discoveryUrl, findIdentity } from './google-identity.server.ts';

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
  return authOver(ledger, openGoogle(ledger, settings, options, log), database, settings, now);
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
      additionalFields: { newsletterOptIn: { type: 'boolean', required: true, defaultValue: false, input: false } },
    },
    session: { expiresIn: MONTH_S, disableSessionRefresh: true },
    account: { storeStateStrategy: 'cookie', updateAccountOnSignIn: false },
    // Google's tokens and the devices people use are nobody's business here: they are not kept.
    databaseHooks: {
      account: { create: { before: async (account) => ({ data: { ...account, ...noTokens } }) } },
      session: { create: { before: async (row) => ({ data: { ...row, ipAddress: null, userAgent: null } }) } },
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
  const outside = adapterOver(write, options);
  const names = new Set(Object.values(options.advanced.cookies).map(({ name }) => name));
  return {
    ...rowsOf(outside),
    transact: (work) => write.transaction().execute((db) => work(rowsOf(adapterOver(db, options)), db)),
    async openSession(userId) {
      const { headers } = await api.openSession({ body: { userId }, returnHeaders: true });
      return cookiesOf(headers, names);
    },
    async closeSession(request) {
      const { headers } = await api.signOut({ headers: cookieHeader(request), returnHeaders: true });
      return cookiesOf(headers, names);
    },
    async findSignedInUser(request) {
      const headers = cookieHeader(request);
      if (!headers.get('Cookie')?.includes(`${options.advanced.cookies.session_token.name}=`)) return undefined;
      const found = await api.getSession({ headers });
      return found ? userOf(found.user) : undefined;
    },
  };
}

function cookieHeader(request: Request): Headers {
  return new Headers({ Cookie: request.headers.get('Cookie') ?? '' });
}

/** The library also clears cookies that this site never sets. */
function cookiesOf(headers: Headers | null, names: Set<string>): string[] {
  return (headers?.getSetCookie() ?? []).filter((cookie) => names.has(cookie.slice(0, cookie.indexOf('='))));
}

/** How the library calls the way to sign in with a password. */
const PASSWORD = 'credential';

type Adapter = ReturnType<typeof getAdapter>;

function adapterOver(db: WriteDb, options: LibraryOptions): Adapter {
  return getAdapter({ ...options, database: { ...options.database, db } });
}

function rowsOf(opening: Adapter): AccountRows {
  const findUser = async (field: string, value: string) => {
    const found = await (await opening).findOne<UserRow>({ model: 'user', where: [{ field, value }] });
    return found ? userOf(found) : undefined;
  };
  return {
    findUserById: (id) => findUser('id', id),
    findUserByEmail: (email) => findUser('email', email),
    async addUser(user) {
      const times = { createdAt: new Date(), updatedAt: new Date() };
      return userOf(await (await opening).create<object, UserRow>({ model: 'user', data: { ...user, ...times, name: '' } }));
    },
    async changeUser(id, change) {
      const update = { ...change, updatedAt: new Date() };
      await (await opening).update({ model: 'user', where: [{ field: 'id', value: id }], update });
    },
    async removeUser(id) {
      // Sessions and ways to sign in go with it: their tables refer to it with "on delete cascade".
      await (await opening).delete({ model: 'user', where: [{ field: 'id', value: id }] });
    },
    async findPasswordHash(userId) {
      const found = await (await opening).findOne<AccountRow>({ model: 'account', where: passwordOf(userId) });
      return found?.password ?? undefined;
    },
    async savePasswordHash(userId, password) {
      const adapter = await opening;
      const times = { createdAt: new Date(), updatedAt: new Date() };
      const update = { password, updatedAt: times.updatedAt };
      if (await adapter.update({ model: 'account', where: passwordOf(userId), update })) return;
      const data = { userId, providerId: PASSWORD, accountId: userId, password, ...times };
      await adapter.create({ model: 'account', data });
    },
    async listSignInMethods(userId) {
      const found = await (await opening).findMany<AccountRow>({ model: 'account', where: [{ field: 'userId', value: userId }] });
      return found.map(({ providerId, createdAt }) => ({
        method: providerId === PASSWORD ? 'password' : providerId,
        createdAt: createdAt.getTime(),
      }));
    },
    async listSessions(userId) {
      const found = await (await opening).findMany<SessionRow>({ model: 'session', where: [{ field: 'userId', value: userId }] });
      return found.map(({ createdAt, expiresAt }) => ({ createdAt: createdAt.getTime(), expiresAt: expiresAt.getTime() }));
    },
    async removeSessions(userId) {
      await (await opening).deleteMany({ model: 'session', where: [{ field: 'userId', value: userId }] });
    },
  };
}

type UserRow = { id: string; email: string; emailVerified: boolean; newsletterOptIn: boolean; createdAt: Date };
type AccountRow = { providerId: string; password?: string | null; createdAt: Date };
type SessionRow = { createdAt: Date; expiresAt: Date };

function userOf({ id, email, emailVerified, newsletterOptIn, createdAt }: UserRow): User {
  return { id, email, emailVerified, newsletterOptIn, createdAt: createdAt.getTime() };
}

function passwordOf(userId: string) {
  return [
    { field: 'userId', value: userId },
    { field: 'providerId', value: PASSWORD },
  ];
}

/**
 * OpenID Connect: authorization code with PKCE, state and nonce bound to this browser by an encrypted cookie, the ID
 * token verified against the issuer's keys; an identity is the issuer and its `sub`, never the address.
 */
function openGoogle(ledger: Ledger, { google, url }: Settings, options: LibraryOptions, log: (problem: string) => void): GoogleSignIn {
  if (!google) {
    return {
      isGoogleSetUp: false,
      startGoogle: async () => ({ kind: 'failed' }),
      finishGoogle: async (_request, failed) => ({ kind: 'failed', path: failed, cookies: [] }),
    };
  }
  const { issuer, ...client } = google;
  const names = new Set(Object.values(options.advanced.cookies).map(({ name }) => name));
  const plugin = () =>
    genericOAuth({
      config: [
        {
          ...client,
          providerId: issuer,
          discoveryUrl: discoveryUrl(issuer),
          requireIdTokenVerification: true,
          redirectURI: `${url}/login/google/callback`,
          scopes: ['openid', 'email'],
          pkce: true,
          accountSubject: ({ profile }) => profile.sub ?? '',
          async getUserInfo(tokens) {
            const identity = await findIdentity(issuer, tokens);
            if (!identity) return null;
            // Whoever claimed the address without proof must not share the account of who has just proved it.
            await ledger.transact((rows) => removeUnprovenClaim(rows, identity.email));
            return { ...identity, emailVerified: true, name: '' };
          },
        },
      ],
    });
  // Opened when first needed: a start must not wait for Google, nor fail with it, and a failure must not last.
  let opening: Promise<ReturnType<typeof openClient>> | undefined;
  const openClient = () => betterAuth({ ...options, plugins: [plugin()] }).api;
  const open = () => {
    opening ??= checkIssuer(issuer).then(openClient);
    opening.catch(() => {
      opening = undefined;
    });
    return opening;
  };
  return {
    isGoogleSetUp: true,
    async startGoogle({ next, failed }) {
      try {
        const api = await open();
        const { response, headers } = await api.signInSocial({
          body: { provider: issuer, callbackURL: next, errorCallbackURL: failed, disableRedirect: true },
          returnHeaders: true,
        });
        if (!response.url) return { kind: 'failed' };
        return { kind: 'started', url: response.url, cookies: cookiesOf(headers, names) };
      } catch (error) {
        log(`Google sign-in could not start: ${String(error)}`);
        return { kind: 'failed' };
      }
    },
    async finishGoogle(request, failed) {
      
    },
  };
}
