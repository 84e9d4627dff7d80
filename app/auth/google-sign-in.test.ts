import { expect, test } from 'vitest';
import type { Database } from '#app/database/handles.ts';
import { readSettings } from '#app/settings.server.ts';
import { eachDatabase, withSqlite } from '../../tests/each-database.ts';
import { type GoogleStandIn, openGoogleStandIn, type Person } from '../../tests/google-stand-in.ts';
import {
  asking,
  cookieHeader,
  listLetters,
  SECRET,
  signedIn,
  tokenMailedTo,
  userIdOf,
} from '../../tests/people.ts';
import { type Auth, openAuth } from './auth.server.ts';
import type { Caller } from './desk.server.ts';
import type { GoogleJourney } from './google-journey.ts';
import type { GoogleOutcome } from './google-sign-in.server.ts';
import { addIdentity } from './identity-store.server.ts';

const SITE = 'http://localhost:3000';
const FAILED = '/login?google=failed';
const journey = { next: '/events?page=2&error=none', failed: FAILED };
const people: Record<string, Person> = {
  june: { email: 'June@example.org', email_verified: true },
  unproven: { email: 'june@example.org', email_verified: false },
  editor: { email: 'editor@example.org', email_verified: true },
  gmail: { email: 'June.Brook@gmail.com', email_verified: true },
  school: { email: 'june@school.example', email_verified: true, hd: 'school.example' },
};

eachDatabase(
  'Google logs in a user with a verified address, and recognizes the identity later',
  async ({ database }) => {
    await using google = await openStandIn();
    const auth = openTestAuth(database, google);
    const first = await signInWithGoogle(auth, 'june');
    expect(first).toMatchObject({ kind: 'signedIn', path: journey.next });
    const viewer = await auth.findViewer(asking(first.cookies));
    expect(viewer).toMatchObject({ kind: 'member', email: 'june@example.org' });
    google.people.june = { email: 'june.brook@example.org', email_verified: true };
    expect(await auth.findViewer(asking((await signInWithGoogle(auth, 'june')).cookies))).toEqual(viewer);
    const userId = viewer.kind === 'member' ? viewer.userId : '';
    expect(await auth.exportProfile(userId)).toMatchObject({ signInMethods: [{ method: google.issuer }] });
    expect(await auth.findProfile(userId)).toMatchObject({ hasPassword: false, newsletterOptIn: false });
    const kept = await database.write.selectFrom('identity').selectAll().execute();
    expect(kept).toEqual([{ issuer: google.issuer, subject: 'june', userId, createdAt: expect.any(Number) }]);
  },
);

eachDatabase(
  'R-10: an account that only claimed the address is deleted when Google verifies it',
  async ({ database }) => {
    await using google = await openStandIn();
    const auth = openTestAuth(database, google);
    const claim = { email: 'june@example.org', password: 'a stranger knows this', newsletterOptIn: true };
    const stranger = await auth.register(claim);
    const holder = await auth.findViewer(asking((await signInWithGoogle(auth, 'june')).cookies));
    expect(holder).toMatchObject({ kind: 'member', email: 'june@example.org' });
    expect(await auth.logIn(claim)).toMatchObject({ kind: 'refused' });
    const cookies = stranger.kind === 'signedIn' ? stranger.cookies : [];
    expect(await auth.findViewer(asking(cookies))).toEqual({ kind: 'visitor' });
  },
);

eachDatabase(
  "The verified Google holder of the administrator's address is the administrator",
  async ({ database }) => {
    await using google = await openStandIn();
    const auth = openTestAuth(database, google);
    const signed = await signInWithGoogle(auth, 'editor');
    expect(await auth.findViewer(asking(signed.cookies))).toMatchObject({
      kind: 'admin',
      email: 'editor@example.org',
    });
    expect(await auth.hasAdministrator()).toBe(true);
  },
);

eachDatabase(
  'R-10: Google, then register: the account that Google opened is unaffected',
  async ({ database }) => {
    await using google = await openStandIn();
    const auth = openTestAuth(database, google);
    const first = await signInWithGoogle(auth, 'june');
    const claim = { email: 'june@example.org', password: 'a stranger knows this', newsletterOptIn: true };
    const stranger = await auth.findViewer(asking(await signedIn(auth.register(claim))));
    const holder = await auth.findViewer(asking(first.cookies));
    expect(stranger).toMatchObject({ kind: 'member', isVerified: false });
    expect(userIdOf(stranger)).not.toBe(userIdOf(holder));
    expect(await auth.findViewer(asking((await signInWithGoogle(auth, 'june')).cookies))).toEqual(holder);
    expect(await auth.findProfile(userIdOf(holder))).toMatchObject({ hasPassword: false });
  },
);

