/** Items of one source whose identifiers have changed. */

import type { Fields } from '#app/items/provenance/said-fields.ts';
import { findKnown, type StoredSourceItem } from '#app/items/provenance/source-item-store.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { plainTextOf } from '#app/platform/html/extract.server.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { openPauses } from '#app/sources/checks/pause.ts';
import type { DocumentKeys } from '#app/sources/formats/document-keys.ts';
import type { ReadItem } from './feed-fields.server.ts';
import { NEARLY_IDENTICAL, SIMILAR, similarityOf } from './similarity.ts';

/** Items that a source has not listed for longer are not compared by their titles. */
const MOST_ABSENT_MS = 14 * DAY_MS;
const NEAR_DAYS = 2;
/** Shorter ones are names of columns, and first words. */
const SHORTEST_TITLE = 12;
const SHORTEST_TEXT = 50;

/** `known` are the rows that items belong to, under their new keys. `similar` are items that may be earlier versions. */
export type Recognized = { known: Map<string, StoredSourceItem>; similar: Map<string, string[]> };

/**
 * Finds the rows of a source that items with unknown keys belong to: of those that the document no longer lists, the one
 * with a further key in common, or one of about the same day whose address is on the same host and whose title or text
 * is nearly the same. Titles that are only similar are suggestions. A row is found once.
 */
export async function recognize(
  db: ReadDb,
  source: { id: string; feeds: string },
  unknown: ReadItem[],
  { keys, matches }: DocumentKeys,
  now: number,
): Promise<Recognized> {
  const recognized: Recognized = { known: new Map(), similar: new Map() };
  if (unknown.length === 0) return recognized;
  const taken = new Set<string>();
  const isGone = (row: Pick<StoredSourceItem, 'key' | 'collection'>) =>
    !keys.has(row.key) && !taken.has(row.key) && row.collection === source.feeds;
  const take = (item: ReadItem, row: StoredSourceItem) => {
    taken.add(row.key);
    recognized.known.set(item.key, row);
  };
  const byMatch = await findByMatches(db, source.id, unknown, matches);
  for (const item of unknown) {
    const found = (matches.get(item.key) ?? [])
      .map((match) => ({ match, row: byMatch.get(match) }))
      .find(({ match, row }) => row && isGone(row) && isTrusted(match, row, item));
    if (found?.row) take(item, found.row);
  }
  const left = unknown.filter(({ key }) => !recognized.known.has(key));
  const near = (await listNear(db, source, left, now)).filter(isGone);
  const pause = openPauses();
  const alikes = new Map<string, typeof near>();
  for (const item of left) {
    alikes.set(
      item.key,
      near.filter((row) => isNear(row, item) && isAlike(row, item)),
    );
    await pause();
  }
  const rows = await findKnown(
    db,
    source.id,
    [...alikes.values()].flat().map(({ key }) => key),
  );
  for (const item of left) {
    const alike = (alikes.get(item.key) ?? []).flatMap(({ key }) => rows.get(key) ?? []).filter(isGone);
    const same = alike.find((row) => isNearlySame(row, item));
    if (same) take(item, same);
    else if (alike.length > 0)
      recognized.similar.set(item.key, [...new Set(alike.map(({ itemId }) => itemId))].slice(0, 3));
  }
  return recognized;
}

/** An address alone can be that of a page that all items link to. */
function isTrusted(match: string, row: StoredSourceItem, item: ReadItem): boolean {
  if (!match.startsWith('url:')) return true;
  return isAlike(row, item) || (item.startAt === null && row.pubDate === item.pubDate);
}

function isAlike({ titleKey }: Pick<StoredSourceItem, 'titleKey'>, item: ReadItem): boolean {
  return similarityOf(titleKey, item.titleKey) >= SIMILAR;
}

function isNear({ day, startAt }: Pick<StoredSourceItem, 'day' | 'startAt'>, item: ReadItem): boolean {
  if ((startAt === null) !== (item.startAt === null) || day === null) return false;
  return Math.abs(Date.parse(day) - Date.parse(item.day)) <= NEAR_DAYS * DAY_MS;
}

/** Columns have the same title every time: only on one day, or with the same text, is it the same story. */
function isNearlySame(row: StoredSourceItem, item: ReadItem): boolean {
  const fields: Fields = JSON.parse(row.fields);
  if (hostOf(fields.link) !== hostOf(item.fields.link)) return false;
  const isSameDay = row.day === item.day && item.titleKey.length >= SHORTEST_TITLE;
  // Events repeat with the same text: another day is another date.
  if (item.startAt !== null && !isSameDay) return false;
  const isTitle = isSameDay && similarityOf(row.titleKey, item.titleKey) >= NEARLY_IDENTICAL;
  return isTitle || isSameText(descriptionTextOf(fields), descriptionTextOf(item.fields));
}

function isSameText(one: string, other: string): boolean {
  return Math.min(one.length, other.length) >= SHORTEST_TEXT && similarityOf(one, other) >= NEARLY_IDENTICAL;
}

function hostOf(link: Fields[string] | undefined): string | undefined {
  return URL.parse(String(link ?? ''))?.hostname.replace(/^www\./, '');
}

function descriptionTextOf({ description }: Fields): string {
  return plainTextOf(String(description ?? ''));
}

async function findByMatches(
  db: ReadDb,
  source: string,
  items: ReadItem[],
  matches: Map<string, string[]>,
): Promise<Map<string, StoredSourceItem>> {
  const wanted = items.flatMap(({ key }) => matches.get(key) ?? []);
  if (wanted.length === 0) return new Map();
  const found = await db
    .selectFrom('source_match')
    .select(['match', 'key'])
    .where('source', '=', source)
    .where('match', 'in', wanted)
    .execute();
  const rows = await findKnown(db, source, [...new Set(found.map(({ key }) => key))]);
  return new Map(
    found.flatMap(({ match, key }) => {
      const row = rows.get(key);
      return row ? [[match, row] as const] : [];
    }),
  );
}

/** What the source listed lately around the days of these items, except events that are over. */
async function listNear(db: ReadDb, source: { id: string; feeds: string }, items: ReadItem[], now: number) {
  const days = new Set(items.flatMap(({ day }) => daysAround(day)));
  if (days.size === 0) return [];
  return db
    .selectFrom('source_item')
    .select(['key', 'collection', 'day', 'startAt', 'titleKey'])
    .where('collection', '=', source.feeds)
    .where('day', 'in', [...days])
    .where('source', '=', source.id)
    .where((where) =>
      where.or([where('absentSince', 'is', null), where('absentSince', '>=', now - MOST_ABSENT_MS)]),
    )
    .where((where) => where.or([where('startAt', 'is', null), where('startAt', '>', now)]))
    .execute();
}

function daysAround(day: string): string[] {
  return Array.from({ length: 2 * NEAR_DAYS + 1 }, (_, index) =>
    new Date(Date.parse(day) + (index - NEAR_DAYS) * DAY_MS).toISOString().slice(0, 10),
  );
}
