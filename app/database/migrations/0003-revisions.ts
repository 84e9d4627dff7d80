import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Capabilities } from '../capabilities.ts';

/** Which revision rises when a table changes, in the write's own transaction and whoever writes. */
const watched = [
  ['article', 'articles'],
  ['news_item', 'news'],
  ['event', 'events'],
  ['poll', 'polls'],
  ['poll_option', 'polls'],
  ['business', 'businesses'],
  ['town_setting', 'town'],
] as const;

/** A number for each collection that rises with every change to it: what a cached page is checked against. */
export function createRevisions({ orderedText, bigInteger, raiseRevision }: Capabilities): Migration {
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the living table types
  async function up(db: Kysely<any>): Promise<void> {
    await db.schema
      .createTable('collection_revision')
      .addColumn('collection', orderedText, (column) => column.primaryKey().notNull())
      .addColumn('revision', bigInteger, (column) => column.notNull())
      .execute();
    const collections = [...new Set(watched.map(([, collection]) => collection))];
    await db
      .insertInto('collection_revision')
      .values(collections.map((collection) => ({ collection, revision: 1 })))
      .execute();
    for (const [table, collection] of watched) {
      for (const statement of raiseRevision(table, collection)) await sql.raw(statement).execute(db);
    }
  }

  return { up };
}
