import { expect } from 'vitest';
import type { Database } from '#app/database/handles.ts';
import { eachDatabase } from '../../tests/each-database.ts';
import {
  asking,
  cookieHeader,
  june,
  listLetters,
  NOW,
  openTestAuth,
  signedIn,
  tokenMailedTo,
  userIdOf,
} from '../../tests/people.ts';
import {
  cborBytes,
  type Lies,
  makePasskey,
  type SoftwarePasskey,
  signByPasskey,
} from '../../tests/software-authenticator.ts';
import type { Auth } from './auth.server.ts';
import type { Caller } from './desk.server.ts';
import { purgeExpired } from './purge-expired.server.ts';

const MINUTE_MS = 60_000;
const editor = { email: 'editor@example.org', password: 'a bell in the belfry' };
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

/** An account, the cookies of its browser, and its passkey. */
async function withPasskey(auth: Auth, entry = june, lies: Lies = {}) {
  const cookies = await signedIn(auth.register(entry));
  const userId = userIdOf(await auth.findViewer(asking(cookies)));
  return { userId, cookies, passkey: await addPasskey(auth, { userId, cookies }, lies) };
}

async function addPasskey(
  auth: Auth,
  { userId, cookies }: { userId: string; cookies: string[] },
  lies: Lies = {},
): Promise<SoftwarePasskey> {
  const { outcome, passkey } = await tryToAdd(auth, { userId, cookies }, lies);
  expect(outcome.kind).toBe('added');
  return passkey;
}

async function tryToAdd(
  auth: Auth,
  { userId, cookies, address }: { userId: string; cookies: string[]; address?: string },
  lies: Lies = {},
) {
  const browser = { cookie: cookieHeader(cookies), userAgent: firefox, address };
  const question = await auth.passkeys.askForNew({ userId, title: 'The Town' }, browser);
  if (!question) throw new Error('the site asks for no passkey');
  const { passkey, credential } = makePasskey(question.options, lies);
  const cookie = cookieHeader([...cookies, ...question.cookies]);
  return { passkey, outcome: await auth.passkeys.add({ userId, credential }, { ...browser, cookie }) };
}

/** A new browser's login question, and the caller that answers it. */
function askForLogin(auth: Auth, caller: Caller = {}) {
  const question = auth.passkeys.askForLogin(caller);
  if (!question) throw new Error('the site asks for no passkey');
  return { options: question.options, caller: { ...caller, cookie: cookieHeader(question.cookies) } };
}

async function logIn(auth: Auth, passkey: SoftwarePasskey, lies: Lies = {}, caller: Caller = {}) {
  const asked = askForLogin(auth, caller);
  return auth.passkeys.logIn(signByPasskey(passkey, asked.options, lies), asked.caller);
}

eachDatabase('A passkey signs in to its account, with a new session', async ({ database }) => {
  const auth = openTestAuth(database);
  const { userId, cookies, passkey } = await withPasskey(auth);
  const { options, caller } = askForLogin(auth, { cookie: cookieHeader(cookies) });
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] });
  const all = { ...caller, cookie: `${cookieHeader(cookies)}; ${caller.cookie}` };
  const entered = await signedIn(auth.passkeys.logIn(signByPasskey(passkey, options), all));
  expect(userIdOf(await auth.findViewer(asking(entered)))).toBe(userId);
  expect(await auth.findViewer(asking(cookies))).toEqual({ kind: 'visitor' });
  const [own] = await auth.passkeys.list(userId);
  expect(own).toMatchObject({ name: 'Firefox on Windows', createdAt: NOW, lastUsedAt: NOW });
});

eachDatabase('A passkey does not reveal an address to the device', async ({ database }) => {
  const auth = openTestAuth(database);
  const { userId, passkey } = await withPasskey(auth);
  expect(Buffer.from(passkey.userHandle, 'base64url').toString()).toBe(userId);
  expect(userId).not.toContain('june');
});

