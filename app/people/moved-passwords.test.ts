import crypto from 'node:crypto';
import { syncBuiltinESMExports } from 'node:module';
import { expect } from 'vitest';
import { addUser } from '#app/people/accounts/user-store.server.ts';
import { claimAddress, proveAddress } from '#app/people/addresses/address-ownership.server.ts';
import { firebaseHashOf, methodPrefixOf } from '#app/people/passwords/foreign-hash.ts';
import { changePassword, proveByPassword } from '#app/people/passwords/own-password.server.ts';
import {
  findPassword,
  listForeignSamples,
  savePassword,
} from '#app/people/passwords/password-store.server.ts';
import { findViewer } from '#app/people/sessions/browser-session.server.ts';
import { logIn, register } from '#app/people/sign-in/sign-in.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { anyDatabase, eachDatabase, longOnPostgres } from '../../tests/each-database.ts';
import { asking, june, NOW, openTestAuth, SECRET, signedIn, userIdOf } from '../../tests/people.ts';

// As Firebase's console shows them; the first account is the published test vector of github.com/firebase/scrypt.
const config = {
  signerKey: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
  saltSeparator: 'Bw==',
  rounds: 8,
  memCost: 14,
};
const firebase = [
  [
    'user1password',
    '42xEC+ixf3L2lw==',
    'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  ],
  [
    'pässwörd–日本語🔑',
    '21Yb1FQZxP+vJw==',
    'hcK56o/WaXgFVVtyqYzRhNbwcOI+cjvJIVCeCUlKbshD/T2BY7Ojj19fvE3/j/cxXWN/QzPUs9Llh2lz0VBR3Q==',
  ],
  [
    '123456',
    'SqhZHV9E10V9/Q==',
    '9P7J/Q7AC/nb1kuRBHHiN9v88SfQ4mcqx2PTOCsu52+v87uPfbHtFd6OYri7G9fgcn/bQ8ZhLy8ggUUVYnI2JA==',
  ],
  [
    ' leading and trailing ',
    'gQRYSJ1559248w==',
    'jNuqu+zWJbLRNXB/BhlYs/m9YWhRusd/ZhJgswFplszRlQrlSmjuQYAYxCtnIt+mNTwtH7T07787B0vogQmgOw==',
  ],
] as const;

/** Made by PHP 8.2, except the published vectors of phpass and of hashcat. */
const others = [
  ['test12345', '$P$9IQRaTwmfeRo7ud9Fh4E2PdI0S3r.L0'],
  [' pässwörd–日本語 ', '$P$BmIxFvQwzcKTIZCg3iVPVJxgg0Doi.1'],
  ['hashcat', '$H$984478476IagS59wHZvyQMArzfx58u.'],
  ['a brook in May', '$2y$05$ersy2b7QCdXRz7D9hc2Z.OYQEqW9cmKNMYEFVVsr9ItKhZ0UfxGO6'],
  ['a brook in May', '$2a$05$ersy2b7QCdXRz7D9hc2Z.OYQEqW9cmKNMYEFVVsr9ItKhZ0UfxGO6'],
  ['pässwörd🔑', '$2b$05$TNZGaZSfN12Mltv56QYEJOZKApZXc4Mxdwn8Z990TKxTA1DKsaWOG'],
  [' a brook in May ', '$wp$2y$05$2Xicd4vk11AGfkrweF3NDeHyd8BBsmAZgwDY9kqJ5ZE12Mdb04MYu'],
  [`${'x'.repeat(100)}a`, '$wp$2y$05$OGv93vTQgfdF71WYNSPlt.Sbr5ErZSLTeycZ2ecdA6ezJgLNZBJ8K'],
  ["o'hara \\ more", '$P$BmIxFvQwzYJjXIN9CbYh02o0dgcuOb0'],
] as const;

const moved: [password: string, hash: string][] = [
  ...firebase.map(([password, salt, passwordHash]): [string, string] => [
    password,
    firebaseHashOf({ passwordHash, salt }, config) ?? '',
  ]),
  ...others.map(([password, hash]): [string, string] => [password, hash]),
];

/** An account as an import creates it. */
async function moveAccount(db: WriteDb, hash: string, email = june.email, isVerified = true) {
  const userId = await addUser(db, { newsletterOptIn: false, now: NOW });
  const owning = { userId, address: email, now: NOW, secret: SECRET };
  await (isVerified ? proveAddress(db, owning) : claimAddress(db, owning));
  await savePassword(db, { userId, hash, now: NOW });
  return userId;
}

const ARGON2 = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;

longOnPostgres(
  'R-01: a password of another system opens its account, and is stored as argon2id from the first login on',
  async ({ database }) => {
    const auth = openTestAuth(database);
    for (const [n, [password, hash]] of moved.entries()) {
      const email = `person${n}@example.org`;
      const userId = await moveAccount(database.write, hash, email, n % 2 === 0);
      const wrong = await logIn(auth, { email, password: `${password}x` });
      expect([hash, wrong.kind]).toEqual([hash, 'refused']);
      expect((await findPassword(database.write, userId))?.hash).toBe(hash);
      const viewer = await findViewer(auth, asking(await signedIn(logIn(auth, { email, password }))));
      expect([hash, userIdOf(viewer)]).toEqual([hash, userId]);
      expect((await findPassword(database.write, userId))?.hash).toMatch(ARGON2);
      await signedIn(logIn(auth, { email, password }));
    }
    expect(await listForeignSamples(database.write)).toEqual([]);
  },
  ['app/people/passwords'],
);

eachDatabase(
  'Two browsers that log in for the first time at the same moment both succeed',
  async ({ database }) => {
    const auth = openTestAuth(database);
    const [password, hash] = moved[0] as [string, string];
    await moveAccount(database.write, hash);
    const both = await Promise.all([1, 2].map(() => logIn(auth, { email: june.email, password })));
    expect(both.map(({ kind }) => kind)).toEqual(['signedIn', 'signedIn']);
  },
);

anyDatabase('Registering with the password of a moved account logs in to it', async ({ database }) => {
  const auth = openTestAuth(database);
  const [password, hash] = moved[0] as [string, string];
  const userId = await moveAccount(database.write, hash);
  const viewer = await findViewer(auth, asking(await signedIn(register(auth, { ...june, password }))));
  expect(userIdOf(viewer)).toBe(userId);
  expect((await findPassword(database.write, userId))?.hash).toMatch(ARGON2);
});

eachDatabase(
  'Where a logged-in user is asked again, a password of another system counts and is rehashed',
  async ({ database }) => {
    const auth = openTestAuth(database);
    const [password, hash] = moved[0] as [string, string];
    const userId = await moveAccount(database.write, hash);
    const cookies = await signedIn(logIn(auth, { email: june.email, password }));
    // As after a later import into the same row.
    await savePassword(database.write, { userId, hash, now: NOW });
    expect(await proveByPassword(auth, { request: asking(cookies), userId, password: 'wrong' })).toEqual({
      kind: 'wrong',
    });
    expect((await findPassword(database.write, userId))?.hash).toBe(hash);
    expect(await proveByPassword(auth, { request: asking(cookies), userId, password })).toEqual({
      kind: 'proved',
    });
    expect((await findPassword(database.write, userId))?.hash).toMatch(ARGON2);
    await savePassword(database.write, { userId, hash, now: NOW });
    const change = { currentPassword: password, newPassword: 'river in spring' };
    expect(await changePassword(auth, userId, change)).toMatchObject({ kind: 'changed' });
    await signedIn(logIn(auth, { email: june.email, password: 'river in spring' }));
    expect(await logIn(auth, { email: june.email, password })).toMatchObject({ kind: 'refused' });
  },
);

anyDatabase(
  'R-05: while accounts with hashes of another system exist, every login computes one of each method',
  async ({ database }) => {
    const auth = openTestAuth(database);
    const [, hash] = moved[0] as [string, string];
    await moveAccount(database.write, hash, 'moved@example.org');
    await moveAccount(database.write, moved[1]?.[1] ?? '', 'another@example.org');
    await register(auth, june);
    using computed = countScrypt();
    for (const email of [june.email, 'nobody@example.org', 'moved@example.org', 'not an address']) {
      expect(await logIn(auth, { email, password: 'not this one' })).toMatchObject({ kind: 'refused' });
      expect([email, computed.count()]).toEqual([email, 1]);
    }
  },
);

anyDatabase('However many accounts were moved, one hash of each method is read', async ({ database }) => {
  for (const [n, [, hash]] of [...moved, ...moved].entries())
    await moveAccount(database.write, hash, `person${n}@example.org`);
  const samples = await listForeignSamples(database.write);
  expect(samples.map((sample) => methodPrefixOf(sample)).sort()).toEqual(
    [...new Set(moved.map(([, hash]) => methodPrefixOf(hash)))].sort(),
  );
  expect(samples).toHaveLength(8);
});

anyDatabase(
  'R-02: a stored hash with absurd parameters matches nothing and costs nothing',
  async ({ database }) => {
    const auth = openTestAuth(database);
    const [password, hash] = moved[0] as [string, string];
    await moveAccount(database.write, hash.replace('ln=14', 'ln=30'));
    await moveAccount(
      database.write,
      '$2y$31$ersy2b7QCdXRz7D9hc2Z.OYQEqW9cmKNMYEFVVsr9ItKhZ0UfxGO6',
      'may@example.org',
    );
    expect(await listForeignSamples(database.write)).toEqual([]);
    expect(await logIn(auth, { email: june.email, password })).toMatchObject({ kind: 'refused' });
    expect(await logIn(auth, { email: 'may@example.org', password: 'a brook in May' })).toMatchObject({
      kind: 'refused',
    });
  },
);

/** How often Node computed scrypt since it was asked last. */
function countScrypt() {
  const { scrypt } = crypto;
  let calls = 0;
  crypto.scrypt = ((...all: Parameters<typeof scrypt>) => {
    calls++;
    return scrypt(...all);
  }) as typeof scrypt;
  syncBuiltinESMExports();
  return {
    count() {
      const counted = calls;
      calls = 0;
      return counted;
    },
    [Symbol.dispose]() {
      crypto.scrypt = scrypt;
      syncBuiltinESMExports();
    },
  };
}
