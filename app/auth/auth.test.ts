import { getMigrations } from 'better-auth/db/migration';
import { expect, test } from 'vitest';
import type { Database } from '#app/database/connect.server.ts';
import { readSettings } from '#app/settings.server.ts';
import { eachDatabase } from '../../tests/each-database.ts';
import { type Auth, libraryOptions, openAuth } from './auth.server.ts';
import { createSetupLink } from './setup-link.server.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const SECRET = 'f2b1c0a99e1d4c51b2d9d8c06c1dd7a1';
const june = { email: 'june@example.org', password: 'river in spring', newsletterOptIn: true };

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

eachDatabase('The opt-in is stored as chosen at registration and can be changed', async ({ database }) => {
  const auth = openTestAuth(database);
  const cookies = await signedIn(auth.register({ ...june, newsletterOptIn: false }));
  const userId = userIdOf(await auth.findViewer(asking(cookies)));
  expect(await auth.findProfile(userId)).toMatchObject({ newsletterOptIn: false });
  await auth.saveNewsletterOptIn(userId, true);
  expect(await auth.findProfile(userId)).toMatchObject({ newsletterOptIn: true });
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

eachDatabase(
  "Registering with the administrator's address does not make an administrator",
  async ({ database }) => {
    const auth = openTestAuth(database, { BELFRY_ADMIN_EMAIL: 'editor@example.org' });
    const cookies = await signedIn(auth.register({ ...june, email: 'Editor@example.org' }));
    expect(await auth.findViewer(asking(cookies))).toMatchObject({
      kind: 'member',
      email: 'editor@example.org',
    });
    expect(await auth.hasAdministrator()).toBe(false);
  },
);

eachDatabase(
  'Making the administrator ends the account that only claimed the address',
  async ({ database }) => {
    const auth = openTestAuth(database, { BELFRY_ADMIN_EMAIL: 'editor@example.org' });
    const claim = { ...june, email: 'editor@example.org' };
    const cookies = await signedIn(auth.register(claim));
    const entry = { email: 'Editor@Example.org', password: 'a bell in the belfry' };
    expect(await auth.createAdministrator(entry)).toMatchObject({ kind: 'created' });
    expect(await auth.hasAdministrator()).toBe(true);
    expect(await auth.findViewer(asking(cookies))).toEqual({ kind: 'visitor' });
    expect(await auth.logIn(claim)).toEqual({ kind: 'refused', problems: {} });
    const session = await signedIn(auth.logIn(entry));
    expect(await auth.findViewer(asking(session))).toMatchObject({
      kind: 'admin',
      email: 'editor@example.org',
    });
  },
);

eachDatabase('The administrator needs twelve characters and the configured address', async ({ database }) => {
  const auth = openTestAuth(database, { BELFRY_ADMIN_EMAIL: 'editor@example.org' });
  expect(await auth.createAdministrator({ email: 'other@example.org', password: 'x'.repeat(11) })).toEqual({
    kind: 'refused',
    problems: {
      email: "The administrator's address is set to editor@example.org",
      password: 'Use at least 12 characters',
    },
  });
  await auth.createAdministrator({ email: 'editor@example.org', password: 'a bell in the belfry' });
  const reset = { email: 'editor@example.org', password: 'x'.repeat(11) };
  expect(await auth.resetPassword(reset)).toBe('Use at least 12 characters');
});

eachDatabase(
  'Of fifty people who set up the administrator at once one wins, and the link is dead',
  async ({ database }) => {
    const auth = openTestAuth(database);
    const token = await createSetupLink(database.write, NOW);
    expect(await auth.isSetupLink(token)).toBe(true);
    const outcomes = await Promise.all(
      Array.from({ length: 50 }, (_, n) =>
        auth.setUpAdministrator({ token, email: `editor${n}@example.org`, password: 'a bell in the belfry' }),
      ),
    );
    const winners = outcomes.filter((outcome) => outcome.kind === 'signedIn');
    expect(winners).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind === 'dead')).toHaveLength(49);
    expect(await auth.findViewer(asking(winners[0]?.cookies ?? []))).toMatchObject({ kind: 'admin' });
    expect(await auth.isSetupLink(token)).toBe(false);
    expect(await auth.isSetupLink(await createSetupLink(database.write, NOW))).toBe(false);
  },
);

