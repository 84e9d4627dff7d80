import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { Capabilities } from '../capabilities.ts';

/** The lists, each by the column it is sorted by, and the least value of it: there the first segment begins. */
const lists = [
  { table: 'article', column: 'pubDate', least: Number.MIN_SAFE_INTEGER },
  { table: 'news_item', column: 'pubDate', least: Number.MIN_SAFE_INTEGER },
  { table: 'event', column: 'eventDate', least: Number.MIN_SAFE_INTEGER },
  { table: 'poll', column: 'titleKey', least: '' },
  { table: 'business', column: 'nameKey', least: '' },
] as const;

type List = (typeof lists)[number];

/** Items of a segment as it is first made. */
const SEGMENT_SIZE = 2048;

/**
 * Each list cut into segments of neighbors, with the key of the first and how many there are: what counts a list and
 * finds a page by its number without reading the list.
 */
export function createListSegments(capabilities: Capabilities): Migration {
  const { orderedText, bigInteger, keptByKey, countSegments } = capabilities;
  // biome-ignore lint/suspicious/noExplicitAny: a migration must not depend on the living table types
  type AnyDb = Kysely<any>;

  async function up(db: AnyDb): Promise<void> {
    for (const list of lists) {
      const segment = `${list.table}_segment`;
      await db.schema
        .createTable(segment)
        .addColumn('sort', list.least === '' ? orderedText : bigInteger, (column) => column.notNull())
        .addColumn('id', orderedText, (column) => column.notNull())
        .addColumn('items', 'integer', (column) => column.notNull())
        .addPrimaryKeyConstraint(`${segment}_key`, ['sort', 'id'])
        .modifyEnd(keptByKey)
        .execute();
      await fill(db, list);
      for (const statement of countSegments(list)) await sql.raw(statement).execute(db);
    }
  }

  /** The first segment is there even when the list is empty; it begins before any item. */
  async function fill(db: AnyDb, { table, column, least }: List): Promise<void> {
    const segment = sql.table(`${table}_segment`);
    await sql`insert into ${segment} ("sort", "id", "items")
      select case when n = 0 then ${sql.lit(least)} else "sort" end, case when n = 0 then '' else "id" end,
        case when total - n < ${sql.lit(SEGMENT_SIZE)} then total - n else ${sql.lit(SEGMENT_SIZE)} end
      from (select ${sql.ref(column)} as "sort", "id", count(*) over () as total,
        row_number() over (order by ${sql.ref(column)}, "id") - 1 as n from ${sql.table(table)}) numbered
      where n % ${sql.lit(SEGMENT_SIZE)} = 0`.execute(db);
    await sql`insert into ${segment} ("sort", "id", "items") values (${sql.lit(least)}, '', 0)
      on conflict do nothing`.execute(db);
  }

  return { up };
}
