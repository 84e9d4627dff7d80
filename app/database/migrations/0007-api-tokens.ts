import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Capabilities } from '../capabilities.ts';

/** The tokens with which programs write, and what of them is needed to recognise one. */
export function createApiTokens({ orderedText, bigInteger }: Capabilities): Migration {
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the living table types
  async function up(db: Kysely<any>): Promise<void> {
    await db.schema
      .createTable('api_token')
      .addColumn('id', orderedText, (column) => column.primaryKey().notNull())
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('tokenHash', orderedText, (column) => column.notNull().unique())
      .addColumn('scope', 'text', (column) => column.notNull())
      .addColumn('createdAt', bigInteger, (column) => column.notNull())
      .addColumn('expiresAt', bigInteger, (column) => column.notNull())
      .addColumn('lastUsedAt', bigInteger)
      .addColumn('revokedAt', bigInteger)
      .execute();
  }

  return { up };
}
