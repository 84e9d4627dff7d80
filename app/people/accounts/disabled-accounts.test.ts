import { expect } from 'vitest';
import {
  disableAccount,
  enableAddress,
  listDisabledAccounts,
} from '#app/people/accounts/disabled-accounts.server.ts';
import { followVerificationLink } from '#app/people/addresses/address-change.server.ts';
import { proveAddress } from '#app/people/addresses/address-ownership.server.ts';
import { findVerificationLink, refuseVerification } from '#app/people/addresses/verification.server.ts';
import {
  findResetLink,
  requestReset,
  resetPasswordByLink,
} from '#app/people/passwords/password-reset.server.ts';
import { findViewer, hasRecentProof } from '#app/people/sessions/browser-session.server.ts';
import { makeRecoveryCodes, recoverByCode } from '#app/people/sign-in/recovery.server.ts';
import { logIn, register } from '#app/people/sign-in/sign-in.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import {
  openGoogle,
  openTestAuth as openGoogleAuth,
  signInWithGoogle,
} from '../../../tests/google-sign-ins.ts';
import { logInWithPasskey, withPasskey } from '../../../tests/passkey-owners.ts';
import {
  asking,
  cookieHeader,
  june,
  listLetters,
  NOW,
  openTestAuth,
  SECRET,
  signedIn,
  tokenMailedTo,
  userIdOf,
} from '../../../tests/people.ts';
import { addIdentity } from './identity-store.server.ts';
import { addUser, findUser } from './user-store.server.ts';

const refused = { kind: 'refused', problems: {} };

/** As an import does it: nothing else of the account changes. */
function markDisabled(db: WriteDb, userId: string) {
  return db.updateTable('site_user').set({ disabledAt: NOW }).where('id', '=', userId).execute();
}

eachDatabase(
  'R-05: no way in opens a disabled account, and each is refused as if there were no account',
  async ({ database }) => {
    const auth = openTestAuth(database);
    const { userId, passkey, cookies } = await withPasskey(auth);
    const verification = await tokenMailedTo(database.read, june.email);
    const [code = ''] = await makeRecoveryCodes(auth, userId);
    await requestReset(auth, june.email);
    const reset = await tokenMailedTo(database.read, june.email);
    await markDisabled(database.write, userId);
    const letters = await listLetters(database.read, june.email);

    expect(await findViewer(auth, asking(cookies))).toEqual({ kind: 'visitor' });
    expect(await hasRecentProof(auth, asking(cookies))).toBe(false);
    expect(await logIn(auth, june)).toEqual(refused);
    expect(await logInWithPasskey(auth, passkey)).toEqual(refused);
    const recovery = { email: june.email, code, password: 'snow in November' };
    expect(await recoverByCode(auth, recovery)).toEqual(
      await recoverByCode(auth, { ...recovery, code: 'AAAA-AAAA-AAAA-AAAA' }),
    );
    expect(await findResetLink(auth, reset)).toEqual({ kind: 'dead' });
    expect(await resetPasswordByLink(auth, { token: reset, password: 'snow in November' })).toEqual({
      kind: 'dead',
    });
    const caller = { cookie: cookieHeader(cookies) };
    expect(await findVerificationLink(auth, verification, caller)).toEqual({ kind: 'dead' });
    expect(await followVerificationLink(auth, verification, undefined, caller)).toEqual({ kind: 'dead' });
    expect(await refuseVerification(auth, verification)).toBeUndefined();
    // The same as for an address that no account has, and no email says otherwise.
    expect(await requestReset(auth, june.email)).toEqual({ kind: 'sent' });
    expect(await listLetters(database.read, june.email)).toEqual(letters);
    expect(await findUser(database.read, userId)).toMatchObject({ email: june.email, isDisabled: true });
  },
);

eachDatabase(
  'Another account with the address of a disabled one never gets it verified',
  async ({ database }) => {
    const auth = openTestAuth(database);
    const first = await signedIn(register(auth, june));
    await markDisabled(database.write, userIdOf(await findViewer(auth, asking(first))));
    const letters = await listLetters(database.read, june.email);
    const second = await signedIn(register(auth, { ...june, password: 'snow in November' }));
    expect(await findViewer(auth, asking(second))).toMatchObject({ kind: 'member', isVerified: false });
    expect(await listLetters(database.read, june.email)).toEqual(letters);
    const other = await addUser(database.write, { newsletterOptIn: false, now: NOW });
    const proving = { userId: other, address: june.email, now: NOW, secret: SECRET };
    await expect(proveAddress(database.write, proving)).rejects.toThrow('a disabled account has the address');
  },
);

eachDatabase(
  'A moved Google account logs in by its number, not by its address, and not when it is disabled',
  async ({ database }) => {
    await using google = await openGoogle();
    const auth = openGoogleAuth(database, google);
    const userId = await addUser(database.write, { newsletterOptIn: false, now: NOW });
    const address = 'june.brook@gmail.com';
    await proveAddress(database.write, { userId, address, now: NOW, secret: SECRET });
    await addIdentity(database.write, { userId, issuer: google.issuer, subject: 'june', now: NOW });
    // The stand-in's `gmail` has this address and another number.
    expect(await signInWithGoogle(auth, 'gmail')).toMatchObject({ kind: 'failed' });
    const { cookies } = await signInWithGoogle(auth, 'june');
    expect(await findViewer(auth, asking(cookies))).toMatchObject({ kind: 'member', userId, email: address });
    await markDisabled(database.write, userId);
    const failed = await signInWithGoogle(auth, 'june');
    expect(failed).toMatchObject({ kind: 'failed', path: '/login?google=failed' });
    expect(failed.done).toBeUndefined();
    expect(await signInWithGoogle(auth, 'gmail')).toMatchObject({ kind: 'failed' });
  },
);

eachDatabase('Google gives no second account to the address of a disabled one', async ({ database }) => {
  await using google = await openGoogle();
  const auth = openGoogleAuth(database, google);
  const cookies = await signedIn(register(auth, { ...june, email: 'june.brook@gmail.com' }));
  await markDisabled(database.write, userIdOf(await findViewer(auth, asking(cookies))));
  expect(await signInWithGoogle(auth, 'gmail')).toMatchObject({ kind: 'failed' });
});

eachDatabase('The operator disables and enables accounts', async ({ database }) => {
  const auth = openTestAuth(database);
  const cookies = await signedIn(register(auth, june));
  expect(await disableAccount(auth, 'nobody@example.org')).toBe('missing');
  expect(await disableAccount(auth, ' JUNE@example.org')).toBe('disabled');
  expect(await listDisabledAccounts(auth.db)).toMatchObject([{ email: june.email, disabledAt: NOW }]);
  expect(await logIn(auth, june)).toEqual(refused);
  expect(await enableAddress(auth.db, june.email)).toBe(1);
  expect(await listDisabledAccounts(auth.db)).toEqual([]);
  expect(await findViewer(auth, asking(cookies))).toEqual({ kind: 'visitor' });
  await signedIn(logIn(auth, june));
});