eachDatabase('A passkey login with any wrong value is refused, and nothing changes', async ({ database }) => {
  const auth = openTestAuth(database);
  const { passkey } = await withPasskey(auth);
  const stranger = makePasskey((await questionOf(auth, database)).options).passkey;
  const lies: Lies[] = [
    { origin: 'https://evil.example' },
    { origin: 'http://localhost:3001' },
    { rpId: 'evil.example' },
    { challenge: 'AAAA' },
    { challenge: Buffer.alloc(54).toString('base64url') },
    { type: 'webauthn.create' },
    { crossOrigin: true },
    { isUserVerified: false },
    { userHandle: Buffer.from('somebody else').toString('base64url') },
    { signWith: stranger.privateKey },
    { credentialId: stranger.id },
  ];
  for (const lie of lies)
    expect([lie, await logIn(auth, passkey, lie)]).toEqual([lie, { kind: 'refused', problems: {} }]);
  for (const text of ['', '{}', '[]', 'null', `"${'x'.repeat(20_000)}"`, '{"id":"a","__proto__":{}}'])
    expect(await auth.passkeys.logIn(text, {})).toEqual({ kind: 'refused', problems: {} });
  expect(await logIn(auth, passkey)).toMatchObject({ kind: 'signedIn' });
});

async function questionOf(auth: Auth, database: Database) {
  const { id } = await database.write.selectFrom('site_user').select('id').executeTakeFirstOrThrow();
  const question = await auth.passkeys.askForNew({ userId: id, title: 'The Town' }, {});
  if (!question) throw new Error('the site asks for no passkey');
  return question;
}

eachDatabase(
  'A challenge works once, for five minutes, in the browser that got it, for its own purpose',
  async ({ database }) => {
    let now = NOW;
    const auth = openTestAuth(database, {}, () => now);
    const { userId, cookies, passkey } = await withPasskey(auth);
    const refused = { kind: 'refused', problems: {} };

    const { options, caller } = askForLogin(auth);
    const answer = signByPasskey(passkey, options);
    const both = await Promise.all([
      auth.passkeys.logIn(answer, caller),
      auth.passkeys.logIn(answer, caller),
    ]);
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['refused', 'signedIn']);
    expect(await auth.passkeys.logIn(answer, caller)).toEqual(refused);

    const late = askForLogin(auth);
    now += 5 * MINUTE_MS;
    expect(await auth.passkeys.logIn(signByPasskey(passkey, late.options), late.caller)).toEqual(refused);

    const [one, other] = [askForLogin(auth), askForLogin(auth)];
    expect(await auth.passkeys.logIn(signByPasskey(passkey, one.options), other.caller)).toEqual(refused);
    expect(await auth.passkeys.logIn(signByPasskey(passkey, one.options), {})).toEqual(refused);
    const again = signByPasskey(passkey, one.options);
    expect(await auth.passkeys.logIn(again, one.caller)).toMatchObject({ kind: 'signedIn' });

    const proof = await auth.passkeys.askForProof(userId, { cookie: cookieHeader(cookies) });
    if (!proof) throw new Error('the site asks for no passkey');
    const crossed = signByPasskey(passkey, proof.options);
    expect(await auth.passkeys.logIn(crossed, { cookie: cookieHeader(proof.cookies) })).toEqual(refused);

    const spent = () => database.write.selectFrom('passkey_challenge').selectAll().execute();
    expect(await spent()).not.toEqual([]);
    await purgeExpired(database.write, now + 5 * MINUTE_MS);
    expect(await spent()).toEqual([]);
  },
);

eachDatabase(
  'A signature counter that does not increase is refused, because there may be a copy',
  async ({ database }) => {
    const auth = openTestAuth(database);
    const { passkey } = await withPasskey(auth, june, { counter: 5 });
    for (const [counter, kind] of [
      [6, 'signedIn'],
      [9, 'signedIn'],
      [9, 'refused'],
      [7, 'refused'],
      [0, 'refused'],
      [10, 'signedIn'],
    ] as const)
      expect([counter, (await logIn(auth, passkey, { counter })).kind]).toEqual([counter, kind]);
  },
);

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
  expect(await auth.passkeys.list(userId)).toHaveLength(1);
});

