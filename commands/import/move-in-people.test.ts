import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { collections } from '#app/collections.server.ts';
import { addSubscriber, setState } from '#app/newsletter/subscribers/subscriber-store.server.ts';
import { syncMembers } from '#app/newsletter/subscribers/sync-members.server.ts';
import { addUser, findHolder } from '#app/people/accounts/user-store.server.ts';
import { claimAddress, proveAddress } from '#app/people/addresses/address-ownership.server.ts';
import { createAdministrator } from '#app/people/administrator/administrator.server.ts';
import { openAuth } from '#app/people/auth-context.server.ts';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import { auditRowOf } from '#app/town/activity/audit-log.server.ts';
import { anyDatabase, eachDatabase, type TestDatabase } from '../../tests/each-database.ts';
import { environmentOf, NOW } from '../../tests/operator.ts';
import { some, typeImport } from '../../tests/typed-import.ts';

const SECRET = 's'.repeat(40);

const HASH_CONFIG = `hash_config {
  algorithm: SCRYPT,
  base64_signer_key: jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==,
  base64_salt_separator: Bw==,
  rounds: 8,
  mem_cost: 14,
}`;

/** The published test vector of Firebase's scrypt. */
const anna = {
  ...{ localId: 'anna', email: 'Anna@Example.org', emailVerified: true, createdAt: '1700000000000' },
  displayName: 'Anna Berg',
  passwordHash: 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==',
  salt: '42xEC+ixf3L2lw==',
};

function openAuthOf(t: TestDatabase) {
  return openAuth(t.database, readSettings(environmentOf(t)), SECRET, () => NOW);
}

function article() {
  return {
    title: 'The mill reopens',
    pubDate: '2025-03-01T12:00:00Z',
    description: '<p>After ten years.</p>',
  };
}

/** The same with the console's password hash parameters. */
async function moveWithHash(t: TestDatabase, files: Record<string, unknown>) {
  await using folder = await mkdtempDisposable(join(tmpdir(), 'belfry-hash-'));
  const path = join(folder.path, 'hash.txt');
  await writeFile(path, HASH_CONFIG);
  return await typeImport(t, files, ['--hash-config', path]);
}

eachDatabase('accounts keep their passwords, logins and consent, and nobody gets an email', async (t) => {
  const { read, write } = t.database;
  const consentAt = Date.parse('2024-05-06T07:08:09Z');
  const google = { providerId: 'google.com', rawId: '42', email: 'g@gmail.com' };
  const accounts = [
    anna,
    { localId: 'g', email: 'g@gmail.com', emailVerified: true, providerUserInfo: [google] },
    { localId: 'off', email: 'off@example.org', emailVerified: true, disabled: true },
    { localId: 'open', email: 'open@example.org', emailVerified: false, displayName: 'a@example.org' },
    { localId: 'gone', email: 'gone@example.org', emailVerified: true },
  ];
  const agreed = { newsletterOptIn: true, createdAt: new Date(consentAt).toISOString() };
  const users = Object.fromEntries(['anna', 'open', 'gone'].map((id) => [id, agreed]));
  const adding = { email: 'gone@example.org', consent: { source: 'Fair', at: NOW } };
  const { id: gone = '' } = await addSubscriber(write, adding, NOW);
  await setState(write, gone, 'unsubscribed', 'link', NOW);
  const { result, printed } = await moveWithHash(t, {
    'town.json': { users },
    'auth.json': { users: accounts },
  });
  expect(some(result.moved)).toEqual({ users: 5 });
  expect(printed).toContain(
    'accounts: 1 with their password, 1 with Google, 3 need a new password, 1 disabled',
  );
  expect(printed).toContain(
    'newsletter: 1 subscribed, 1 wait until they confirm their address, 1 stay off the list',
  );
  const consents = async () => {
    await syncMembers(write, NOW);
    const rows = await read
      .selectFrom('newsletter_subscriber')
      .select(['address', 'consentAt'])
      .where('state', '=', 'active')
      .orderBy('address')
      .execute();
    return rows.map((row) => [row.address, row.consentAt]);
  };
  expect(await consents()).toEqual([['anna@example.org', consentAt]]);
  // The other one subscribes by confirming the address.
  const claim = await read
    .selectFrom('address_claim')
    .select(['userId', 'address'])
    .executeTakeFirstOrThrow();
  await write.transaction().execute((db) => proveAddress(db, { ...claim, now: NOW, secret: SECRET }));
  expect(await consents()).toEqual([
    ['anna@example.org', consentAt],
    ['open@example.org', consentAt],
  ]);
  const identities = await read.selectFrom('identity').select(['issuer', 'subject']).execute();
  expect(identities).toEqual([{ issuer: 'https://accounts.google.com', subject: '42' }]);
  const named = await read.selectFrom('site_user').select('name').where('name', 'is not', null).execute();
  expect(named).toEqual([{ name: 'Anna Berg' }]);
  const disabled = await read
    .selectFrom('site_user')
    .select('id')
    .where('disabledAt', 'is not', null)
    .execute();
  expect(disabled).toHaveLength(1);
  expect(await read.selectFrom('mail').select('id').execute()).toEqual([]);
  const [row] = await read.selectFrom('move_in').select('options').execute();
  expect(row?.options).not.toContain('jxspr8Ki0RYycVU8');
});

