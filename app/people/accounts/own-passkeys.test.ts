import { expect } from 'vitest';
import { listOwnPasskeys, removeOwnPasskey } from '#app/people/accounts/own-passkeys.server.ts';
import { followVerificationLink } from '#app/people/addresses/address-change.server.ts';
import { renamePasskey } from '#app/people/passkeys/passkey-store.server.ts';
import { relyingPartyOf } from '#app/people/passkeys/relying-party.ts';
import {
  findResetLink,
  requestReset,
  resetPasswordByLink,
} from '#app/people/passwords/password-reset.server.ts';
import { findViewer } from '#app/people/sessions/browser-session.server.ts';
import { askForLogin, askForProof, proveByPasskey } from '#app/people/sign-in/passkey-sign-in.server.ts';
import { makeRecoveryCodes, recoverByCode } from '#app/people/sign-in/recovery.server.ts';
import { logIn } from '#app/people/sign-in/sign-in.server.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import {
  addPasskey,
  logInWithPasskey,
  questionOf,
  tryToAdd,
  withPasskey,
} from '../../../tests/passkey-owners.ts';
import {
  asking,
  cookieHeader,
  june,
  listLetters,
  NOW,
  openTestAuth,
  signedIn,
  tokenMailedTo,
} from '../../../tests/people.ts';
import { cborBytes, type Lies, makePasskey, signByPasskey } from '../../../tests/software-authenticator.ts';

const editor = { email: 'editor@example.org', password: 'a bell in the belfry' };

eachDatabase('A new passkey with any wrong value is refused', async ({ database }) => {
  const auth = openTestAuth(database);
  const { userId, cookies, passkey } = await withPasskey(auth);
  const certificates = Buffer.concat([
    Buffer.from('a163', 'hex'),
    Buffer.from('x5c'),
    Buffer.from('81', 'hex'),
  ]);
  const lies: Lies[] = [
    { origin: 'https://evil.example' },
    { rpId: 'evil.example' },
    { challenge: 'AAAA' },
    { type: 'webauthn.get' },
    { crossOrigin: true },
    { isUserVerified: false },
    { credentialId: passkey.id },
    {
      attestation: { format: 'apple', statement: Buffer.concat([certificates, cborBytes(Buffer.alloc(9))]) },
    },
    {
      attestation: { format: 'packed', statement: Buffer.concat([certificates, cborBytes(Buffer.alloc(9))]) },
    },
  ];
  for (const lie of lies)
    expect([lie, (await tryToAdd(auth, { userId, cookies }, lie)).outcome.kind]).toEqual([lie, 'refused']);
  expect(await listOwnPasskeys(auth, userId)).toHaveLength(1);
});

eachDatabase('A passkey belongs to one account, and no other account can change it', async ({ database }) => {
  const auth = openTestAuth(database);
  const own = await withPasskey(auth);
  const other = await withPasskey(auth, { ...june, email: 'otto@example.org' });
  const { outcome } = await tryToAdd(auth, other, { credentialId: own.passkey.id });
  expect(outcome.kind).toBe('refused');
  const [listed] = await listOwnPasskeys(auth, own.userId);
  const id = listed?.id ?? '';
  expect(await renamePasskey(auth.db, { userId: other.userId, id, name: 'Mine now' })).toBe(false);
  expect(await removeOwnPasskey(auth, { userId: other.userId, id }, {})).toEqual({ kind: 'missing' });
  const proof = await askForProof(auth, other.userId, {});
  if (!proof) throw new Error('the site asks for no passkey');
  const credential = signByPasskey(own.passkey, proof.options);
  const caller = { cookie: cookieHeader(proof.cookies) };
  const request = asking(other.cookies);
  expect(await proveByPasskey(auth, { request, userId: other.userId, credential }, caller)).toEqual({
    kind: 'wrong',
  });
  expect(await listOwnPasskeys(auth, own.userId)).toEqual([listed]);
});

eachDatabase(
  'R-08: removing a passkey ends every other session and link, and notifies the owner, as adding one does',
  async ({ database }) => {
    let now = NOW;
    const auth = openTestAuth(database, {}, () => now++);
    const here = await withPasskey(auth);
    await followVerificationLink(auth, await tokenMailedTo(database.read, june.email), undefined, {
      cookie: cookieHeader(here.cookies),
    });
    const cookies = await signedIn(logIn(auth, june));
    const elsewhere = await signedIn(logInWithPasskey(auth, here.passkey));
    const second = await addPasskey(auth, { userId: here.userId, cookies });
    expect(await findViewer(auth, asking(elsewhere))).toMatchObject({ kind: 'member' });
    await requestReset(auth, june.email);
    const reset = await tokenMailedTo(database.read, june.email);
    const [first] = await listOwnPasskeys(auth, here.userId);
    const caller = { cookie: cookieHeader(cookies) };
    const outcome = await removeOwnPasskey(auth, { userId: here.userId, id: first?.id ?? '' }, caller);
    if (outcome.kind !== 'removed') throw new Error(outcome.kind);
    expect(await findViewer(auth, asking(elsewhere))).toEqual({ kind: 'visitor' });
    expect(await findViewer(auth, asking(outcome.cookies))).toMatchObject({ kind: 'member' });
    expect(await findResetLink(auth, reset)).toEqual({ kind: 'dead' });
    expect(await logInWithPasskey(auth, here.passkey)).toEqual({ kind: 'refused', problems: {} });
    expect(await logInWithPasskey(auth, second)).toMatchObject({ kind: 'signedIn' });
    const kinds = (await listLetters(database.read, june.email)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind.startsWith('passkey'))).toEqual(['passkey-added', 'passkey-removed']);
  },
);

