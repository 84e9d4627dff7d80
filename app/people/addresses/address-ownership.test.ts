import { expect } from 'vitest';
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
      ids.push(userIdOf(await auth.findViewer(asking(await signedIn(auth.register(entry))))));
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
  await auth.createAdministrator(editor);
  const other = userIdOf(await auth.findViewer(asking(await signedIn(auth.register(june)))));
  const proving = database.write
    .transaction()
    .execute((db) => proveAddress(db, { userId: other, address: editor.email, now: 1, secret: SECRET }));
  await expect(proving).rejects.toBeInstanceOf(AddressTakenError);
  expect(await auth.findProfile(other)).toMatchObject({ email: june.email });
  expect(await auth.logIn(editor)).toMatchObject({ kind: 'signedIn' });
});

eachDatabase(
  'R-10: register, then reset: the reader of the email gets a new, empty account',
  async ({ database }) => {
    const auth = openTestAuth(database);
    const stranger = await signedIn(auth.register(mallory));
    expect(await auth.requestReset(june.email)).toEqual({ kind: 'sent' });
    const token = await tokenMailedTo(database.read, june.email);
    expect(await auth.resetPasswordByLink({ token, password: june.password })).toMatchObject({
      kind: 'done',
    });
    expect(await auth.findViewer(asking(stranger))).toEqual({ kind: 'visitor' });
    expect(await auth.logIn(mallory)).toEqual({ kind: 'refused', problems: {} });
    const holder = await auth.findViewer(asking(await signedIn(auth.logIn(june))));
    expect(holder).toMatchObject({ email: june.email, isVerified: true });
    expect(await auth.findProfile(userIdOf(holder))).toMatchObject({ newsletterOptIn: false });
    expect(await database.write.selectFrom('site_user').selectAll().execute()).toHaveLength(1);
  },
);

eachDatabase(
  'R-11: opening or sending another person’s link never makes their password valid',
  async ({ database }) => {
    const auth = openTestAuth(database);
    const stranger = await signedIn(auth.register(mallory));
    const token = await tokenMailedTo(database.read, june.email);
    const clean = {};
    for (let turn = 0; turn < 2; turn++) {
      expect(await auth.findVerificationLink(token, clean)).toEqual({
        kind: 'password',
        address: june.email,
        least: 8,
      });
      expect(await auth.followVerificationLink(token, undefined, clean)).toMatchObject({ kind: 'refused' });
    }
    expect(await auth.findViewer(asking(stranger))).toMatchObject({ isVerified: false });
    expect(await auth.followVerificationLink(token, june.password, clean)).toMatchObject({
      kind: 'verified',
      isSignedIn: false,
    });
    expect(await auth.findViewer(asking(stranger))).toEqual({ kind: 'visitor' });
    expect(await auth.logIn(mallory)).toEqual({ kind: 'refused', problems: {} });
    expect(await auth.findViewer(asking(await signedIn(auth.logIn(june))))).toMatchObject({
      isVerified: true,
    });
    expect(await auth.followVerificationLink(token, june.password, clean)).toEqual({ kind: 'dead' });
  },
);

eachDatabase('R-11: in the same browser the button is enough, and other claims end', async ({ database }) => {
  const auth = openTestAuth(database);
  const stranger = await signedIn(auth.register(mallory));
  const own = await signedIn(auth.register(june));
  const cookie = cookieHeader(own);
  const token = await tokenMailedTo(database.read, june.email);
  expect(await auth.findVerificationLink(token, { cookie })).toEqual({ kind: 'button', address: june.email });
  const outcome = await auth.followVerificationLink(token, undefined, { cookie });
  expect(outcome.kind).toBe('verified');
  const cookies = outcome.kind === 'verified' ? outcome.cookies : [];
  expect(await auth.findViewer(asking(cookies))).toMatchObject({ kind: 'member', isVerified: true });
  expect(await auth.findViewer(asking(stranger))).toEqual({ kind: 'visitor' });
  expect(await auth.logIn(mallory)).toEqual({ kind: 'refused', problems: {} });
});

