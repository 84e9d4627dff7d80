import { expect } from 'vitest';
import { findProfile } from '#app/people/accounts/profile.server.ts';
import { followVerificationLink } from '#app/people/addresses/address-change.server.ts';
import { findVerificationLink, refuseVerification } from '#app/people/addresses/verification.server.ts';
import { createAdministrator } from '#app/people/administrator/administrator.server.ts';
import { hasAdministrator } from '#app/people/administrator/administrator-address.server.ts';
import { requestReset, resetPasswordByLink } from '#app/people/passwords/password-reset.server.ts';
import { findViewer } from '#app/people/sessions/browser-session.server.ts';
import { logIn, register } from '#app/people/sign-in/sign-in.server.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import {
  asking,
  cookieHeader,
  june,
  listLetters,
  openTestAuth,
  SECRET,
  signedIn,
  tokenMailedTo,
  userIdOf,
} from '../../../tests/people.ts';
import { AddressTakenError, proveAddress } from './address-ownership.server.ts';

const mallory = { ...june, password: 'a stranger chose this' };
const editor = { email: 'editor@example.org', password: 'a bell in the belfry', newsletterOptIn: false };

eachDatabase(
  'R-10: if two accounts verify an address at the same moment, one gets it',
  async ({ database }) => {
    const auth = openTestAuth(database);
    const ids = [];
    for (const entry of [june, mallory])
      ids.push(userIdOf(await findViewer(auth, asking(await signedIn(register(auth, entry))))));
    const outcomes = await Promise.allSettled(
      ids.map((userId) =>
        database.write
          .transaction()
          .execute((db) => proveAddress(db, { userId, address: june.email, now: 1, secret: SECRET })),
      ),
    );
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(await database.write.selectFrom('verified_address').selectAll().execute()).toHaveLength(1);
    expect(await database.write.selectFrom('site_user').selectAll().execute()).toHaveLength(1);
  },
);

eachDatabase('R-10: an address that is held cannot be verified for another account', async ({ database }) => {
  const auth = openTestAuth(database);
  await createAdministrator(auth, editor);
  const other = userIdOf(await findViewer(auth, asking(await signedIn(register(auth, june)))));
  const proving = database.write
    .transaction()
    .execute((db) => proveAddress(db, { userId: other, address: editor.email, now: 1, secret: SECRET }));
  await expect(proving).rejects.toBeInstanceOf(AddressTakenError);
  expect(await findProfile(auth, other)).toMatchObject({ email: june.email });
  expect(await logIn(auth, editor)).toMatchObject({ kind: 'signedIn' });
});

eachDatabase(
  'R-10: register, then reset: the reader of the email gets a new, empty account',
  async ({ database }) => {
    const auth = openTestAuth(database);
    const stranger = await signedIn(register(auth, mallory));
    expect(await requestReset(auth, june.email)).toEqual({ kind: 'sent' });
    const token = await tokenMailedTo(database.read, june.email);
    expect(await resetPasswordByLink(auth, { token, password: june.password })).toMatchObject({
      kind: 'done',
    });
    expect(await findViewer(auth, asking(stranger))).toEqual({ kind: 'visitor' });
    expect(await logIn(auth, mallory)).toEqual({ kind: 'refused', problems: {} });
    const holder = await findViewer(auth, asking(await signedIn(logIn(auth, june))));
    expect(holder).toMatchObject({ email: june.email, isVerified: true });
    expect(await findProfile(auth, userIdOf(holder))).toMatchObject({ newsletterOptIn: false });
    expect(await database.write.selectFrom('site_user').selectAll().execute()).toHaveLength(1);
  },
);

eachDatabase(
  'R-11: opening or sending another person’s link never makes their password valid',
  async ({ database }) => {
    const auth = openTestAuth(database);
    const stranger = await signedIn(register(auth, mallory));
    const token = await tokenMailedTo(database.read, june.email);
    const clean = {};
    for (let turn = 0; turn < 2; turn++) {
      expect(await findVerificationLink(auth, token, clean)).toEqual({
        kind: 'password',
        address: june.email,
        least: 8,
      });
      expect(await followVerificationLink(auth, token, undefined, clean)).toMatchObject({ kind: 'refused' });
    }
    expect(await findViewer(auth, asking(stranger))).toMatchObject({ isVerified: false });
    expect(await followVerificationLink(auth, token, june.password, clean)).toMatchObject({
      kind: 'verified',
      isSignedIn: false,
    });
    expect(await findViewer(auth, asking(stranger))).toEqual({ kind: 'visitor' });
    expect(await logIn(auth, mallory)).toEqual({ kind: 'refused', problems: {} });
    expect(await findViewer(auth, asking(await signedIn(logIn(auth, june))))).toMatchObject({
      isVerified: true,
    });
    expect(await followVerificationLink(auth, token, june.password, clean)).toEqual({ kind: 'dead' });
  },
);

eachDatabase('R-11: in the same browser the button is enough, and other claims end', async ({ database }) => {
  const auth = openTestAuth(database);
  const stranger = await signedIn(register(auth, mallory));
  const own = await signedIn(register(auth, june));
  const cookie = cookieHeader(own);
  const token = await tokenMailedTo(database.read, june.email);
  expect(await findVerificationLink(auth, token, { cookie })).toEqual({
    kind: 'button',
    address: june.email,
  });
  const outcome = await followVerificationLink(auth, token, undefined, { cookie });
  expect(outcome.kind).toBe('verified');
  const cookies = outcome.kind === 'verified' ? outcome.cookies : [];
  expect(await findViewer(auth, asking(cookies))).toMatchObject({ kind: 'member', isVerified: true });
  expect(await findViewer(auth, asking(stranger))).toEqual({ kind: 'visitor' });
  expect(await logIn(auth, mallory)).toEqual({ kind: 'refused', problems: {} });
});