anyDatabase('accounts and profiles of later files complete each other, in any order', async (t) => {
  const { read, write } = t.database;
  const off = { localId: 'off', email: 'off@example.org', emailVerified: true, disabled: true };
  const accounts = { 'auth.json': { users: [anna, off] } };
  const users = {
    anna: { email: 'anna@example.org', newsletterOptIn: true },
    off: { email: 'off@example.org' },
  };
  const moved = [
    await typeImport(t, { 'town.json': { users } }),
    await moveWithHash(t, accounts),
    await moveWithHash(t, accounts),
  ];
  expect(moved.map(({ result }) => some(result.moved))).toEqual([{ users: 2 }, { users: 2 }, {}]);
  const hashes = await read.selectFrom('password').select('hash').execute();
  expect(hashes.map(({ hash }) => hash.slice(0, 17))).toEqual(['$firebase-scrypt$']);
  const disabled = await read
    .selectFrom('site_user')
    .select('id')
    .where('disabledAt', 'is not', null)
    .execute();
  expect([disabled.length, await listActive(t)]).toEqual([1, ['anna@example.org']]);
  // The accounts first.
  await write.deleteFrom('site_user').execute();
  await write.deleteFrom('moved_item').execute();
  await write.deleteFrom('newsletter_subscriber').execute();
  await moveWithHash(t, accounts);
  expect(await listActive(t)).toEqual([]);
  await typeImport(t, { 'town.json': { users } });
  expect(await listActive(t)).toEqual(['anna@example.org']);
});

anyDatabase(
  'the parameters of passwords can come later, for accounts that nobody has used here',
  async (t) => {
    const { read } = t.database;
    const accounts = { 'auth.json': { users: [anna] } };
    const first = await typeImport(t, accounts);
    // A login that was refused is no use.
    const { id = '' } = await read.selectFrom('site_user').select('id').executeTakeFirstOrThrow();
    const refused = { actor: { kind: 'visitor', id }, action: 'sign-in-refused', at: NOW } as const;
    await t.database.write
      .insertInto('audit_entry')
      .values({ ...auditRowOf(refused), id: 'refused' })
      .execute();
    const moved = [first, await moveWithHash(t, accounts), await moveWithHash(t, accounts)];
    expect(moved.map(({ result }) => some(result.moved))).toEqual([{ users: 1 }, { users: 1 }, {}]);
    const { hash } = await read.selectFrom('password').select('hash').executeTakeFirstOrThrow();
    expect(hash).toMatch(/^\$firebase-scrypt\$/);
  },
);

async function listActive({ database: { read, write } }: TestDatabase) {
  await syncMembers(write, NOW);
  const rows = await read
    .selectFrom('newsletter_subscriber')
    .select('address')
    .where('state', '=', 'active')
    .execute();
  return rows.map(({ address }) => address);
}

