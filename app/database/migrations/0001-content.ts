import type { CreateTableBuilder, Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Capabilities } from '../capabilities.ts';

/** Articles, news, events, polls, businesses and the town's settings. */
export function createContent({ orderedText, bigInteger }: Capabilities): Migration {
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the living table types
  type AnyDb = Kysely<any>;

  function itemTable(db: AnyDb, name: string): CreateTableBuilder<string, string> {
    return db.schema
      .createTable(name)
      .addColumn('id', orderedText, (column) => column.primaryKey().notNull())
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .addColumn('createdAt', bigInteger, (column) => column.notNull())
      .addColumn('updatedAt', bigInteger, (column) => column.notNull()) as CreateTableBuilder<string, string>;
  }

  async function up(db: AnyDb): Promise<void> {
    await itemTable(db, 'article')
      .addColumn('sourceId', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('link', 'text', (column) => column.notNull())
      .addColumn('pubDate', bigInteger, (column) => column.notNull())
      .addColumn('sourceName', 'text', (column) => column.notNull())
      .addColumn('sourceUrl', 'text', (column) => column.notNull())
      .addColumn('deck', 'text', (column) => column.notNull())
      .addColumn('image', 'text')
      .addColumn('description', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('article_newest').on('article').columns(['pubDate', 'id']).execute();

    await itemTable(db, 'news_item')
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('sourceId', 'text')
      .addColumn('link', 'text', (column) => column.notNull())
      .addColumn('pubDate', bigInteger, (column) => column.notNull())
      .addColumn('sourceName', 'text')
      .addColumn('sourceUrl', 'text')
      .addColumn('deck', 'text', (column) => column.notNull())
      .addColumn('image', 'text')
      .addColumn('description', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('news_item_newest').on('news_item').columns(['pubDate', 'id']).execute();

    await itemTable(db, 'event')
      .addColumn('sourceId', 'text', (column) => column.notNull())
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('link', 'text', (column) => column.notNull())
      .addColumn('pubDate', bigInteger, (column) => column.notNull())
      .addColumn('eventDate', bigInteger, (column) => column.notNull())
      .addColumn('eventTime', 'text', (column) => column.notNull())
      .addColumn('eventLocation', 'text', (column) => column.notNull())
      .addColumn('enclosureUrl', 'text', (column) => column.notNull())
      .addColumn('enclosureType', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('event_soonest').on('event').columns(['eventDate', 'id']).execute();

    await itemTable(db, 'poll')
      .addColumn('title', 'text', (column) => column.notNull())
      .addColumn('titleKey', orderedText, (column) => column.notNull())
      .addColumn('deck', 'text', (column) => column.notNull())
      .addColumn('description', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('poll_by_title').on('poll').columns(['titleKey', 'id']).execute();
    await db.schema.createIndex('poll_newest').on('poll').columns(['createdAt', 'id']).execute();
    await db.schema
      .createTable('poll_option')
      .addColumn('id', orderedText, (column) => column.primaryKey().notNull())
      .addColumn('pollId', orderedText, (column) =>
        column.notNull().references('poll.id').onDelete('cascade'),
      )
      .addColumn('position', 'integer', (column) => column.notNull())
      .addColumn('text', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createIndex('poll_option_of_poll')
      .on('poll_option')
      .columns(['pollId', 'position'])
      .unique()
      .execute();

    await itemTable(db, 'business')
      .addColumn('name', 'text', (column) => column.notNull())
      .addColumn('nameKey', orderedText, (column) => column.notNull())
      .addColumn('category', 'text', (column) => column.notNull())
      .addColumn('address', 'text', (column) => column.notNull())
      .addColumn('phone', 'text')
      .addColumn('website', 'text')
      .addColumn('email', 'text')
      .addColumn('openingHours', 'text')
      .addColumn('description', 'text', (column) => column.notNull())
      .execute();
    await db.schema.createIndex('business_by_name').on('business').columns(['nameKey', 'id']).execute();
    await db.schema
      .createIndex('business_by_category')
      .on('business')
      .columns(['category', 'nameKey', 'id'])
      .execute();

    await db.schema
      .createTable('town_setting')
      .addColumn('name', 'text', (column) => column.primaryKey().notNull())
      .addColumn('value', 'text', (column) => column.notNull())
      .execute();
    await db.schema
      .createTable('sample_item')
      .addColumn('collection', 'text', (column) => column.notNull())
      .addColumn('id', orderedText, (column) => column.notNull())
      .addPrimaryKeyConstraint('sample_item_key', ['collection', 'id'])
      .execute();
  }

  return { up };
}