eachDatabase(
  'R-10: a Google account never joins an unverified address, and verifying it elsewhere disconnects one',
  async ({ database }) => {
    await using google = await openStandIn();
    const auth = openTestAuth(database, google);
    const claim = { email: 'editor@example.org', password: 'a stranger knows this', newsletterOptIn: true };
    const stranger = await signedIn(auth.register(claim));
    const userId = userIdOf(await auth.findViewer(asking(stranger)));
    const { address, cookies } = await answerOf(auth, 'june', { ...journey, join: userId });
    expect((await finish(auth, address, [...cookies, ...stranger])).kind).toBe('failed');
    expect(await auth.findProfile(userId)).toMatchObject({ hasGoogle: false });
    // As it may be in an existing database.
    await addIdentity(database.write, { userId, issuer: google.issuer, subject: 'june', now: 1 });
    const token = await tokenMailedTo(database.read, claim.email);
    const proven = await auth.followVerificationLink(token, 'the very own of the editor', {});
    expect(proven.kind).toBe('verified');
    const arrived = await signInWithGoogle(auth, 'june');
    expect(await auth.findViewer(asking(arrived.cookies))).toMatchObject({
      kind: 'member',
      email: 'june@example.org',
    });
  },
);

eachDatabase(
  'R-15: an account has one Google account, even if two are connected at once',
  async ({ database }) => {
    await using google = await openStandIn();
    const { userId } = await registerProven(openTestAuth(database, google), database, 'tom@example.org');
    const joining = ['june', 'gmail'].map((subject) =>
      addIdentity(database.write, { userId, issuer: google.issuer, subject, now: 1 }),
    );
    const outcomes = (await Promise.allSettled(joining)).map(({ status }) => status).sort();
    expect(outcomes).toEqual(['fulfilled', 'rejected']);
  },
);

for (const [name, email] of [
  ['gmail', 'june.brook@gmail.com'],
  ['school', 'june@school.example'],
] as const) {
  eachDatabase(
    `R-15: where Google is authoritative (${name}) it joins the account that has verified the address`,
    async ({ database }) => {
      await using google = await openStandIn();
      const auth = openTestAuth(database, google);
      const own = await registerProven(auth, database, email);
      const signed = await signInWithGoogle(auth, name);
      expect(signed).toMatchObject({ kind: 'signedIn', path: journey.next });
      expect(userIdOf(await auth.findViewer(asking(signed.cookies)))).toBe(own.userId);
      expect(await auth.findViewer(asking(own.cookies))).toEqual({ kind: 'visitor' });
      expect((await listLetters(database.read, email)).at(-1)).toMatchObject({ kind: 'google-linked' });
    },
  );
}

eachDatabase(
  'R-15: elsewhere the account’s password is required before Google joins it',
  async ({ database }) => {
    await using google = await openStandIn();
    const auth = openTestAuth(database, google);
    const own = await registerProven(auth, database, 'june@example.org');
    const asked = await signInWithGoogle(auth, 'june');
    expect(asked.kind).toBe('asked');
    expect(await auth.findViewer(asking(asked.cookies))).toEqual({ kind: 'visitor' });
    const caller = { cookie: cookieHeader(asked.cookies) };
    expect(await auth.findJoiningEmail(caller)).toBe('june@example.org');
    expect(await auth.joinGoogle('ocean in spring', caller)).toEqual({ kind: 'wrong' });
    expect(await auth.joinGoogle(PASSWORD, {})).toEqual({ kind: 'dead' });
    expect(await auth.findViewer(asking(own.cookies))).toMatchObject({ kind: 'member' });
    const joined = await auth.joinGoogle(PASSWORD, caller);
    const cookies = joined.kind === 'signedIn' ? joined.cookies : [];
    expect(userIdOf(await auth.findViewer(asking(cookies)))).toBe(own.userId);
    expect(await auth.findViewer(asking(own.cookies))).toEqual({ kind: 'visitor' });
    expect(await signInWithGoogle(auth, 'june')).toMatchObject({ kind: 'signedIn' });
    expect(await auth.joinGoogle(PASSWORD, caller)).toEqual({ kind: 'dead' });
  },
);