eachDatabase('A passkey belongs to one account, and no other account can change it', async ({ database }) => {
  const auth = openTestAuth(database);
  const own = await withPasskey(auth);
  const other = await withPasskey(auth, { ...june, email: 'otto@example.org' });
  const { outcome } = await tryToAdd(auth, other, { credentialId: own.passkey.id });
  expect(outcome.kind).toBe('refused');
  const [listed] = await auth.passkeys.list(own.userId);
  const id = listed?.id ?? '';
  expect(await auth.passkeys.rename({ userId: other.userId, id, name: 'Mine now' })).toBe(false);
  expect(await auth.passkeys.remove({ userId: other.userId, id }, {})).toEqual({ kind: 'missing' });
  const proof = await auth.passkeys.askForProof(other.userId, {});
  if (!proof) throw new Error('the site asks for no passkey');
  const credential = signByPasskey(own.passkey, proof.options);
  const caller = { cookie: cookieHeader(proof.cookies) };
  const request = asking(other.cookies);
  expect(await auth.passkeys.prove({ request, userId: other.userId, credential }, caller)).toEqual({
    kind: 'wrong',
  });
  expect(await auth.passkeys.list(own.userId)).toEqual([listed]);
});

eachDatabase('R-17: a passkey confirms the user’s identity like a password', async ({ database }) => {
  let now = NOW;
  const auth = openTestAuth(database, {}, () => now);
  const { userId, cookies, passkey } = await withPasskey(auth);
  now += 11 * MINUTE_MS;
  const request = asking(cookies);
  expect(await auth.hasRecentProof(request)).toBe(false);
  const proof = await auth.passkeys.askForProof(userId, { cookie: cookieHeader(cookies) });
  if (!proof) throw new Error('the site asks for no passkey');
  expect(proof.options.allowCredentials?.map(({ id }) => id)).toEqual([passkey.id]);
  const credential = signByPasskey(passkey, proof.options);
  const caller = { cookie: cookieHeader([...cookies, ...proof.cookies]) };
  expect(await auth.passkeys.prove({ request, userId, credential }, caller)).toEqual({ kind: 'proved' });
  expect(await auth.hasRecentProof(request)).toBe(true);
});

eachDatabase(
  'R-08: removing a passkey ends every other session and link, and notifies the owner, as adding one does',
  async ({ database }) => {
    let now = NOW;
    const auth = openTestAuth(database, {}, () => now++);
    const here = await withPasskey(auth);
    await auth.followVerificationLink(await tokenMailedTo(database.read, june.email), undefined, {
      cookie: cookieHeader(here.cookies),
    });
    const cookies = await signedIn(auth.logIn(june));
    const elsewhere = await signedIn(logIn(auth, here.passkey));
    const second = await addPasskey(auth, { userId: here.userId, cookies });
    expect(await auth.findViewer(asking(elsewhere))).toMatchObject({ kind: 'member' });
    await auth.requestReset(june.email);
    const reset = await tokenMailedTo(database.read, june.email);
    const [first] = await auth.passkeys.list(here.userId);
    const caller = { cookie: cookieHeader(cookies) };
    const outcome = await auth.passkeys.remove({ userId: here.userId, id: first?.id ?? '' }, caller);
    if (outcome.kind !== 'removed') throw new Error(outcome.kind);
    expect(await auth.findViewer(asking(elsewhere))).toEqual({ kind: 'visitor' });
    expect(await auth.findViewer(asking(outcome.cookies))).toMatchObject({ kind: 'member' });
    expect(await auth.findResetLink(reset)).toEqual({ kind: 'dead' });
    expect(await logIn(auth, here.passkey)).toEqual({ kind: 'refused', problems: {} });
    expect(await logIn(auth, second)).toMatchObject({ kind: 'signedIn' });
    const kinds = (await listLetters(database.read, june.email)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind.startsWith('passkey'))).toEqual(['passkey-added', 'passkey-removed']);
  },
);

eachDatabase('The last way to log in cannot be removed', async ({ database }) => {
  const auth = openTestAuth(database);
  const { userId, cookies, passkey } = await withPasskey(auth);
  await database.write.deleteFrom('password').execute();
  const [only] = await auth.passkeys.list(userId);
  const removal = { userId, id: only?.id ?? '' };
  const caller = { cookie: cookieHeader(cookies) };
  expect(await auth.passkeys.remove(removal, caller)).toEqual({ kind: 'last' });
  expect(await logIn(auth, passkey)).toMatchObject({ kind: 'signedIn' });
  await addPasskey(auth, { userId, cookies: await signedIn(logIn(auth, passkey)) });
  expect(await auth.passkeys.remove(removal, {})).toMatchObject({ kind: 'removed' });
});

