import type { Kysely } from 'kysely';
import { expect } from 'vitest';
import { eachDatabase } from '../../tests/each-database.ts';
import { june, openTestAuth } from '../../tests/people.ts';
import { createAccounts } from './migrations/0002-accounts.ts';
import { createProvenAddresses } from './migrations/0006-proven-addresses.ts';

// biome-ignore lint/suspicious/noExplicitAny: these tables are no more
type OldDb = Kysely<any>;

const HASH = '$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc';

eachDatabase(
  'accounts move over with their address, proven or claimed, their password and their identity',
  async ({ database }) => {
    const { write, capabilities } = database;
    const db: OldDb = write;
    await dropAccounts(db, capabilities.dialect === 'postgres');
    await createAccounts(capabilities).up(db);
    await fillOldTables(db, capabilities.dialect === 'sqlite');
    await createProvenAddresses(capabilities).up(db);
    const auth = openTestAuth(database, { BELFRY_ADMIN_EMAIL: 'editor@example.org' });
    expect(await auth.hasAdministrator()).toBe(true);
    expect(await auth.logIn({ email: 'editor@example.org', password: 'password' })).toMatchObject({
      kind: 'signedIn',
    });
    const ids = ['1', '2'];
    const profiles = await Promise.all(ids.map((id) => auth.exportProfile(id)));
    expect(profiles).toMatchObject([
      { email: 'editor@example.org', emailVerified: true, newsletterOptIn: true },
      { email: june.email, emailVerified: false, newsletterOptIn: false },
    ]);
    expect(profiles[1]?.signInMethods).toEqual([
      { method: 'https://accounts.example', createdAt: '2026-11-20T12:00:00.000Z' },
    ]);
    const names = (await write.introspection.getTables()).map(({ name }) => name);
    for (const table of ['users', 'account', 'verification']) expect(names).not.toContain(table);
  },
);

/** `cascade` also drops what in later tables refers to them, which PostgreSQL asks for. */
async function dropAccounts(db: OldDb, cascade: boolean): Promise<void> {
  const tables = ['session', 'identity', 'password', 'address_claim', 'verified_address', 'address_proof'];
  for (const table of [...tables, 'throttle', 'site_user', 'setup_link']) {
    const drop = db.schema.dropTable(table);
    await (cascade ? drop.cascade() : drop).execute();
  }
}

async function fillOldTables(db: OldDb, isSqlite: boolean): Promise<void> {
  const at = isSqlite ? '2026-11-20T12:00:00.000Z' : new Date('2026-11-20T12:00:00.000Z');
  const truth = (value: boolean) => (isSqlite ? Number(value) : value);
  const times = { createdAt: at, updatedAt: at };
  const people = [
    { id: '1', email: 'editor@example.org', emailVerified: truth(true), newsletterOptIn: truth(true) },
    { id: '2', email: june.email, emailVerified: truth(false), newsletterOptIn: truth(false) },
  ];
  await db
    .insertInto('users')
    .values(people.map((person) => ({ ...person, name: '', ...times })))
    .execute();
  const ways = [
    { id: 'a', userId: '1', providerId: 'credential', accountId: '1', password: HASH },
    { id: 'b', userId: '2', providerId: 'https://accounts.example', accountId: 'june', password: null },
  ];
  await db
    .insertInto('account')
    .values(ways.map((way) => ({ ...way, ...times })))
    .execute();
  const session = { id: 's', token: 't', userId: '1', expiresAt: at, ...times };
  await db.insertInto('session').values(session).execute();
}
