import { expect, test } from 'vitest';
import { openAuth } from '#app/people/auth-context.server.ts';
import { isGoogleSetUp, startGoogle } from '#app/people/google/google-sign-in.server.ts';
import { findViewer, hasRecentProof } from '#app/people/sessions/browser-session.server.ts';
import { logIn, register } from '#app/people/sign-in/sign-in.server.ts';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import { withSqlite } from '../../../tests/each-database.ts';
import {
  answerOf,
  FAILED,
  finish,
  journey,
  openGoogle,
  openTestAuth,
  SITE,
  signInWithGoogle,
} from '../../../tests/google-sign-ins.ts';
import { asking, SECRET, userIdOf } from '../../../tests/people.ts';

test('R-17: Google confirms the user’s identity again, but only for the account it belongs to', () =>
  withSqlite(async ({ database }) => {
    await using google = await openGoogle();
    let now = Date.now();
    const settings = readSettings(google.environment);
    const auth = openAuth(database, settings, SECRET, () => now);
    const { cookies } = await signInWithGoogle(auth, 'june');
    const prove = userIdOf(await findViewer(auth, asking(cookies)));
    now += 11 * 60_000;
    for (const [name, isProved] of [
      ['editor', false],
      ['june', true],
    ] as const) {
      const answer = await answerOf(auth, name, { ...journey, prove });
      const outcome = await finish(auth, answer.address, [...answer.cookies, ...cookies]);
      expect(outcome.kind).toBe(isProved ? 'signedIn' : 'failed');
      expect(await hasRecentProof(auth, asking(cookies))).toBe(isProved);
    }
  }));

test('If the ID token has no address, it is requested from the issuer', () =>
  withSqlite(async ({ database }) => {
    await using google = await openGoogle({ addressOnlyOnRequest: true });
    const auth = openTestAuth(database, google);
    const signed = await signInWithGoogle(auth, 'june');
    expect(await findViewer(auth, asking(signed.cookies))).toMatchObject({ email: 'june@example.org' });
    expect(await signInWithGoogle(auth, 'unproven')).toMatchObject({ kind: 'failed' });
  }));

test("R-14: Google login is refused without a verified address, after a refusal, and with another browser's response", () =>
  withSqlite(async ({ database }) => {
    await using google = await openGoogle();
    const auth = openTestAuth(database, google);
    const claim = { email: 'june@example.org', password: 'river in spring', newsletterOptIn: true };
    await register(auth, claim);
    const failed = { kind: 'failed', path: FAILED };
    expect(await signInWithGoogle(auth, 'unproven')).toMatchObject(failed);
    expect(await logIn(auth, claim)).toMatchObject({ kind: 'signedIn' });
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
    expect(isGoogleSetUp(without)).toBe(false);
    expect(await startGoogle(without, journey)).toEqual({ kind: 'failed' });
    const google = await openGoogle();
    await google[Symbol.asyncDispose]();
    const problems: string[] = [];
    const auth = openAuth(database, readSettings(google.environment), SECRET, Date.now, (problem) =>
      problems.push(problem),
    );
    expect(isGoogleSetUp(auth)).toBe(true);
    expect(await startGoogle(auth, journey)).toEqual({ kind: 'failed' });
    expect(problems).toHaveLength(1);
    await using again = await openGoogle({ port: Number(new URL(google.issuer).port) });
    expect(again.issuer).toBe(google.issuer);
    expect(await startGoogle(auth, journey)).toMatchObject({ kind: 'started' });
  }));

test('R-14: the redirect to Google uses the code flow with PKCE, a state and a nonce, and requests only the address', () =>
  withSqlite(async ({ database }) => {
    await using google = await openGoogle();
    const start = await startGoogle(openTestAuth(database, google), journey);
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
