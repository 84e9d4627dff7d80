/** Later dates of an event follow what was decided about earlier ones, so that a weekly market is decided once. */
import type { Collection } from '#app/items/collection/collection.ts';
import { isNoticed } from '#app/items/provenance/item-changes.server.ts';
import type { Fields } from '#app/items/provenance/said-fields.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { SourceRow } from '#app/platform/database/tables/tables.ts';
import type { AnyDb } from '#app/platform/search-index/text-sources.ts';
import type { ReadItem } from './feed-fields.server.ts';

export type Followed = 'published' | 'discarded';

/** How many of the latest decisions about an event are looked at. */
const MOST_LOOKED_AT = 20;

/**
 * What becomes of new dates of events that have been decided, by their keys. Published: the same event was published on
 * another day and still is; it has the same title, text, place and site. Discarded: every date with this title was, and
 * none waits. Others wait for review.
 */
export async function followSeries(
  db: ReadDb,
  collection: Collection,
  source: Pick<SourceRow, 'id' | 'feeds'>,
  items: ReadItem[],
): Promise<Map<string, Followed>> {
  const followed = new Map<string, Followed>();
  const dates = items.filter(({ startAt }) => startAt !== null);
  const bySeries = Map.groupBy(dates, (item) => item.series);
  for (const { series } of await listDecidedSeries(db, source, [...bySeries.keys()])) {
    const members = bySeries.get(series) ?? [];
    const decided = await listDecided(db, source, series);
    const isPublic = await findPublic(db, collection, decided);
    const waiting = await listWaitingTitles(db, source, series);
    for (const item of members) {
      const alike = decided.filter(({ titleKey }) => titleKey === item.titleKey);
      const shown = alike.filter(({ itemId }) => isPublic.has(itemId));
      if (shown.some((row) => isSameEvent(JSON.parse(row.fields), item.fields)))
        followed.set(item.key, 'published');
      else if (
        alike.length > 0 &&
        alike.every(({ decision }) => decision === 'discarded') &&
        !waiting.has(item.titleKey)
      )
        followed.set(item.key, 'discarded');
    }
  }
  return followed;
}

async function listDecidedSeries(
  db: ReadDb,
  { id, feeds }: Pick<SourceRow, 'id' | 'feeds'>,
  series: string[],
): Promise<{ series: string }[]> {
  if (series.length === 0) return [];
  return db
    .selectFrom('source_item')
    .select('series')
    .distinct()
    .where('source', '=', id)
    .where('series', 'in', series)
    .where('decision', 'in', ['published', 'discarded'])
    .where('collection', '=', feeds)
    .execute();
}

function listDecided(db: ReadDb, source: Pick<SourceRow, 'id' | 'feeds'>, series: string) {
  return db
    .selectFrom('source_item')
    .select(['itemId', 'decision', 'titleKey', 'fields'])
    .where('source', '=', source.id)
    .where('series', '=', series)
    .where('decision', 'in', ['published', 'discarded'])
    .where('collection', '=', source.feeds)
    .orderBy('startAt', 'desc')
    .limit(MOST_LOOKED_AT)
    .execute();
}

/** The titles of its dates that nobody has decided about. */
async function listWaitingTitles(
  db: ReadDb,
  { id, feeds }: Pick<SourceRow, 'id' | 'feeds'>,
  series: string,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('source_item')
    .select('titleKey')
    .distinct()
    .where('source', '=', id)
    .where('series', '=', series)
    .where('decision', 'is', null)
    .where('collection', '=', feeds)
    .execute();
  return new Set(rows.map(({ titleKey }) => titleKey));
}

type Decided = Awaited<ReturnType<typeof listDecided>>;

/** What an editor has deleted since does not count. */
async function findPublic(db: ReadDb, { source }: Collection, decided: Decided): Promise<Set<string>> {
  const ids = decided.filter(({ decision }) => decision === 'published').map(({ itemId }) => itemId);
  if (ids.length === 0) return new Set();
  const rows = await (db as unknown as AnyDb)
    .selectFrom(source.table)
    .select('id')
    .where('id', 'in', ids)
    .execute();
  return new Set(rows.map(({ id }) => String(id)));
}

function isSameEvent(one: Fields, other: Fields): boolean {
  const isSame = (field: string) => !isNoticed(field, one[field] ?? null, other[field] ?? null);
  return ['title', 'description', 'eventLocation'].every(isSame) && hostOf(one) === hostOf(other);
}

function hostOf({ link }: Fields): string | undefined {
  return URL.parse(String(link ?? ''))?.host;
}