eachDatabase(
  'R-10: passkeys and codes of a claim are deleted with it, and when the address is verified with another password',
  async ({ database }) => {
    const auth = openTestAuth(database);
    // Mallory claims the address; its holder verifies it with a reset.
    const mallory = await withPasskey(auth);
    await auth.recovery.createCodes(mallory.userId);
    await auth.requestReset(june.email);
    const token = await tokenMailedTo(database.read, june.email);
    expect(await auth.resetPasswordByLink({ token, password: 'snow in November' })).toMatchObject({
      kind: 'done',
    });
    expect(await logIn(auth, mallory.passkey)).toEqual({ kind: 'refused', problems: {} });
    expect(await database.write.selectFrom('recovery_code').selectAll().execute()).toEqual([]);
    // Mallory claims another; its holder follows Mallory's own link and chooses a password.
    const otto = { ...june, email: 'otto@example.org' };
    const again = await withPasskey(auth, otto);
    const [code = ''] = await auth.recovery.createCodes(again.userId);
    const link = await tokenMailedTo(database.read, otto.email);
    expect(await auth.followVerificationLink(link, 'ocean in winter', {})).toMatchObject({
      kind: 'verified',
    });
    expect(await logIn(auth, again.passkey)).toEqual({ kind: 'refused', problems: {} });
    expect(
      await auth.recoverByCode({ email: otto.email, code, password: 'a password of mine' }),
    ).toMatchObject({ kind: 'refused' });
  },
);

eachDatabase('R-12: a passkey does not make its owner the administrator', async ({ database }) => {
  const auth = openTestAuth(database, { BELFRY_ADMIN_EMAIL: editor.email });
  const { passkey } = await withPasskey(auth, { ...june, email: editor.email });
  const cookies = await signedIn(logIn(auth, passkey));
  expect(await auth.findViewer(asking(cookies))).toMatchObject({ kind: 'member', isVerified: false });
});

eachDatabase(
  'R-04: failed logins with passkeys slow down the network, never the account',
  async ({ database }) => {
    const auth = openTestAuth(database, { TRUST_PROXY: '1' });
    const { passkey } = await withPasskey(auth);
    const bad = { signWith: makePasskey((await questionOf(auth, database)).options).passkey.privateKey };
    for (let i = 0; i < 25; i++)
      expect((await logIn(auth, passkey, bad, { address: '192.0.2.7' })).kind).toBe('refused');
    expect((await logIn(auth, passkey, {}, { address: '192.0.2.7' })).kind).toBe('slowed');
    expect((await logIn(auth, passkey, {}, { address: '192.0.2.8' })).kind).toBe('signedIn');
    // Nor do wrong passwords, which strangers can try.
    for (let i = 0; i < 12; i++)
      await auth.logIn({ email: june.email, password: `wrong ${i}` }, { address: `198.51.100.${i}` });
    expect((await auth.logIn(june, { address: '192.0.2.9' })).kind).toBe('slowed');
    expect((await logIn(auth, passkey, {}, { address: '192.0.2.9' })).kind).toBe('signedIn');
  },
);

eachDatabase('Passkeys work only at the public address', async ({ database }) => {
  const http = openTestAuth(database, { BELFRY_URL: 'http://town.example' });
  const numeric = openTestAuth(database, { BELFRY_URL: 'https://192.0.2.1' });
  for (const auth of [http, numeric]) {
    expect(auth.passkeys.isPossible).toBe(false);
    expect(auth.passkeys.askForLogin({})).toBeUndefined();
  }
  const { userId, passkey } = await withPasskey(openTestAuth(database));
  const moved = openTestAuth(database, { BELFRY_URL: 'https://www.town.example' });
  expect(moved.passkeys.askForLogin({})?.options.rpId).toBe('www.town.example');
  expect(moved.passkeys.askForLogin({})?.cookies.join()).toContain('__Host-belfry-passkey=');
  expect(await moved.passkeys.list(userId)).toMatchObject([{ otherHost: 'localhost' }]);
  const truth = { origin: 'https://www.town.example', rpId: 'www.town.example' };
  expect(await logIn(moved, passkey, truth)).toEqual({ kind: 'refused', problems: {} });
});