eachDatabase('an account that is here, and the administrator, stay as they are', async (t) => {
  const { read, write } = t.database;
  await createAdministrator(openAuthOf(t), {
    email: 'admin@example.org',
    password: 'a long enough password',
  });
  const claimant = await addUser(write, { newsletterOptIn: false, now: NOW });
  await claimAddress(write, { userId: claimant, address: 'anna@example.org', now: NOW });
  const admin = { ...anna, localId: 'admin', email: 'ADMIN@example.org' };
  const { result, complained } = await moveWithHash(t, { 'auth.json': { users: [anna, admin] } });
  expect(some(result.skipped)).toEqual({ users: 2 });
  expect(complained.filter((line) => line.includes('There is already an account'))).toHaveLength(2);
  const hashes = await read.selectFrom('password').select('hash').execute();
  expect(hashes.every(({ hash }) => hash.startsWith('$argon2'))).toBe(true);
});

anyDatabase('R-12 the address of an account never comes from a profile', async (t) => {
  const { read } = t.database;
  const victim = 'victim@example.org';
  const account = {
    ...{ localId: 'm1', email: 'mallory@example.org', emailVerified: true, createdAt: '1700000000000' },
    providerUserInfo: [{ providerId: 'google.com', rawId: '1122334455', email: 'mallory@example.org' }],
  };
  const files = {
    'town.json': {
      users: {
        m1: { email: victim, newsletterOptIn: true },
        m2: { email: 'only@example.org', newsletterOptIn: true },
      },
    },
    'auth.json': { users: [account] },
  };
  const { result, complained } = await typeImport(t, files);
  expect(some(result.moved)).toEqual({ users: 2 });
  expect(complained.join()).toContain('The profile has another address than the account');
  const held = await read.selectFrom('verified_address').select('address').execute();
  expect(held).toEqual([{ address: 'mallory@example.org' }]);
  const claimed = await read.selectFrom('address_claim').select('address').execute();
  expect(claimed).toEqual([{ address: 'only@example.org' }]);
  const subscribers = await read.selectFrom('newsletter_subscriber').select('address').execute();
  expect(subscribers).toEqual([{ address: 'mallory@example.org' }]);
  // A person who becomes the administrator does not keep logins that came from a file.
  const auth = openAuthOf(t);
  const password = 'a long enough password for it';
  const made = await createAdministrator(auth, { email: 'mallory@example.org', password });
  expect(made).toMatchObject({ kind: 'created' });
  expect(await read.selectFrom('identity').select('subject').execute()).toEqual([]);
});

eachDatabase(
  'an undo brings back what was replaced, and accounts that were here keep what they chose',
  async (t) => {
    const { read, write } = t.database;
    const ours = { id: 'a1', sourceId: 's', sourceName: 'S', title: 'Ours', description: '<p>Ours.</p>' };
    const links = { link: 'https://example.org/', sourceUrl: 'https://example.org/' };
    await collections.articles.store.save(
      write,
      { ...ours, ...links, pubDate: NOW - 1000 },
      { now: NOW - 1000 },
    );
    const userId = await addUser(write, { newsletterOptIn: false, now: NOW - 1000 });
    await write
      .transaction()
      .execute((db) =>
        proveAddress(db, { userId, address: 'june@example.org', now: NOW - 1000, secret: SECRET }),
      );
    const june = { localId: 'j', email: 'june@example.org', emailVerified: true };
    const files = {
      'town.json': {
        articles: { a1: article() },
        users: { j: { email: june.email, newsletterOptIn: true } },
      },
      'auth.json': { users: [june] },
    };
    const { id, result } = await typeImport(t, files, ['--choice', 'same-id=replace']);
    expect([some(result.moved), some(result.skipped)]).toEqual([{ articles: 1 }, { users: 1 }]);
    const state = async () => {
      await syncMembers(write, NOW);
      const subscribers = await read.selectFrom('newsletter_subscriber').select('state').execute();
      return [(await collections.articles.store.find(read, 'a1')).title, subscribers.map((one) => one.state)];
    };
    expect(await state()).toEqual(['The mill reopens', []]);
    await typeImport(t, [], ['--undo', id]);
    expect(await state()).toEqual(['Ours', []]);
    expect((await findHolder(read, june.email))?.id).toBe(userId);
  },
);
