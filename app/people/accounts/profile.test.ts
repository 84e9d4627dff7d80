import { expect } from 'vitest';
import { findAccountId } from '#app/people/accounts/disabled-accounts.server.ts';
import { deleteAccount, exportProfile, findProfile } from '#app/people/accounts/profile.server.ts';
import { createAdministrator } from '#app/people/administrator/administrator.server.ts';
import { changePassword, resetPassword } from '#app/people/passwords/own-password.server.ts';
import { findPassword, replaceHash } from '#app/people/passwords/password-store.server.ts';
import { findViewer } from '#app/people/sessions/browser-session.server.ts';
import { letInByPassword } from '#app/people/sessions/open-session.server.ts';
import { logIn, register } from '#app/people/sign-in/sign-in.server.ts';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { asking, june, NOW, openTestAuth, SECRET, signedIn, userIdOf } from '../../../tests/people.ts';
import { saveNewsletterOptIn } from './user-store.server.ts';

eachDatabase('The opt-in is stored as chosen at registration and can be changed', async ({ database }) => {
  const auth = openTestAuth(database);
  const cookies = await signedIn(register(auth, { ...june, newsletterOptIn: false }));
  const userId = userIdOf(await findViewer(auth, asking(cookies)));
  expect(await findProfile(auth, userId)).toMatchObject({ newsletterOptIn: false });
  await saveNewsletterOptIn(database.write, userId, true);
  expect(await findProfile(auth, userId)).toMatchObject({ newsletterOptIn: true });
});

eachDatabase(
  'Changing the password needs the current one and ends every other session',
  async ({ database }) => {
    const auth = openTestAuth(database);
    const cookies = await signedIn(register(auth, june));
    const userId = userIdOf(await findViewer(auth, asking(cookies)));
    const wrong = await changePassword(auth, userId, {
      currentPassword: 'wrong',
      newPassword: 'snow in November',
    });
    expect(wrong).toEqual({
      kind: 'refused',
      problems: { currentPassword: 'This is not your current password' },
    });
    const short = await changePassword(auth, userId, { currentPassword: june.password, newPassword: 'snow' });
    expect(short).toEqual({ kind: 'refused', problems: { newPassword: 'Use at least 8 characters' } });
    const change = { currentPassword: june.password, newPassword: 'snow in November' };
    const outcome = await changePassword(auth, userId, change);
    expect(await findViewer(auth, asking(cookies))).toEqual({ kind: 'visitor' });
    expect(await findViewer(auth, asking(outcome.kind === 'changed' ? outcome.cookies : []))).toMatchObject({
      userId,
    });
    expect(await logIn(auth, june)).toMatchObject({ kind: 'refused' });
    expect(await logIn(auth, { ...june, password: 'snow in November' })).toMatchObject({ kind: 'signedIn' });
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
    await createAdministrator(auth, { ...june, password: OLD });
    const userId = (await findAccountId(auth, june.email)) ?? '';
    const seen = (await findPassword(database.read, userId))?.hash ?? '';
    await resetPassword(auth, { email: june.email, password: 'the fresh password' });
    // The login checked the old password before, and continues now.
    expect(await letInByPassword(desk, { userId, hash: seen }, {})).toBeUndefined();
    expect(await replaceHash(database.write, userId, { from: seen, to: seen })).toBe(false);
    expect(await database.write.selectFrom('session').selectAll().execute()).toEqual([]);
    expect(await logIn(auth, { email: june.email, password: OLD })).toMatchObject({ kind: 'refused' });
  },
);

eachDatabase('The operator can reset a password, which ends every session', async ({ database }) => {
  const auth = openTestAuth(database);
  const cookies = await signedIn(register(auth, june));
  expect(await resetPassword(auth, { email: 'nobody@example.org', password: 'snow in November' })).toBe(
    'No account has the address nobody@example.org',
  );
  expect(
    await resetPassword(auth, { email: 'June@example.org', password: 'snow in November' }),
  ).toBeUndefined();
  expect(await findViewer(auth, asking(cookies))).toEqual({ kind: 'visitor' });
  expect(await logIn(auth, { ...june, password: 'snow in November' })).toMatchObject({ kind: 'signedIn' });
});

eachDatabase('A user can download all their data and leave without a trace', async ({ database }) => {
  const auth = openTestAuth(database);
  const cookies = await signedIn(register(auth, june));
  const userId = userIdOf(await findViewer(auth, asking(cookies)));
  expect(await exportProfile(auth, userId)).toMatchObject({
    email: 'june@example.org',
    emailVerified: false,
    newsletterOptIn: true,
    signInMethods: [{ method: 'password' }],
    sessions: [{}],
  });
  await deleteAccount(auth, asking(cookies), userId);
  expect(await findViewer(auth, asking(cookies))).toEqual({ kind: 'visitor' });
  expect(await exportProfile(auth, userId)).toBeUndefined();
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
