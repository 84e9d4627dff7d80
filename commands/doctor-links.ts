import { sql } from 'kysely';
import { commandLine } from '#app/command-line/command-line.ts';
import type { ReadDb, WriteDb } from '#app/database/handles.ts';
import { type Finding, ok, warning } from './doctor-finding.ts';

const TABLES = { article: 'articles', news_item: 'news', event: 'events' };

/**
 * Items whose link is the address of their own page at another host, as after an import from an earlier address. Links
 * that were written here are stored as paths and follow the site's address.
 */
export async function* checkLinks(db: ReadDb): AsyncGenerator<Finding> {
  const counts = new Map<string, number>();
  for (const [table, collection] of Object.entries(TABLES)) {
    const { rows } = await sql<{ host: string; count: number }>`
      select substr("link", 1, length("link") - length("id") - cast(${collection.length + 2} as integer)) as "host",
        count(*) as "count"
      from ${sql.table(table)}
      where "link" like 'http%' and "link" like '%/' || cast(${collection} as text) || '/' || "id"
      group by 1`.execute(db as WriteDb);
    for (const { host, count } of rows) counts.set(host, (counts.get(host) ?? 0) + Number(count));
  }
  if (counts.size === 0) yield ok('Links to the site itself follow its address');
  for (const [host, count] of counts)
    yield warning(
      `${count} ${count === 1 ? 'item points' : 'items point'} to ${host} for ${count === 1 ? 'its' : 'their'} own page. If that is an earlier address of this site, run: ${commandLine('doctor --repair-links')}`,
    );
}
