import { expect } from 'vitest';
import { listOwnPasskeys } from '#app/people/accounts/own-passkeys.server.ts';
import { purgeExpired } from '#app/people/accounts/purge-expired.server.ts';
import { findViewer, hasRecentProof } from '#app/people/sessions/browser-session.server.ts';
import { askForProof, logInByPasskey, proveByPasskey } from '#app/people/sign-in/passkey-sign-in.server.ts';
import { eachDatabase } from '../../tests/each-database.ts';
import { askBrowser, logInWithPasskey, questionOf, withPasskey } from '../../tests/passkey-owners.ts';
import { asking, cookieHeader, june, NOW, openTestAuth, signedIn, userIdOf } from '../../tests/people.ts';
import { type Lies, makePasskey, signByPasskey } from '../../tests/software-authenticator.ts';

const MINUTE_MS = 60_000;

eachDatabase('A passkey logs in to its account, with a new session', async ({ database }) => {
  const auth = openTestAuth(database);
  const { userId, cookies, passkey } = await withPasskey(auth);
  const { options, caller } = askBrowser(auth, { cookie: cookieHeader(cookies) });
  expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] });
  const all = { ...caller, cookie: `${cookieHeader(cookies)}; ${caller.cookie}` };
  const entered = await signedIn(logInByPasskey(auth, signByPasskey(passkey, options), all));
  expect(userIdOf(await findViewer(auth, asking(entered)))).toBe(userId);
  expect(await findViewer(auth, asking(cookies))).toEqual({ kind: 'visitor' });
  const [own] = await listOwnPasskeys(auth, userId);
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
    expect([lie, await logInWithPasskey(auth, passkey, lie)]).toEqual([
      lie,
      { kind: 'refused', problems: {} },
    ]);
  for (const text of ['', '{}', '[]', 'null', `"${'x'.repeat(20_000)}"`, '{"id":"a","__proto__":{}}'])
    expect(await logInByPasskey(auth, text, {})).toEqual({ kind: 'refused', problems: {} });
  expect(await logInWithPasskey(auth, passkey)).toMatchObject({ kind: 'signedIn' });
});

eachDatabase(
  'A challenge works once, for five minutes, in the browser that got it, for its own purpose',
  async ({ database }) => {
    let now = NOW;
    const auth = openTestAuth(database, {}, () => now);
    const { userId, cookies, passkey } = await withPasskey(auth);
    const refused = { kind: 'refused', problems: {} };

    const { options, caller } = askBrowser(auth);
    const answer = signByPasskey(passkey, options);
    const both = await Promise.all([
      logInByPasskey(auth, answer, caller),
      logInByPasskey(auth, answer, caller),
    ]);
    expect(both.map(({ kind }) => kind).toSorted()).toEqual(['refused', 'signedIn']);
    expect(await logInByPasskey(auth, answer, caller)).toEqual(refused);

    const late = askBrowser(auth);
    now += 5 * MINUTE_MS;
    expect(await logInByPasskey(auth, signByPasskey(passkey, late.options), late.caller)).toEqual(refused);

    const [one, other] = [askBrowser(auth), askBrowser(auth)];
    expect(await logInByPasskey(auth, signByPasskey(passkey, one.options), other.caller)).toEqual(refused);
    expect(await logInByPasskey(auth, signByPasskey(passkey, one.options), {})).toEqual(refused);
    const again = signByPasskey(passkey, one.options);
    expect(await logInByPasskey(auth, again, one.caller)).toMatchObject({ kind: 'signedIn' });

    const proof = await askForProof(auth, userId, { cookie: cookieHeader(cookies) });
    if (!proof) throw new Error('the site asks for no passkey');
    const crossed = signByPasskey(passkey, proof.options);
    expect(await logInByPasskey(auth, crossed, { cookie: cookieHeader(proof.cookies) })).toEqual(refused);

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
      expect([counter, (await logInWithPasskey(auth, passkey, { counter })).kind]).toEqual([counter, kind]);
  },
);

eachDatabase('R-17: a passkey confirms the user’s identity like a password', async ({ database }) => {
  let now = NOW;
  const auth = openTestAuth(database, {}, () => now);
  const { userId, cookies, passkey } = await withPasskey(auth);
  now += 11 * MINUTE_MS;
  const request = asking(cookies);
  expect(await hasRecentProof(auth, request)).toBe(false);
  const proof = await askForProof(auth, userId, { cookie: cookieHeader(cookies) });
  if (!proof) throw new Error('the site asks for no passkey');
  expect(proof.options.allowCredentials?.map(({ id }) => id)).toEqual([passkey.id]);
  const credential = signByPasskey(passkey, proof.options);
  const caller = { cookie: cookieHeader([...cookies, ...proof.cookies]) };
  expect(await proveByPasskey(auth, { request, userId, credential }, caller)).toEqual({ kind: 'proved' });
  expect(await hasRecentProof(auth, request)).toBe(true);
});
