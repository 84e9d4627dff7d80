import { expect, test } from 'vitest';
import { type AuthContext, openAuth } from '#app/people/auth-context.server.ts';
import { finishGoogle, startGoogle } from '#app/people/google/google-sign-in.server.ts';
import { findViewer } from '#app/people/sessions/browser-session.server.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import { withSqlite } from '../../../tests/each-database.ts';
import { type HostileIssuer, type Lie, openHostileIssuer } from '../../../tests/hostile-issuer.ts';
import { asking, SECRET } from '../../../tests/people.ts';
import type { GoogleOutcome } from './google-sign-in.server.ts';

const journey = { next: '/events', failed: '/login?google=failed' };
const past = Math.floor(Date.now() / 1000) - 3600;

const lies: [string, Lie][] = [
  ['another audience', { claims: { aud: 'another-site' } }],
  ['no audience', { claims: { aud: undefined } }],
  ['an audience that begins with ours', { claims: { aud: 'belfry-test.evil.example' } }],
  ['several audiences and nobody who asked', { claims: { aud: ['belfry-test', 'another-site'] } }],
  ['a list of our audience alone and nobody who asked', { claims: { aud: ['belfry-test'] } }],
  [
    'several audiences of which another asked',
    { claims: { aud: ['belfry-test', 'another-site'], azp: 'another-site' } },
  ],
  ['our audience, asked for by another', { claims: { azp: 'another-site' } }],
  ['other audiences, asked for by us', { claims: { aud: ['another-site'], azp: 'belfry-test' } }],
  ['another issuer', { claims: { iss: 'https://accounts.google.com.evil.example' } }],
  ['another nonce', { claims: { nonce: 'another' } }],
  ['no nonce', { claims: { nonce: undefined } }],
  ['a time that is over', { claims: { iat: past - 600, exp: past } }],
  ["a stranger's signature", { signedBy: 'stranger' }],
  ['no signature', { signedBy: 'nobody' }],
  ['alg none', { signedBy: 'nobody', header: { alg: 'none', kid: undefined } }],
  ['the public key as a shared secret', { signedBy: 'public key', header: { alg: 'HS256' } }],
  ['an address that is not verified', { claims: { email_verified: false } }],
  ['an address verified in words only', { claims: { email_verified: 'true' } }],
  ['no address', { claims: { email: undefined } }],
  ['an address that is none', { claims: { email: 'june' } }],
  ['no subject', { claims: { sub: undefined } }],
  ['an empty subject', { claims: { sub: '' } }],
  ['no ID token', { isMissing: true }],
];

test.each(lies)('R-14: an ID token with %s logs no one in', (_, lie) =>
  withSqlite(async ({ database }) => {
    await using google = await openHostileIssuer();
    const auth = openGoogleAuth(database, google);
    const outcome = await comeBack(auth, google, lie);
    expect(outcome).toMatchObject({ kind: 'failed', path: journey.failed });
    expect(await findViewer(auth, asking(outcome.cookies))).toEqual({ kind: 'visitor' });
    expect(await database.write.selectFrom('site_user').selectAll().execute()).toEqual([]);
    expect(await comeBack(auth, google, {})).toMatchObject({ kind: 'signedIn', path: journey.next });
  }),
);

test.each([
  ['our client alone', {}],
  ['our client alone, which asked', { azp: 'belfry-test' }],
  ['several clients, of which ours asked', { aud: ['another-site', 'belfry-test'], azp: 'belfry-test' }],
])('R-14: an ID token for %s logs in', (_, claims) =>
  withSqlite(async ({ database }) => {
    await using google = await openHostileIssuer();
    const outcome = await comeBack(openGoogleAuth(database, google), google, { claims });
    expect(outcome).toMatchObject({ kind: 'signedIn', path: journey.next });
  }),
);

test('R-14: another subject with the same address never opens the account of the first', () =>
  withSqlite(async ({ database }) => {
    await using google = await openHostileIssuer();
    const auth = openGoogleAuth(database, google);
    expect(await comeBack(auth, google, {})).toMatchObject({ kind: 'signedIn' });
    const other = await comeBack(auth, google, { claims: { sub: 'somebody else' } });
    expect(other).toMatchObject({ kind: 'failed', path: journey.failed });
  }));

function openGoogleAuth(database: Database, { environment }: HostileIssuer): AuthContext {
  return openAuth(database, readSettings({ ...environment }), SECRET, Date.now);
}

async function comeBack(auth: AuthContext, google: HostileIssuer, lie: Lie): Promise<GoogleOutcome> {
  const start = await startGoogle(auth, journey);
  if (start.kind === 'failed') throw new Error('no start');
  const { searchParams } = new URL(start.url);
  google.answerWith(searchParams.get('nonce') ?? '', lie);
  const address = `http://localhost:3000/login/google/callback?code=x&state=${searchParams.get('state')}`;
  return finishGoogle(auth, new Request(address, { headers: asking(start.cookies).headers }));
}
