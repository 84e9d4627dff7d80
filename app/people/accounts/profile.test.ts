import { expect } from 'vitest';
import { findPassword, replaceHash } from '#app/people/passwords/password-store.server.ts';
import { letInByPassword } from '#app/people/sign-in/desk.server.ts';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { asking, june, NOW, openTestAuth, SECRET, signedIn, userIdOf } from '../../../tests/people.ts';
import { saveNewsletterOptIn } from './user-store.server.ts';

eachDatabase('The opt-in is stored as chosen at registration and can be changed', async ({ database }) => {
  const auth = openTestAuth(database);
  const cookies = await signedIn(auth.register({ ...june, newsletterOptIn: false }));
  const userId = userIdOf(await auth.findViewer(asking(cookies)));
  expect(await auth.findProfile(userId)).toMatchObject({ newsletterOptIn: false });
  await saveNewsletterOptIn(database.write, userId, true);
  expect(await auth.findProfile(userId)).toMatchObject({ newsletterOptIn: true });
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

const OLD = 'the stolen password';

eachDatabase(
  'R-08: with a login and a reset at once, no session of the old password remains',
  async ({ database }) => {
    const desk = {
      db: database.write,
      settings: readSettings({}),
      secret: SECRET,
      now: () => NOW,
      log: () => undefined,
    };
    const auth = openTestAuth(database);
    await auth.createAdministrator({ ...june, password: OLD });
    const userId = (await auth.findAccountId(june.email)) ?? '';
    const seen = (await findPassword(database.read, userId))?.hash ?? '';
    await auth.resetPassword({ email: june.email, password: 'the fresh password' });
    // The login checked the old password before, and continues now.
    expect(await letInByPassword(desk, { userId, hash: seen }, {})).toBeUndefined();
    expect(await replaceHash(database.write, userId, { from: seen, to: seen })).toBe(false);
    expect(await database.write.selectFrom('session').selectAll().execute()).toEqual([]);
    expect(await auth.logIn({ email: june.email, password: OLD })).toMatchObject({ kind: 'refused' });
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

eachDatabase('A user can download all their data and leave without a trace', async ({ database }) => {
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
  const names = tables.map(({ name }) => name);
  for (const table of ['site_user', 'address_claim', 'password', 'session', 'address_proof']) {
    expect(names).toContain(table);
    expect(
      await database.write
        .selectFrom(table as 'article')
        .selectAll()
        .execute(),
    ).toEqual([]);
  }
});
