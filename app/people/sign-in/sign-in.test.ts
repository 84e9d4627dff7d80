import { expect, test } from 'vitest';
import { findProfile } from '#app/people/accounts/profile.server.ts';
import { openAuth } from '#app/people/auth-context.server.ts';
import { findViewer } from '#app/people/sessions/browser-session.server.ts';
import { logOut, logOutEverywhere } from '#app/people/sessions/open-session.server.ts';
import { logIn, register } from '#app/people/sign-in/sign-in.server.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { asking, june, NOW, openTestAuth, SECRET, signedIn, userIdOf } from '../../../tests/people.ts';

eachDatabase('Registering logs in at once, as a member', async ({ database }) => {
  const auth = openTestAuth(database);
  const cookies = await signedIn(register(auth, { ...june, email: ' June@Example.org ' }));
  const viewer = await findViewer(auth, asking(cookies));
  expect(viewer).toMatchObject({ kind: 'member', email: 'june@example.org' });
  expect(await findProfile(auth, userIdOf(viewer))).toEqual({
    email: 'june@example.org',
    name: null,
    emailVerified: false,
    newsletterOptIn: true,
    hasPassword: true,
    hasGoogle: false,
    hasOpenLink: true,
  });
});

eachDatabase(
  'R-05: registering returns the same however many accounts have the address',
  async ({ database }) => {
    const auth = openTestAuth(database);
    const spellings = ['june@example.org', 'JUNE@example.org', 'June@EXAMPLE.org', 'june@example.org '];
    const outcomes = await Promise.all(
      spellings.map((email, n) => register(auth, { ...june, email, password: `river in spring ${n}` })),
    );
    expect(outcomes.map(({ kind }) => kind)).toEqual(Array(4).fill('signedIn'));
    const viewers = await Promise.all(
      outcomes.map((outcome) => findViewer(auth, asking(outcome.kind === 'signedIn' ? outcome.cookies : []))),
    );
    expect(new Set(viewers.map(userIdOf)).size).toBe(4);
  },
);

eachDatabase('Registering again with the same password logs in to the same account', async ({ database }) => {
  const auth = openTestAuth(database);
  const first = await findViewer(auth, asking(await signedIn(register(auth, june))));
  expect(await findViewer(auth, asking(await signedIn(register(auth, june))))).toEqual(first);
});

eachDatabase(
  'Registration refuses an invalid address and a short password at their fields',
  async ({ database }) => {
    const auth = openTestAuth(database);
    expect(await register(auth, { ...june, email: 'june', password: '1234567' })).toEqual({
      kind: 'refused',
      problems: { email: 'Enter an email address', password: 'Use at least 8 characters' },
    });
  },
);

eachDatabase('The right password logs in, and every failure looks the same', async ({ database }) => {
  const auth = openTestAuth(database);
  await register(auth, june);
  const cookies = await signedIn(logIn(auth, { email: 'JUNE@example.org', password: june.password }));
  expect(await findViewer(auth, asking(cookies))).toMatchObject({ kind: 'member' });
  const refused = { kind: 'refused', problems: {} };
  expect(await logIn(auth, { email: june.email, password: 'river in autumn' })).toEqual(refused);
  expect(await logIn(auth, { email: 'nobody@example.org', password: june.password })).toEqual(refused);
  expect(await logIn(auth, { email: 'no address', password: '' })).toEqual(refused);
});

eachDatabase('R-01: a hash with another cost is replaced at the next login', async ({ database }) => {
  // Of the word password, created by the argon2 command with 64 MiB.
  const hash = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';
  const auth = openTestAuth(database);
  await register(auth, june);
  await database.write.updateTable('password').set({ hash }).execute();
  expect(await logIn(auth, { ...june, password: 'password' })).toMatchObject({ kind: 'signedIn' });
  const row = await database.write.selectFrom('password').select('hash').executeTakeFirstOrThrow();
  expect(row.hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await logIn(auth, { ...june, password: 'password' })).toMatchObject({ kind: 'signedIn' });
});

eachDatabase('Logging out ends the session, not only the cookie', async ({ database }) => {
  const auth = openTestAuth(database);
  const cookies = await signedIn(register(auth, june));
  const other = await signedIn(logIn(auth, june));
  const answer = await logOut(auth, asking(cookies));
  expect(answer.join()).toContain('belfry-dev=; Max-Age=0');
  expect(await findViewer(auth, asking(cookies))).toEqual({ kind: 'visitor' });
  expect(await findViewer(auth, asking(other))).toMatchObject({ kind: 'member' });
});

eachDatabase('Logging out everywhere ends every session', async ({ database }) => {
  const auth = openTestAuth(database);
  const cookies = await signedIn(register(auth, june));
  const other = await signedIn(logIn(auth, june));
  await logOutEverywhere(auth, asking(cookies), userIdOf(await findViewer(auth, asking(cookies))));
  for (const session of [cookies, other])
    expect(await findViewer(auth, asking(session))).toEqual({ kind: 'visitor' });
});

eachDatabase('R-06: a forged cookie logs no one in', async ({ database }) => {
  const auth = openTestAuth(database);
  const [cookie = ''] = await signedIn(register(auth, june));
  for (const value of ['', 'x', 'x.y', '%', cookie.slice(0, 30), `${'a'.repeat(32)}.${'A'.repeat(43)}%3D`]) {
    expect(await findViewer(auth, asking([value.includes('=') ? value : `belfry-dev=${value}`]))).toEqual({
      kind: 'visitor',
    });
  }
});

test('Without a session cookie the viewer is a visitor, and the database is not queried', async () => {
  const auth = openAuth(closedDatabase(), readSettings({}), SECRET, () => NOW);
  const request = new Request('http://localhost:3000/', {
    headers: { Cookie: 'theme=dark; xbelfry-devx=1' },
  });
  expect(await findViewer(auth, request)).toEqual({ kind: 'visitor' });
});

eachDatabase(
  'R-07: the session cookie is __Host-belfry over https and belfry-dev over http',
  async ({ database }) => {
    const https = openTestAuth(database, { BELFRY_URL: 'https://maplehollow.example' });
    const attributes = 'Max-Age=\\d+; Path=/; HttpOnly; Secure; SameSite=Lax$';
    const [session, device, ...more] = await signedIn(register(https, june));
    expect(more).toEqual([]);
    expect(session).toMatch(new RegExp(`^__Host-belfry=[\\w-]{43}; ${attributes}`));
    expect(device).toMatch(new RegExp(`^__Host-belfry-device=[^;]+; ${attributes}`));
    const [plain] = await signedIn(logIn(openTestAuth(database), june));
    expect(plain).toMatch(/^belfry-dev=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/);
  },
);

function closedDatabase(): Database {
  const refuse = () => {
    throw new Error('the database was asked');
  };
  const capabilities = { dialect: 'sqlite' } as Database['capabilities'];
  const write = new Proxy({}, { get: refuse }) as Database['write'];
  return { read: write, write, capabilities, close: async () => undefined };
}