eachDatabase('The last way to log in cannot be removed', async ({ database }) => {
  const auth = openTestAuth(database);
  const { userId, cookies, passkey } = await withPasskey(auth);
  await database.write.deleteFrom('password').execute();
  const [only] = await listOwnPasskeys(auth, userId);
  const removal = { userId, id: only?.id ?? '' };
  const caller = { cookie: cookieHeader(cookies) };
  expect(await removeOwnPasskey(auth, removal, caller)).toEqual({ kind: 'last' });
  expect(await logInWithPasskey(auth, passkey)).toMatchObject({ kind: 'signedIn' });
  await addPasskey(auth, { userId, cookies: await signedIn(logInWithPasskey(auth, passkey)) });
  expect(await removeOwnPasskey(auth, removal, {})).toMatchObject({ kind: 'removed' });
});

eachDatabase(
  'R-10: passkeys and codes of a claim are deleted with it, and when the address is verified with another password',
  async ({ database }) => {
    const auth = openTestAuth(database);
    // Mallory claims the address; its holder verifies it with a reset.
    const mallory = await withPasskey(auth);
    await makeRecoveryCodes(auth, mallory.userId);
    await requestReset(auth, june.email);
    const token = await tokenMailedTo(database.read, june.email);
    expect(await resetPasswordByLink(auth, { token, password: 'snow in November' })).toMatchObject({
      kind: 'done',
    });
    expect(await logInWithPasskey(auth, mallory.passkey)).toEqual({ kind: 'refused', problems: {} });
    expect(await database.write.selectFrom('recovery_code').selectAll().execute()).toEqual([]);
    // Mallory claims another; its holder follows Mallory's own link and chooses a password.
    const otto = { ...june, email: 'otto@example.org' };
    const again = await withPasskey(auth, otto);
    const [code = ''] = await makeRecoveryCodes(auth, again.userId);
    const link = await tokenMailedTo(database.read, otto.email);
    expect(await followVerificationLink(auth, link, 'ocean in winter', {})).toMatchObject({
      kind: 'verified',
    });
    expect(await logInWithPasskey(auth, again.passkey)).toEqual({ kind: 'refused', problems: {} });
    expect(
      await recoverByCode(auth, { email: otto.email, code, password: 'a password of mine' }),
    ).toMatchObject({ kind: 'refused' });
  },
);

eachDatabase('R-12: a passkey does not make its owner the administrator', async ({ database }) => {
  const auth = openTestAuth(database, { BELFRY_ADMIN_EMAIL: editor.email });
  const { passkey } = await withPasskey(auth, { ...june, email: editor.email });
  const cookies = await signedIn(logInWithPasskey(auth, passkey));
  expect(await findViewer(auth, asking(cookies))).toMatchObject({ kind: 'member', isVerified: false });
});

eachDatabase(
  'R-04: failed logins with passkeys slow down the network, never the account',
  async ({ database }) => {
    const auth = openTestAuth(database, { TRUST_PROXY: '1' });
    const { passkey } = await withPasskey(auth);
    const bad = { signWith: makePasskey((await questionOf(auth, database)).options).passkey.privateKey };
    for (let i = 0; i < 25; i++)
      expect((await logInWithPasskey(auth, passkey, bad, { address: '192.0.2.7' })).kind).toBe('refused');
    expect((await logInWithPasskey(auth, passkey, {}, { address: '192.0.2.7' })).kind).toBe('slowed');
    expect((await logInWithPasskey(auth, passkey, {}, { address: '192.0.2.8' })).kind).toBe('signedIn');
    // Nor do wrong passwords, which strangers can try.
    for (let i = 0; i < 12; i++)
      await logIn(auth, { email: june.email, password: `wrong ${i}` }, { address: `198.51.100.${i}` });
    expect((await logIn(auth, june, { address: '192.0.2.9' })).kind).toBe('slowed');
    expect((await logInWithPasskey(auth, passkey, {}, { address: '192.0.2.9' })).kind).toBe('signedIn');
  },
);

eachDatabase('Passkeys work only at the public address', async ({ database }) => {
  const http = openTestAuth(database, { BELFRY_URL: 'http://town.example' });
  const numeric = openTestAuth(database, { BELFRY_URL: 'https://192.0.2.1' });
  for (const auth of [http, numeric]) {
    expect(relyingPartyOf(auth.settings.url)).toBeUndefined();
    expect(askForLogin(auth, {})).toBeUndefined();
  }
  const { userId, passkey } = await withPasskey(openTestAuth(database));
  const moved = openTestAuth(database, { BELFRY_URL: 'https://www.town.example' });
  expect(askForLogin(moved, {})?.options.rpId).toBe('www.town.example');
  expect(askForLogin(moved, {})?.cookies.join()).toContain('__Host-belfry-passkey=');
  expect(await listOwnPasskeys(moved, userId)).toMatchObject([{ otherHost: 'localhost' }]);
  const truth = { origin: 'https://www.town.example', rpId: 'www.town.example' };
  expect(await logInWithPasskey(moved, passkey, truth)).toEqual({ kind: 'refused', problems: {} });
});
