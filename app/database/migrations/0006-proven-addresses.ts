import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Capabilities } from '../capabilities.ts';

// biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the living table types
type AnyDb = Kysely<any>;

/**
 * An address belongs to who proved it: accounts, proven and claimed addresses, passwords, identities, sessions, proofs
 * by mail and counters get tables of their own. Accounts move over; everybody signs in anew, once.
 */
export function createProvenAddresses({ orderedText, bigInteger }: Capabilities): Migration {
  const reference = (name: string) => (db: AnyDb) =>
    db.schema
      .createTable(name)
      .addColumn('userId', orderedText, (column) =>
        column.notNull().references('site_user.id').onDelete('cascade'),
      );

  async function createAccounts(db: AnyDb): Promise<void> {
    await db.schema
      .createTable('site_user')
      .addColumn('id', orderedText, (column) => column.primaryKey().notNull())
      .addColumn('newsletterOptIn', 'integer', (column) => column.notNull())
      .addColumn('createdAt', bigInteger, (column) => column.notNull())
      .execute();
    await reference('verified_address')(db)
      .addColumn('address', orderedText, (column) => column.primaryKey().notNull())
      .addColumn('provedAt', bigInteger, (column) => column.notNull())
      .addUniqueConstraint('verified_address_of_user', ['userId'])
      .execute();
    await reference('address_claim')(db)
      .addColumn('address', orderedText, (column) => column.notNull())
      .addColumn('createdAt', bigInteger, (column) => column.notNull())
      .addPrimaryKeyConstraint('address_claim_of_user', ['userId'])
      .execute();
    await db.schema.createIndex('address_claim_by_address').on('address_claim').column('address').execute();
    await reference('password')(db)
      .addColumn('hash', 'text', (column) => column.notNull())
      .addColumn('createdAt', bigInteger, (column) => column.notNull())
      .addPrimaryKeyConstraint('password_of_user', ['userId'])
      .execute();
    await reference('identity')(db)
      .addColumn('issuer', orderedText, (column) => column.notNull())
      .addColumn('subject', orderedText, (column) => column.notNull())
      .addColumn('createdAt', bigInteger, (column) => column.notNull())
      .addPrimaryKeyConstraint('identity_of_issuer', ['issuer', 'subject'])
      .execute();
    await db.schema.createIndex('identity_by_user').on('identity').column('userId').execute();
  }

  async function createSessions(db: AnyDb): Promise<void> {
    await reference('session')(db)
      .addColumn('tokenHash', orderedText, (column) => column.primaryKey().notNull())
      .addColumn('createdAt', bigInteger, (column) => column.notNull())
      .addColumn('lastSeenAt', bigInteger, (column) => column.notNull())
      .addColumn('provedAt', bigInteger, (column) => column.notNull())
      .execute();
    await db.schema.createIndex('session_by_user').on('session').column('userId').execute();
    await db.schema
      .createTable('address_proof')
      .addColumn('tokenHash', orderedText, (column) => column.primaryKey().notNull())
      .addColumn('kind', 'text', (column) => column.notNull())
      .addColumn('address', orderedText, (column) => column.notNull())
      .addColumn('userId', orderedText, (column) => column.references('site_user.id').onDelete('cascade'))
      .addColumn('expiresAt', bigInteger, (column) => column.notNull())
      .execute();
    await db.schema.createIndex('address_proof_by_address').on('address_proof').column('address').execute();
    await db.schema.createIndex('address_proof_by_user').on('address_proof').column('userId').execute();
    await db.schema
      .createTable('throttle')
      .addColumn('subject', orderedText, (column) => column.primaryKey().notNull())
      .addColumn('tries', 'integer', (column) => column.notNull())
      .addColumn('blockedUntil', bigInteger, (column) => column.notNull())
      .addColumn('expiresAt', bigInteger, (column) => column.notNull())
      .execute();
  }

  async function up(db: AnyDb): Promise<void> {
    await db.schema.dropTable('session').execute();
    await createAccounts(db);
    await createSessions(db);
    await moveAccounts(db);
    for (const table of ['account', 'verification', 'users']) await db.schema.dropTable(table).execute();
  }

  return { up };
}

async function moveAccounts(db: AnyDb): Promise<void> {
  for (const user of await db.selectFrom('users').selectAll().execute()) {
    const { id: userId, email: address } = user;
    const createdAt = new Date(user.createdAt).getTime();
    const newsletterOptIn = user.newsletterOptIn ? 1 : 0;
    await db.insertInto('site_user').values({ id: userId, newsletterOptIn, createdAt }).execute();
    const [table, instant] = user.emailVerified
      ? ['verified_address', 'provedAt']
      : ['address_claim', 'createdAt'];
    await db
      .insertInto(table)
      .values({ userId, address, [instant]: createdAt })
      .execute();
  }
  for (const way of await db.selectFrom('account').selectAll().execute()) {
    const { userId, providerId: issuer, accountId: subject, password: hash } = way;
    const createdAt = new Date(way.createdAt).getTime();
    if (hash) await db.insertInto('password').values({ userId, hash, createdAt }).execute();
    else await db.insertInto('identity').values({ userId, issuer, subject, createdAt }).execute();
  }
}
