import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Capabilities } from '../capabilities.ts';

/** What is found, by which words, and of which date it is. */
const sources = [
  {
    table: 'article',
    kind: 'articles',
    place: 1,
    title: 'title',
    texts: [{ column: 'description', isHtml: true as const }, { column: 'sourceName' }],
    date: 'pubDate',
  },
  {
    table: 'news_item',
    kind: 'news',
    place: 2,
    title: 'title',
    texts: [{ column: 'description', isHtml: true as const }, { column: 'sourceName' }],
    date: 'pubDate',
  },
  {
    table: 'event',
    kind: 'events',
    place: 3,
    title: 'title',
    texts: [{ column: 'description', isHtml: true as const }, { column: 'eventLocation' }],
    date: 'eventDate',
  },
  {
    table: 'poll',
    kind: 'polls',
    place: 4,
    title: 'title',
    texts: [{ column: 'description' }],
    date: 'createdAt',
    condition: { column: 'archived', value: 0 },
    parts: { table: 'poll_option', column: 'text', of: 'pollId' },
  },
  {
    table: 'business',
    kind: 'businesses',
    place: 5,
    title: 'name',
    texts: [{ column: 'category' }, { column: 'description', isHtml: true as const }, { column: 'address' }],
    date: 'createdAt',
  },
];

/**
 * A full-text index of all that is published. Each item has a row in `search_document`, under a number that is higher
 * the later it was saved; it is found for as long as it has one.
 */
export function createSearch({ orderedText, bigInteger, prepareText, indexText }: Capabilities): Migration {
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the living table types
  type AnyDb = Kysely<any>;

  async function up(db: AnyDb): Promise<void> {
    const number = bigInteger;
    await db.schema
      .createTable('search_document')
      .addColumn('number', number as never, (column) => column.primaryKey().notNull())
      .addColumn('kind', orderedText, (column) => column.notNull())
      .addColumn('itemId', orderedText, (column) => column.notNull())
      .addColumn('date', bigInteger, (column) => column.notNull())
      .addUniqueConstraint('search_document_item', ['kind', 'itemId'])
      .execute();
    for (const statement of prepareText()) await sql.raw(statement).execute(db);
    for (const source of sources) {
      for (const statement of indexText(source)) await sql.raw(statement).execute(db);
      await fill(db, source);
    }
  }

  /** The oldest first, so that the latest have the highest numbers. */
  async function fill(db: AnyDb, { table, kind, place, date, condition }: (typeof sources)[number]) {
    const is = condition ? sql`where ${sql.ref(condition.column)} = ${sql.lit(condition.value)}` : sql``;
    await sql`insert into search_document ("number", "kind", "itemId", "date")
      select ${sql.lit(place * 2 ** 40)} + row_number() over (order by ${sql.ref(date)}, "id"),
        ${sql.lit(kind)}, "id", ${sql.ref(date)} from ${sql.table(table)} ${is}
      order by ${sql.ref(date)}, "id"`.execute(db);
  }

  return { up };
}
