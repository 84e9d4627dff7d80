import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Capabilities } from '../capabilities.ts';

/**
 * What one source wrote, and which events were published or changed last, is found by an index; what a WebSub hub was
 * told of a feed is kept, so that it is told once of each change.
 */
export function createFeeds({ orderedText, bigInteger }: Capabilities): Migration {
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the living table types
  async function up(db: Kysely<any>): Promise<void> {
    for (const table of ['article', 'news_item'])
      await db.schema
        .createIndex(`${table}_of_source`)
        .on(table)
        .columns(['sourceName', 'pubDate', 'id'])
        .execute();
    await db.schema
      .createIndex('event_latest')
      .on('event')
      .columns(['updatedAt', 'id', 'eventDate'])
      .execute();
    await db.schema
      .createTable('feed_topic')
      .addColumn('topic', orderedText, (column) => column.primaryKey().notNull())
      .addColumn('looked', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('lookAgainAt', bigInteger, (column) => column.notNull().defaultTo(0))
      .addColumn('wanted', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('announced', 'text', (column) => column.notNull().defaultTo(''))
      .addColumn('announcedAt', bigInteger)
      .addColumn('attempts', 'integer', (column) => column.notNull().defaultTo(0))
      .addColumn('nextAttemptAt', bigInteger, (column) => column.notNull().defaultTo(0))
      .addColumn('trouble', 'text')
      .execute();
  }

  return { up };
}