eachDatabase('A refused set-up leaves the link alive', async ({ database }) => {
  const auth = openTestAuth(database);
  const token = await createSetupLink(database.write, NOW);
  const entry = { token, email: 'editor@example.org', password: 'short' };
  expect(await auth.setUpAdministrator(entry)).toMatchObject({ kind: 'refused' });
  expect(await auth.isSetupLink(token)).toBe(true);
  expect(await auth.isSetupLink('')).toBe(false);
});

eachDatabase(
  'Changing the password needs the current one and ends every other session',
  async ({ database }) => {
    const auth = openTestAuth(database);
    const cookies = await signedIn(auth.register(june));
    const userId = userIdOf(await auth.findViewer(asking(cookies)));
    const wrong = await auth.changePassword(userId, {
      currentPassword: 'wrong',
      newPassword: 'snow in November',
    });
    expect(wrong).toEqual({
      kind: 'refused',
      problems: { currentPassword: 'This is not your current password' },
    });
    const short = await auth.changePassword(userId, { currentPassword: june.password, newPassword: 'snow' });
    expect(short).toEqual({ kind: 'refused', problems: { newPassword: 'Use at least 8 characters' } });
    const change = { currentPassword: june.password, newPassword: 'snow in November' };
    const outcome = await auth.changePassword(userId, change);
    expect(await auth.findViewer(asking(cookies))).toEqual({ kind: 'visitor' });
    expect(await auth.findViewer(asking(outcome.kind === 'changed' ? outcome.cookies : []))).toMatchObject({
      userId,
    });
    expect(await auth.logIn(june)).toMatchObject({ kind: 'refused' });
    expect(await auth.logIn({ ...june, password: 'snow in November' })).toMatchObject({ kind: 'signedIn' });
  },
);

eachDatabase('The operator can reset a password, which ends every session', async ({ database }) => {
  const auth = openTestAuth(database);
  const cookies = await signedIn(auth.register(june));
  expect(await auth.resetPassword({ email: 'nobody@example.org', password: 'snow in November' })).toBe(
    'No account has the address nobody@example.org',
  );
  expect(
    await auth.resetPassword({ email: 'June@example.org', password: 'snow in November' }),
  ).toBeUndefined();
  expect(await auth.findViewer(asking(cookies))).toEqual({ kind: 'visitor' });
  expect(await auth.logIn({ ...june, password: 'snow in November' })).toMatchObject({ kind: 'signedIn' });
});

eachDatabase('A person can take all their data along and leave without a trace', async ({ database }) => {
  const auth = openTestAuth(database);
  const cookies = await signedIn(auth.register(june));
  const userId = userIdOf(await auth.findViewer(asking(cookies)));
  expect(await auth.exportProfile(userId)).toMatchObject({
    email: 'june@example.org',
    emailVerified: false,
    newsletterOptIn: true,
    signInMethods: [{ method: 'password' }],
    sessions: [{}],
  });
  await auth.deleteAccount(asking(cookies), userId);
  expect(await auth.findViewer(asking(cookies))).toEqual({ kind: 'visitor' });
  expect(await auth.exportProfile(userId)).toBeUndefined();
  const tables = await database.write.introspection.getTables();
  expect(tables.map(({ name }) => name)).toContain('session');
  for (const table of ['users', 'session', 'account']) {
    expect(
      await database.write
        .selectFrom(table as 'article')
        .select('id')
        .execute(),
    ).toEqual([]);
  }
});

function openTestAuth(database: Database, environment: Record<string, string> = {}): Auth {
  return openAuth(database, readSettings(environment), SECRET, () => NOW);
}

async function signedIn(signing: ReturnType<Auth['setUpAdministrator']>): Promise<string[]> {
  const outcome = await signing;
  if (outcome.kind !== 'signedIn') throw new Error(`not signed in: ${JSON.stringify(outcome)}`);
  return outcome.cookies;
}

function asking(cookies: string[]): Request {
  const Cookie = cookies.map((cookie) => cookie.split(';')[0]).join('; ');
  return new Request('http://localhost:3000/', { headers: { Cookie } });
}

function userIdOf(viewer: Awaited<ReturnType<Auth['findViewer']>>): string {
  if (viewer.kind === 'visitor') throw new Error('nobody is signed in');
  return viewer.userId;
}

function closedDatabase(): Database {
  const refuse = () => {
    throw new Error('the database was asked');
  };
  const capabilities = { dialect: 'sqlite' } as Database['capabilities'];
  const write = new Proxy({}, { get: refuse }) as Database['write'];
  return { read: write, write, capabilities, close: async () => undefined };
}
