import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Each table, its collection, its columns with addresses, and those with HTML. */
const TABLES = [
  { table: 'article', collection: 'articles', addresses: ['link', 'sourceUrl'], html: ['description'] },
  { table: 'news_item', collection: 'news', addresses: ['link', 'sourceUrl'], html: ['description'] },
  { table: 'event', collection: 'events', addresses: ['link', 'enclosureUrl'], html: ['description'] },
  { table: 'poll', collection: 'polls', addresses: [], html: ['description'] },
  { table: 'business', collection: 'businesses', addresses: [], html: ['description'] },
];

const ROWS = 200;

/**
 * Links to the site itself become paths. Under which addresses it was reached so far nobody has written down, but an
 * item that was written here has the address of its own page as its link: these say it.
 */
export function storeOwnLinks(): Migration {
  return {
    async up(db) {
      for (const origin of await listOrigins(db)) await makePaths(db, origin);
    },
  };
}

async function listOrigins(db: Kysely<unknown>): Promise<string[]> {
  const found = new Set<string>();
  for (const { table, collection, addresses } of TABLES) {
    if (!addresses.includes('link')) continue;
    const { rows } = await sql<{ origin: string }>`
      select distinct substr("link", 1, length("link") - length("id") - ${sql.lit(collection.length + 2)}) as "origin"
      from ${sql.table(table)}
      where "link" like 'http%' and "link" like '%/' || ${sql.lit(collection)} || '/' || "id"`.execute(db);
    for (const { origin } of rows) if (URL.parse(origin)?.origin === origin) found.add(origin);
  }
  return [...found];
}

async function makePaths(db: Kysely<unknown>, origin: string): Promise<void> {
  const length = sql.lit(origin.length);
  for (const { table, addresses, html } of TABLES) {
    for (const column of addresses) {
      const name = sql.ref(column);
      await sql`update ${sql.table(table)} set ${name} = '/' where ${name} = ${origin}`.execute(db);
      await sql`update ${sql.table(table)} set ${name} = substr(${name}, ${length} + 1)
        where substr(${name}, 1, ${length} + 1) = ${`${origin}/`}
        and substr(${name}, ${length} + 2, 1) <> '/'`.execute(db);
    }
    for (const column of html) await makePathsInHtml(db, table, column, origin);
  }
}

async function makePathsInHtml(
  db: Kysely<unknown>,
  table: string,
  column: string,
  origin: string,
): Promise<void> {
  let after = '';
  for (;;) {
    const { rows } = await sql<{ id: string; html: string }>`
      select "id", ${sql.ref(column)} as "html" from ${sql.table(table)}
      where "id" > ${after} and ${sql.ref(column)} like ${`%="${origin.replace(/[\\%_]/g, '_')}%`}
      order by "id" limit ${sql.lit(ROWS)}`.execute(db);
    for (const { id, html } of rows) {
      const changed = withPaths(html, origin);
      if (changed !== html)
        await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${changed} where "id" = ${id}`.execute(
          db,
        );
    }
    const last = rows.at(-1);
    if (!last || rows.length < ROWS) return;
    after = last.id;
  }
}

/** Links within the site open in the same tab. */
function withPaths(html: string, origin: string): string {
  return html.replace(/<(?:a|img) [^>]*>/g, (tag) => {
    const [whole = '', name = '', address = ''] = / (href|src)="([^"]*)"/.exec(tag) ?? [];
    const path = address === origin ? '/' : address.slice(origin.length);
    if (!address.startsWith(origin) || !/^\/(?!\/)/.test(path)) return tag;
    return tag
      .replace(whole, () => ` ${name}="${path}"`)
      .replace(' target="_blank"', '')
      .replace(' rel="noopener noreferrer"', '');
  });
}
