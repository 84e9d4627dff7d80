import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Capabilities } from '../capabilities.ts';

/** Users with their sign-in methods and sessions, as the accounts library wants them, and the one-time set-up link. */
export function createAccounts({ orderedText, bigInteger, authDate, authBoolean }: Capabilities): Migration {
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the living table types
  type AnyDb = Kysely<any>;

  async function up(db: AnyDb): Promise<void> {
    await db.schema
      .createTable('users')
      .addColumn('id', orderedText, (column) => column.primaryKey().notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('email', orderedText, (column) => column.notNull().unique())
      .addColumn('emailVerified', authBoolean, (column) => column.notNull())
      .addColumn('image', 'text')
      .addColumn('newsletterOptIn', authBoolean, (column) => column.notNull())
      .addColumn('createdAt', authDate, (column) => column.notNull())
      .addColumn('updatedAt', authDate, (column) => column.notNull())
      .execute();

    await db.schema
      .createTable('session')
      .addColumn('id', orderedText, (column) => column.primaryKey().notNull())
      .addColumn('token', orderedText, (column) => column.notNull().unique())
      .addColumn('userId', orderedText, (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('expiresAt', authDate, (column) => column.notNull())
      .addColumn('ipAddress', 'text')
      .addColumn('userAgent', 'text')
      .addColumn('createdAt', authDate, (column) => column.notNull())
      .addColumn('updatedAt', authDate, (column) => column.notNull())
      .execute();
    await db.schema.createIndex('session_of_user').on('session').column('userId').execute();

    await db.schema
      .createTable('account')
      .addColumn('id', orderedText, (column) => column.primaryKey().notNull())
      .addColumn('userId', orderedText, (column) =>
        column.notNull().references('users.id').onDelete('cascade'),
      )
      .addColumn('providerId', orderedText, (column) => column.notNull())
      .addColumn('accountId', orderedText, (column) => column.notNull())
      .addColumn('password', 'text')
      .addColumn('accessToken', 'text')
      .addColumn('refreshToken', 'text')
      .addColumn('idToken', 'text')
      .addColumn('accessTokenExpiresAt', authDate)
      .addColumn('refreshTokenExpiresAt', authDate)
      .addColumn('scope', 'text')
      .addColumn('createdAt', authDate, (column) => column.notNull())
      .addColumn('updatedAt', authDate, (column) => column.notNull())
      .execute();
    await db.schema.createIndex('account_of_user').on('account').column('userId').execute();
    await db.schema
      .createIndex('account_identity')
      .on('account')
      .columns(['providerId', 'accountId'])
      .unique()
      .execute();

    await db.schema
      .createTable('verification')
      .addColumn('id', orderedText, (column) => column.primaryKey().notNull())
      .addColumn('identifier', orderedText, (column) => column.notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .addColumn('expiresAt', authDate, (column) => column.notNull())
      .addColumn('createdAt', authDate, (column) => column.notNull())
      .addColumn('updatedAt', authDate, (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('verification_by_identifier')
      .on('verification')
      .column('identifier')
      .execute();

    await db.schema
      .createTable('setup_link')
      .addColumn('id', 'integer', (column) => column.primaryKey().notNull())
      .addColumn('tokenHash', 'text', (column) => column.notNull())
      .addColumn('expiresAt', bigInteger, (column) => column.notNull())
      .execute();
  }

  return { up };
}
