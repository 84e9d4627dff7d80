/** Links to this site under an earlier address become paths again, with the site's own rules for what it stores. */
import { type Kysely, sql } from 'kysely';
import { collections } from '#app/collections.server.ts';
import { LINK_FIELDS, withStoredLinks } from '#app/items/content/parse-item.server.ts';
import { storedHtmlOf } from '#app/items/text/own-link.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { ItemVersionRow } from '#app/platform/database/tables/tables.ts';

/** Where links are, apart from `item_version`. `own`: the folder of the items' own pages, for items that have a link. */
const TABLES = Object.values(collections).map(({ name, source: { table }, json }) => {
  const links = LINK_FIELDS.filter((field) => field in json.outputSchema.shape);
  const htmlColumns = json.htmlFields.filter((field) => !field.includes('.'));
  return { table, own: links.includes('link') ? name : undefined, columns: [...links, ...htmlColumns] };
});

const ROWS = 200;

/** Other hosts at which items name their own pages, with the number of those items. `db` shows links as they are stored. */
export async function countEarlierHosts(db: ReadDb): Promise<Map<string, number>> {
  const hosts = new Map<string, number>();
  const add = (host: string, count: number) => hosts.set(host, (hosts.get(host) ?? 0) + count);
  for (const { table, own } of TABLES) {
    if (!own) continue;
    const { rows } = await sql<{ host: string; count: number }>`
      select substr("link", 1, length("link") - length("id") - cast(${own.length + 2} as integer)) as "host",
        count(*) as "count"
      from ${sql.table(table)}
      where "link" like 'http%' and "link" like '%/' || cast(${own} as text) || '/' || "id"
      group by 1`.execute(db as WriteDb);
    for (const { host, count } of rows) add(host, Number(count));
  }
  for await (const { collection, id, item } of listVersions(db)) {
    const path = `/${collection}/${id}`;
    const { link } = JSON.parse(item) as { link?: string };
    if (link?.startsWith('http') && link.endsWith(path)) add(link.slice(0, -path.length), 1);
  }
  return hosts;
}

/** Makes paths of the links to every address at which an item names its own page. In the caller's transaction. */
export async function storeLinksAsPaths(db: WriteDb): Promise<void> {
  for (const host of (await countEarlierHosts(db)).keys()) {
    if (URL.parse(host)?.origin !== host) continue;
    for (const { table, columns } of TABLES) await repairTable(db, { table, columns }, host);
    await repairWaiting(db, host);
  }
}

/** What a row stores once `origin` is this site's. */
function repaired(row: Record<string, unknown>, origin: string): Record<string, unknown> {
  const stored = withStoredLinks(row, { siteUrl: origin });
  const { description } = row;
  return typeof description === 'string'
    ? { ...stored, description: storedHtmlOf(description, { siteUrl: origin }) }
    : stored;
}

async function repairTable(
  db: WriteDb,
  { table, columns }: { table: string; columns: readonly string[] },
  origin: string,
): Promise<void> {
  // biome-ignore lint/suspicious/noExplicitAny: one function for four tables, whose columns are named above
  const any = db as Kysely<any>;
  for (let after = ''; ; ) {
    const rows = await any
      .selectFrom(table)
      .select(['id', ...columns])
      .where('id', '>', after)
      .where((eb) => eb.or(columns.map((column) => eb(column, 'like', `%${likePattern(origin)}%`))))
      .orderBy('id')
      .limit(ROWS)
      .execute();
    for (const row of rows) {
      const { id, ...changed } = repaired(row, origin);
      if (columns.some((column) => changed[column] !== row[column]))
        await any.updateTable(table).set(changed).where('id', '=', id).execute();
    }
    const last = rows.at(-1);
    if (!last || rows.length < ROWS) return;
    after = last.id;
  }
}

/** `_` stands for any character, also for itself: this finds what is looked at more closely. */
function likePattern(origin: string): string {
  return origin.replace(/[\\%_]/g, '_');
}

async function repairWaiting(db: WriteDb, origin: string): Promise<void> {
  for await (const { collection, id, state, version, updatedAt, item } of listVersions(db)) {
    const changed = JSON.stringify(repaired(JSON.parse(item), origin));
    if (changed === item) continue;
    await db
      .updateTable('item_version')
      .set({ item: changed })
      .where('collection', '=', collection)
      .where('id', '=', id)
      .where('state', '=', state)
      .where('version', '=', version)
      .where('updatedAt', '=', updatedAt)
      .execute();
  }
}

/** All versions of items that are not public. */
async function* listVersions(db: ReadDb) {
  for (const { own: collection } of TABLES) {
    if (!collection) continue;
    let last: Pick<ItemVersionRow, 'id' | 'state' | 'version' | 'updatedAt'> | undefined;
    for (;;) {
      const after = last;
      const rows = await db
        .selectFrom('item_version')
        .select(['collection', 'id', 'state', 'version', 'updatedAt', 'item'])
        .where('collection', '=', collection)
        .$if(after !== undefined, (query) =>
          query.where(({ eb, refTuple, tuple }) => {
            const { id, state, version, updatedAt } = after as NonNullable<typeof after>;
            return eb(
              refTuple('id', 'state', 'version', 'updatedAt'),
              '>',
              tuple(id, state, version, updatedAt),
            );
          }),
        )
        .orderBy('id')
        .orderBy('state')
        .orderBy('version')
        .orderBy('updatedAt')
        .limit(ROWS)
        .execute();
      yield* rows;
      last = rows.at(-1);
      if (!last || rows.length < ROWS) break;
    }
  }
}
