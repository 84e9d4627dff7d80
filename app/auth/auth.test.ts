import { getMigrations } from 'better-auth/db/migration';
import { expect, test } from 'vitest';
import type { Database } from '#app/database/connect.server.ts';
import { readSettings } from '#app/settings.server.ts';
import { eachDatabase } from '../../tests/each-database.ts';
import { asking, june, NOW, openTestAuth, SECRET, signedIn, userIdOf } from '../../tests/people.ts';
import { libraryOptions, openAuth } from './auth.server.ts';

eachDatabase('The accounts library finds nothing missing in the database', async ({ database }) => {
  const options = libraryOptions(database, readSettings({}), SECRET, () => undefined);
  const { toBeAdded, toBeCreated, toBeAddedIndexes, schemaProblems } = await getMigrations(options);
  expect({ toBeAdded, toBeCreated, toBeAddedIndexes, schemaProblems }).toEqual({
    toBeAdded: [],
    toBeCreated: [],
    toBeAddedIndexes: [],
    schemaProblems: [],
  });
});

eachDatabase('Registering signs in at once, as a member', async ({ database }) => {
  const auth = openTestAuth(database);
  const cookies = await signedIn(auth.register({ ...june, email: ' June@Example.org ' }));
  const viewer = await auth.findViewer(asking(cookies));
  expect(viewer).toMatchObject({ kind: 'member', email: 'june@example.org' });
  expect(await auth.findProfile(userIdOf(viewer))).toEqual({
    email: 'june@example.org',
    newsletterOptIn: true,
    hasPassword: true,
  });
});

eachDatabase(
  'An address can be registered once, however it is spelled and however many try',
  async ({ database }) => {
    const auth = openTestAuth(database);
    const spellings = ['june@example.org', 'JUNE@example.org', 'June@EXAMPLE.org', 'june@example.org '];
    const outcomes = await Promise.all(spellings.map((email) => auth.register({ ...june, email })));
    expect(outcomes.filter(({ kind }) => kind === 'signedIn')).toHaveLength(1);
    expect(await auth.register(june)).toEqual({ kind: 'refused', problems: {} });
  },
);

eachDatabase('Registration refuses a bad address and a short password by field', async ({ database }) => {
  const auth = openTestAuth(database);
  expect(await auth.register({ ...june, email: 'june', password: '1234567' })).toEqual({
    kind: 'refused',
    problems: { email: 'Enter an email address', password: 'Use at least 8 characters' },
  });
});

eachDatabase('The right password logs in, and every failure looks alike', async ({ database }) => {
  const auth = openTestAuth(database);
  await auth.register(june);
  const cookies = await signedIn(auth.logIn({ email: 'JUNE@example.org', password: june.password }));
  expect(await auth.findViewer(asking(cookies))).toMatchObject({ kind: 'member' });
  const refused = { kind: 'refused', problems: {} };
  expect(await auth.logIn({ email: june.email, password: 'river in autumn' })).toEqual(refused);
  expect(await auth.logIn({ email: 'nobody@example.org', password: june.password })).toEqual(refused);
  expect(await auth.logIn({ email: 'no address', password: '' })).toEqual(refused);
});

eachDatabase('Logging out ends the session, not only the cookie', async ({ database }) => {
  const auth = openTestAuth(database);
  const cookies = await signedIn(auth.register(june));
  const other = await signedIn(auth.logIn(june));
  const answer = await auth.logOut(asking(cookies));
  expect(answer.join()).toContain('belfry-dev=; Max-Age=0');
  expect(await auth.findViewer(asking(cookies))).toEqual({ kind: 'visitor' });
  expect(await auth.findViewer(asking(other))).toMatchObject({ kind: 'member' });
});

eachDatabase('Signing out everywhere ends every session', async ({ database }) => {
  const auth = openTestAuth(database);
  const cookies = await signedIn(auth.register(june));
  const other = await signedIn(auth.logIn(june));
  await auth.logOutEverywhere(asking(cookies), userIdOf(await auth.findViewer(asking(cookies))));
  for (const session of [cookies, other])
    expect(await auth.findViewer(asking(session))).toEqual({ kind: 'visitor' });
});

eachDatabase('A forged or foreign cookie signs nobody in', async ({ database }) => {
  const auth = openTestAuth(database);
  const [cookie = ''] = await signedIn(auth.register(june));
  const other = openAuth(database, readSettings({}), `${SECRET}0`, () => NOW);
  expect(await other.findViewer(asking([cookie]))).toEqual({ kind: 'visitor' });
  for (const value of ['', 'x', 'x.y', '%', cookie.slice(0, 30), `${'a'.repeat(32)}.${'A'.repeat(43)}%3D`]) {
    expect(await auth.findViewer(asking([value.includes('=') ? value : `belfry-dev=${value}`]))).toEqual({
      kind: 'visitor',
    });
  }
});

test('Without a session cookie the viewer is a visitor and no database is asked', async () => {
  const auth = openAuth(closedDatabase(), readSettings({}), SECRET, () => NOW);
  const request = new Request('http://localhost:3000/', {
    headers: { Cookie: 'theme=dark; xbelfry-devx=1' },
  });
  expect(await auth.findViewer(request)).toEqual({ kind: 'visitor' });
});

eachDatabase(
  'The session cookie is __Host-belfry over https and belfry-dev over http',
  async ({ database }) => {
    const https = openTestAuth(database, { BELFRY_URL: 'https://maplehollow.example' });
    const [secure, ...more] = await signedIn(https.register(june));
    expect(more).toEqual([]);
    expect(secure).toMatch(/^__Host-belfry=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    const [plain] = await signedIn(openTestAuth(database).logIn(june));
    expect(plain).toMatch(/^belfry-dev=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/);
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