eachDatabase(
  'R-08: connecting and disconnecting Google ends every other session and notifies the owner',
  async ({ database }) => {
    await using google = await openStandIn();
    const auth = openTestAuth(database, google);
    const own = await registerProven(auth, database, 'tom@example.org');
    const other = await signedIn(auth.logIn({ email: 'tom@example.org', password: PASSWORD }));
    const { address, cookies } = await answerOf(auth, 'june', { ...journey, join: own.userId });
    const foreign = await finish(auth, address, cookies, { cookie: cookieHeader([]) });
    expect(foreign.kind).toBe('failed');
    const again = await answerOf(auth, 'june', { ...journey, join: own.userId });
    const joined = await finish(auth, again.address, [...again.cookies, ...own.cookies]);
    expect(joined.kind).toBe('signedIn');
    expect(await auth.findViewer(asking(other))).toEqual({ kind: 'visitor' });
    expect(userIdOf(await auth.findViewer(asking(joined.cookies)))).toBe(own.userId);
    expect(userIdOf(await auth.findViewer(asking((await signInWithGoogle(auth, 'june')).cookies)))).toBe(
      own.userId,
    );
    const left = await auth.leaveGoogle(own.userId, { cookie: cookieHeader(joined.cookies) });
    expect(await auth.findViewer(asking(joined.cookies))).toEqual({ kind: 'visitor' });
    expect(await auth.findViewer(asking(left.kind === 'left' ? left.cookies : []))).toMatchObject({
      kind: 'member',
    });
    const kinds = (await listLetters(database.read, 'tom@example.org')).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'google-linked')).toHaveLength(2);
    const fresh = await auth.findViewer(asking((await signInWithGoogle(auth, 'june')).cookies));
    expect(userIdOf(fresh)).not.toBe(own.userId);
    expect(await auth.leaveGoogle(userIdOf(fresh))).toEqual({ kind: 'refused' });
  },
);

test('R-17: Google confirms the user’s identity again, but only for the account it belongs to', () =>
  withSqlite(async ({ database }) => {
    await using google = await openStandIn();
    let now = Date.now();
    const settings = readSettings(google.environment);
    const auth = openAuth(database, settings, SECRET, () => now);
    const { cookies } = await signInWithGoogle(auth, 'june');
    const prove = userIdOf(await auth.findViewer(asking(cookies)));
    now += 11 * 60_000;
    for (const [name, isProved] of [
      ['editor', false],
      ['june', true],
    ] as const) {
      const answer = await answerOf(auth, name, { ...journey, prove });
      const outcome = await finish(auth, answer.address, [...answer.cookies, ...cookies]);
      expect(outcome.kind).toBe(isProved ? 'signedIn' : 'failed');
      expect(await auth.hasRecentProof(asking(cookies))).toBe(isProved);
    }
  }));

test('If the ID token has no address, it is requested from the issuer', () =>
  withSqlite(async ({ database }) => {
    await using google = await openStandIn({ addressOnlyOnRequest: true });
    const auth = openTestAuth(database, google);
    const signed = await signInWithGoogle(auth, 'june');
    expect(await auth.findViewer(asking(signed.cookies))).toMatchObject({ email: 'june@example.org' });
    expect(await signInWithGoogle(auth, 'unproven')).toMatchObject({ kind: 'failed' });
  }));

test("R-14: Google login is refused without a verified address, after a refusal, and with another browser's response", () =>
  withSqlite(async ({ database }) => {
    await using google = await openStandIn();
    const auth = openTestAuth(database, google);
    const claim = { email: 'june@example.org', password: 'river in spring', newsletterOptIn: true };
    await auth.register(claim);
    const failed = { kind: 'failed', path: FAILED };
    expect(await signInWithGoogle(auth, 'unproven')).toMatchObject(failed);
    expect(await auth.logIn(claim)).toMatchObject({ kind: 'signedIn' });
    expect(await signInWithGoogle(auth, 'nobody')).toMatchObject(failed);
    const answer = await answerOf(auth, 'june');
    expect(await finish(auth, answer.address, [])).toEqual({ ...failed, cookies: [] });
    expect(await finish(auth, '/login/google/callback', answer.cookies)).toMatchObject(failed);
    expect(await finish(auth, `${answer.address}x`, answer.cookies)).toMatchObject(failed);
    const other = await answerOf(auth, 'june');
    expect(await finish(auth, answer.address, other.cookies)).toMatchObject(failed);
    expect(await finish(auth, answer.address, answer.cookies)).toMatchObject({ kind: 'signedIn' });
    expect(await finish(auth, answer.address, answer.cookies)).toMatchObject(failed);
  }));

