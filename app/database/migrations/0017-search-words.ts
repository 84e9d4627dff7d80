import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Capabilities } from '../capabilities.ts';

/** The words of titles with their trigrams, for help with typing errors, and up to which document they are known. */
export function createSearchWords({ orderedText, bigInteger, keptByKey }: Capabilities): Migration {
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the living table types
  async function up(db: Kysely<any>): Promise<void> {
    await db.schema
      .createTable('search_word')
      .addColumn('word', orderedText, (column) => column.primaryKey().notNull())
      .modifyEnd(keptByKey)
      .execute();
    await db.schema
      .createTable('search_trigram')
      .addColumn('trigram', orderedText, (column) => column.notNull())
      .addColumn('word', orderedText, (column) => column.notNull())
      .addPrimaryKeyConstraint('search_trigram_key', ['trigram', 'word'])
      .modifyEnd(keptByKey)
      .execute();
    await db.schema
      .createTable('search_progress')
      .addColumn('kind', orderedText, (column) => column.primaryKey().notNull())
      .addColumn('number', bigInteger, (column) => column.notNull())
      .modifyEnd(keptByKey)
      .execute();
  }

  return { up };
}