eachDatabase(
  'R-11: a user who knows the pending password keeps the sessions it opened',
  async ({ database }) => {
    const auth = openTestAuth(database);
    const own = await signedIn(auth.register(june));
    const token = await tokenMailedTo(database.read, june.email);
    expect(await auth.followVerificationLink(token, june.password, {})).toMatchObject({ kind: 'verified' });
    expect(await auth.findViewer(asking(own))).toMatchObject({ kind: 'member', isVerified: true });
  },
);

eachDatabase('R-11: "This wasn’t me" ends the claim and its link', async ({ database }) => {
  const auth = openTestAuth(database);
  const stranger = await signedIn(auth.register(mallory));
  const token = await tokenMailedTo(database.read, june.email);
  await auth.refuseVerification(token);
  expect(await auth.findViewer(asking(stranger))).toEqual({ kind: 'visitor' });
  expect(await auth.findVerificationLink(token, {})).toEqual({ kind: 'dead' });
  await auth.refuseVerification(token);
});

eachDatabase('R-10: later registrations do not affect a verified account', async ({ database }) => {
  const auth = openTestAuth(database);
  await auth.register(june);
  const token = await tokenMailedTo(database.read, june.email);
  await auth.followVerificationLink(token, june.password, {});
  const stranger = await signedIn(auth.register(mallory));
  expect(await auth.findViewer(asking(stranger))).toMatchObject({ kind: 'member', isVerified: false });
  const kinds = (await listLetters(database.read, june.email)).map(({ kind }) => kind);
  expect(kinds.sort()).toEqual(['account-exists', 'verify-address']);
  expect(await auth.findViewer(asking(await signedIn(auth.logIn(june))))).toMatchObject({
    isVerified: true,
  });
  expect(await auth.findViewer(asking(await signedIn(auth.logIn(mallory))))).toMatchObject({
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
      const outcome = await auth.register({ ...june, email, password: `river in spring ${n}` });
      if (outcome.kind !== 'signedIn') continue;
      expect(await auth.findViewer(asking(outcome.cookies))).toMatchObject({ kind: 'member' });
    }
    expect(await auth.hasAdministrator()).toBe(false);
  },
);

eachDatabase(
  'R-12: verifying the address creates the administrator, if the password is long enough',
  async ({ database }) => {
    const auth = openTestAuth(database, { BELFRY_ADMIN_EMAIL: editor.email });
    const own = await signedIn(auth.register({ ...editor, password: 'nine char' }));
    const cookie = cookieHeader(own);
    const token = await tokenMailedTo(database.read, editor.email);
    expect(await auth.findVerificationLink(token, { cookie })).toMatchObject({ kind: 'password', least: 12 });
    expect(await auth.followVerificationLink(token, 'nine char', { cookie })).toMatchObject({
      kind: 'refused',
    });
    const outcome = await auth.followVerificationLink(token, editor.password, { cookie });
    const cookies = outcome.kind === 'verified' ? outcome.cookies : [];
    expect(await auth.findViewer(asking(cookies))).toMatchObject({ kind: 'admin' });
  },
);

eachDatabase(
  'R-10: if several accounts verify an address at the same moment, one gets it, and the others are deleted',
  async ({ database }) => {
    const auth = openTestAuth(database);
    const tokens: string[] = [];
    const browsers: string[][] = [];
    for (const entry of [june, mallory]) {
      browsers.push(await signedIn(auth.register(entry)));
      tokens.push(await tokenMailedTo(database.read, june.email));
    }
    await auth.requestReset(june.email);
    const reset = { token: await tokenMailedTo(database.read, june.email), password: 'snow in November' };
    const outcomes = await Promise.all([
      ...tokens.map((token, n) =>
        auth.followVerificationLink(token, undefined, { cookie: cookieHeader(browsers[n] ?? []) }),
      ),
      auth.resetPasswordByLink(reset),
    ]);
    const winners = outcomes.filter(({ kind }) => kind === 'verified' || kind === 'done');
    expect(winners).toHaveLength(1);
    expect(await database.write.selectFrom('site_user').selectAll().execute()).toHaveLength(1);
    expect(await database.write.selectFrom('verified_address').selectAll().execute()).toHaveLength(1);
    expect(await database.write.selectFrom('address_proof').selectAll().execute()).toEqual([]);
  },
);