test('If Google is not configured or does not respond, sign-in fails and the reason is logged', () =>
  withSqlite(async ({ database }) => {
    const without = openAuth(database, readSettings({}), SECRET, Date.now);
    expect(without.isGoogleSetUp).toBe(false);
    expect(await without.startGoogle(journey)).toEqual({ kind: 'failed' });
    const google = await openStandIn();
    await google[Symbol.asyncDispose]();
    const problems: string[] = [];
    const auth = openAuth(database, readSettings(google.environment), SECRET, Date.now, (problem) =>
      problems.push(problem),
    );
    expect(auth.isGoogleSetUp).toBe(true);
    expect(await auth.startGoogle(journey)).toEqual({ kind: 'failed' });
    expect(problems).toHaveLength(1);
    await using again = await openStandIn({ port: Number(new URL(google.issuer).port) });
    expect(again.issuer).toBe(google.issuer);
    expect(await auth.startGoogle(journey)).toMatchObject({ kind: 'started' });
  }));

test('R-14: the redirect to Google uses the code flow with PKCE, a state and a nonce, and requests only the address', () =>
  withSqlite(async ({ database }) => {
    await using google = await openStandIn();
    const start = await openTestAuth(database, google).startGoogle(journey);
    if (start.kind === 'failed') throw new Error('no start');
    const { origin, searchParams } = new URL(start.url);
    expect(origin).toBe(google.issuer);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: 'code',
      scope: 'openid email',
      code_challenge_method: 'S256',
      redirect_uri: `${SITE}/login/google/callback`,
    });
    for (const name of ['code_challenge', 'state', 'nonce'])
      expect(searchParams.get(name)?.length).toBeGreaterThan(31);
    expect(start.cookies).toHaveLength(1);
    expect(start.cookies[0]).toMatch(
      /^belfry-dev-google=[^;]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  }));

const PASSWORD = 'river in spring';

/** A user with a password who has verified the address in the same browser. */
async function registerProven(
  auth: Auth,
  { read }: Database,
  email: string,
): Promise<{ userId: string; cookies: string[] }> {
  const registered = await signedIn(auth.register({ email, password: PASSWORD, newsletterOptIn: true }));
  const caller = { cookie: cookieHeader(registered) };
  const outcome = await auth.followVerificationLink(await tokenMailedTo(read, email), undefined, caller);
  const cookies = outcome.kind === 'verified' ? outcome.cookies : [];
  return { userId: userIdOf(await auth.findViewer(asking(cookies))), cookies };
}

async function openStandIn(
  options: { addressOnlyOnRequest?: boolean; port?: number } = {},
): Promise<GoogleStandIn> {
  const google = await openGoogleStandIn({ people: { ...people }, ...options });
  await google.serve(SITE);
  return google;
}

function openTestAuth(database: Database, google: GoogleStandIn): Auth {
  const settings = readSettings({ ...google.environment, BELFRY_ADMIN_EMAIL: 'editor@example.org' });
  return openAuth(database, settings, SECRET, Date.now);
}

async function signInWithGoogle(auth: Auth, name: string): Promise<GoogleOutcome> {
  const { address, cookies } = await answerOf(auth, name);
  return finish(auth, address, cookies);
}

/** Goes to the issuer like a browser, chooses a person, and stops before the response reaches the site. */
async function answerOf(
  auth: Auth,
  name: string,
  going: GoogleJourney = journey,
): Promise<{ address: string; cookies: string[] }> {
  const start = await auth.startGoogle(going);
  if (start.kind === 'failed') throw new Error('no start');
  const jar = new Map<string, string>();
  let address = start.url;
  while (!address.startsWith(SITE)) {
    const Cookie = [...jar].map((pair) => pair.join('=')).join('; ');
    const response = await fetch(address, { redirect: 'manual', headers: { Cookie } });
    for (const cookie of response.headers.getSetCookie()) {
      const [, key = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      jar.set(key, value);
    }
    const location = response.headers.get('Location');
    address = location ? new URL(location, address).href : `${address}?as=${name}`;
    await response.body?.cancel();
  }
  return { address, cookies: start.cookies };
}

function finish(auth: Auth, address: string, cookies: string[], caller?: Caller): Promise<GoogleOutcome> {
  const { headers } = asking(cookies);
  const request = new Request(new URL(address, SITE), { headers });
  return auth.finishGoogle(request, caller ?? { cookie: headers.get('Cookie') ?? '' });
}
