import { expect, test } from 'vitest';
import type { Database } from '#app/database/connect.server.ts';
import { readSettings } from '#app/settings.server.ts';
import { eachDatabase, withSqlite } from '../../tests/each-database.ts';
import { type GoogleStandIn, openGoogleStandIn, type Person } from '../../tests/google-stand-in.ts';
import { asking, SECRET } from '../../tests/people.ts';
import { type Auth, openAuth } from './auth.server.ts';
import type { GoogleOutcome } from './google-sign-in.server.ts';

const SITE = 'http://localhost:3000';
const FAILED = '/login?google=failed';
const journey = { next: '/events?page=2&error=none', failed: FAILED };
const people: Record<string, Person> = {
  june: { email: 'June@example.org', email_verified: true },
  unproven: { email: 'june@example.org', email_verified: false },
  editor: { email: 'editor@example.org', email_verified: true },
};

eachDatabase(
  'Google signs in a person it vouches for, and knows them again by their identity',
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

eachDatabase('An account that only claimed the address dies when Google proves it', async ({ database }) => {
  await using google = await openStandIn();
  const auth = openTestAuth(database, google);
  const claim = { email: 'june@example.org', password: 'a stranger knows this', newsletterOptIn: true };
  const stranger = await auth.register(claim);
  const holder = await auth.findViewer(asking((await signInWithGoogle(auth, 'june')).cookies));
  expect(holder).toMatchObject({ kind: 'member', email: 'june@example.org' });
  expect(await auth.logIn(claim)).toMatchObject({ kind: 'refused' });
  const cookies = stranger.kind === 'signedIn' ? stranger.cookies : [];
  expect(await auth.findViewer(asking(cookies))).toEqual({ kind: 'visitor' });
});

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

test('An issuer that keeps the address out of the ID token is asked for it', () =>
  withSqlite(async ({ database }) => {
    await using google = await openStandIn({ addressOnlyOnRequest: true });
    const auth = openTestAuth(database, google);
    const signed = await signInWithGoogle(auth, 'june');
    expect(await auth.findViewer(asking(signed.cookies))).toMatchObject({ email: 'june@example.org' });
    expect(await signInWithGoogle(auth, 'unproven')).toMatchObject({ kind: 'failed' });
  }));

test("Google sign-in is refused without a verified address, after a refusal, and with another browser's answer", () =>
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

test('Without Google, or with one that does not answer, sign-in fails and says why to the log', () =>
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

test('The journey to Google uses the code flow with PKCE, a state and a nonce, and asks for the address only', () =>
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

/** Goes to the issuer as a browser would, chooses a person, and stops before the answer reaches the site. */
async function answerOf(auth: Auth, name: string): Promise<{ address: string; cookies: string[] }> {
  const start = await auth.startGoogle(journey);
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

function finish(auth: Auth, address: string, cookies: string[]): Promise<GoogleOutcome> {
  const request = new Request(new URL(address, SITE), { headers: asking(cookies).headers });
  return auth.finishGoogle(request);
}