eachDatabase(
  'R-11: a user who knows the pending password keeps the sessions it opened',
  async ({ database }) => {
    const auth = openTestAuth(database);
    const own = await signedIn(register(auth, june));
    const token = await tokenMailedTo(database.read, june.email);
    expect(await followVerificationLink(auth, token, june.password, {})).toMatchObject({ kind: 'verified' });
    expect(await findViewer(auth, asking(own))).toMatchObject({ kind: 'member', isVerified: true });
  },
);

eachDatabase('R-11: "This wasn’t me" ends the claim and its link', async ({ database }) => {
  const auth = openTestAuth(database);
  const stranger = await signedIn(register(auth, mallory));
  const token = await tokenMailedTo(database.read, june.email);
  await refuseVerification(auth, token);
  expect(await findViewer(auth, asking(stranger))).toEqual({ kind: 'visitor' });
  expect(await findVerificationLink(auth, token, {})).toEqual({ kind: 'dead' });
  await refuseVerification(auth, token);
});

eachDatabase('R-10: later registrations do not affect a verified account', async ({ database }) => {
  const auth = openTestAuth(database);
  await register(auth, june);
  const token = await tokenMailedTo(database.read, june.email);
  await followVerificationLink(auth, token, june.password, {});
  const stranger = await signedIn(register(auth, mallory));
  expect(await findViewer(auth, asking(stranger))).toMatchObject({ kind: 'member', isVerified: false });
  const kinds = (await listLetters(database.read, june.email)).map(({ kind }) => kind);
  expect(kinds.sort()).toEqual(['account-exists', 'verify-address']);
  expect(await findViewer(auth, asking(await signedIn(logIn(auth, june))))).toMatchObject({
    isVerified: true,
  });
  expect(await findViewer(auth, asking(await signedIn(logIn(auth, mallory))))).toMatchObject({
    isVerified: false,
  });
});

eachDatabase(
  'R-12: no spelling of the address creates an administrator without verification',
  async ({ database }) => {
    const auth = openTestAuth(database, { BELFRY_ADMIN_EMAIL: 'admin@x.example' });
    const spellings = [
      'admin@x.example',
      'ADMIN@X.example',
      ' admin@x.EXAMPLE ',
      'admın@x.example',
      'ADMİN@x.example',
      'admin@x.example.',
      'admin+1@x.example',
      'a.dmin@x.example',
      'ａｄｍｉｎ@x.example',
      'admin@ｘ.example',
      'admin@x。example',
      'admin\u00ad@x.example',
      '"admin"@x.example',
    ];
    for (const [n, email] of spellings.entries()) {
      const outcome = await register(auth, { ...june, email, password: `river in spring ${n}` });
      if (outcome.kind !== 'signedIn') continue;
      expect(await findViewer(auth, asking(outcome.cookies))).toMatchObject({ kind: 'member' });
    }
    expect(await hasAdministrator(auth)).toBe(false);
  },
);

eachDatabase(
  'R-12: verifying the address creates the administrator, if the password is long enough',
  async ({ database }) => {
    const auth = openTestAuth(database, { BELFRY_ADMIN_EMAIL: editor.email });
    const own = await signedIn(register(auth, { ...editor, password: 'nine char' }));
    const cookie = cookieHeader(own);
    const token = await tokenMailedTo(database.read, editor.email);
    expect(await findVerificationLink(auth, token, { cookie })).toMatchObject({
      kind: 'password',
      least: 12,
    });
    expect(await followVerificationLink(auth, token, 'nine char', { cookie })).toMatchObject({
      kind: 'refused',
    });
    const outcome = await followVerificationLink(auth, token, editor.password, { cookie });
    const cookies = outcome.kind === 'verified' ? outcome.cookies : [];
    expect(await findViewer(auth, asking(cookies))).toMatchObject({ kind: 'admin' });
  },
);

eachDatabase(
  'R-10: if several accounts verify an address at the same moment, one gets it, and the others are deleted',
  async ({ database }) => {
    const auth = openTestAuth(database);
    const tokens: string[] = [];
    const browsers: string[][] = [];
    for (const entry of [june, mallory]) {
      browsers.push(await signedIn(register(auth, entry)));
      tokens.push(await tokenMailedTo(database.read, june.email));
    }
    await requestReset(auth, june.email);
    const reset = { token: await tokenMailedTo(database.read, june.email), password: 'snow in November' };
    const outcomes = await Promise.all([
      ...tokens.map((token, n) =>
        followVerificationLink(auth, token, undefined, { cookie: cookieHeader(browsers[n] ?? []) }),
      ),
      resetPasswordByLink(auth, reset),
    ]);
    const winners = outcomes.filter(({ kind }) => kind === 'verified' || kind === 'done');
    expect(winners).toHaveLength(1);
    expect(await database.write.selectFrom('site_user').selectAll().execute()).toHaveLength(1);
    expect(await database.write.selectFrom('verified_address').selectAll().execute()).toHaveLength(1);
    expect(await database.write.selectFrom('address_proof').selectAll().execute()).toEqual([]);
  },
);
