/** What would become of the items of a document. Only reads, so that a preview shows what an import does. */
import type { Collection } from '#app/items/collection/collection.ts';
import { findKnown, type StoredSourceItem } from '#app/items/provenance/source-item-store.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { SourceRow } from '#app/platform/database/tables/tables.ts';
import type { AnyDb } from '#app/platform/search-index/text-sources.ts';
import { instantOfTownTime, startOfTomorrow, townDayOf } from '#app/platform/time/town-time.ts';
import { openPauses } from '#app/sources/checks/pause.ts';
import type { DocumentKeys } from '#app/sources/formats/document-keys.ts';
import { derivedId } from './derived-id.ts';
import type { ReadItem } from './feed-fields.server.ts';
import { type Followed, followSeries } from './follow-series.server.ts';
import { titleKeyOf, venueKeyOf } from './identity.ts';
import type { ImportContext } from './import-context.ts';
import {
  type Comparable,
  findSame,
  listSimilar,
  type MatchReason,
  type MatchRules,
} from './matching.server.ts';
import { recognize } from './recognize.server.ts';

/**
 * A new item. It joins the item `into`, if that is the same; otherwise it may be the same as the `similar` ones.
 * `follows` is what was decided about other dates of its event.
 */
export type NewItem = {
  item: ReadItem;
  into: { itemId: string; why: MatchReason } | undefined;
  similar: string[];
  follows: Followed | undefined;
};

/** `known` are the rows of the items that the source has listed before, whatever their key was; `past` are over. */
export type Judgement = {
  known: Map<string, StoredSourceItem>;
  past: ReadItem[];
  added: NewItem[];
};

export type Judging = {
  context: Pick<ImportContext, 'collections' | 'town' | 'now'>;
  source: Pick<SourceRow, 'id' | 'feeds' | 'rank'>;
  document: DocumentKeys;
  rules: MatchRules;
};

export async function judgeItems(
  db: ReadDb,
  { context, source, document, rules }: Judging,
  read: ReadItem[],
): Promise<Judgement> {
  const now = context.now();
  const known = await findKnown(
    db,
    source.id,
    read.map(({ key }) => key),
  );
  const unknown = read.filter(({ key }) => !known.has(key));
  const recognized = await recognize(db, source, unknown, document, now);
  for (const [key, row] of recognized.known) known.set(key, row);
  const [past, coming] = [true, false].map((isPast) =>
    unknown.filter(({ key, endsAt }) => !known.has(key) && (endsAt !== null && endsAt <= now) === isPast),
  ) as [ReadItem[], ReadItem[]];
  const fresh = await withFreeIds(db, source, coming);
  const added = await judgeNew(db, { context, source, document, rules }, fresh, known, recognized.similar);
  return { known, past, added };
}

async function judgeNew(
  db: ReadDb,
  { context, source, document, rules }: Judging,
  fresh: ReadItem[],
  known: Map<string, StoredSourceItem>,
  earlier: Map<string, string[]>,
): Promise<NewItem[]> {
  const collection = context.collections[source.feeds] as Collection;
  const zone = context.town.timeZone;
  const days = [...new Set(fresh.map(({ day }) => day))];
  const byDay = Map.groupBy(await listCandidates(db, collection, days, zone), ({ day }) => String(day));
  const followed = await followSeries(db, collection, source, fresh);
  const twins = await findTwins(db, source, fresh, document, known);
  const pause = openPauses();
  const added: NewItem[] = [];
  for (const item of fresh) {
    const twin = twins.get(item.key) ?? ownTwin(item, document, added);
    const candidates = byDay.get(item.day) ?? [];
    const self = comparableOf(item, source);
    const into = twin ? { itemId: twin, why: 'address' as const } : findSame(self, candidates, rules);
    const similar = into
      ? []
      : [...(earlier.get(item.key) ?? []), ...listSimilar(self, candidates, rules)].slice(0, 3);
    added.push({ item, into, similar, follows: followed.get(item.key) });
    candidates.push({ ...self, itemId: into?.itemId ?? item.ownId });
    byDay.set(item.day, candidates);
    await pause();
  }
  return added;
}

function comparableOf(
  { ownId, day, startAt, titleKey, venueKey }: ReadItem,
  { id, rank }: Judging['source'],
): Comparable {
  return { source: id, rank, ownId, itemId: ownId, day, startAt, titleKey, venueKey };
}

/** The items of those that the document lists a second time under another identifier, and the import knows. */
async function findTwins(
  db: ReadDb,
  source: Judging['source'],
  fresh: ReadItem[],
  { twins }: DocumentKeys,
  known: Map<string, StoredSourceItem>,
): Promise<Map<string, string>> {
  const firsts = fresh.flatMap(({ key }) => twins.get(key) ?? []);
  const rows = await findKnown(db, source.id, firsts);
  return new Map(
    fresh.flatMap(({ key }) => {
      const first = twins.get(key) ?? '';
      const row = rows.get(first) ?? known.get(first);
      return row ? [[key, row.itemId] as const] : [];
    }),
  );
}

function ownTwin({ key }: ReadItem, { twins }: DocumentKeys, added: NewItem[]): string | undefined {
  const first = twins.get(key);
  const found = first === undefined ? undefined : added.find(({ item }) => item.key === first);
  return found && (found.into?.itemId ?? found.item.ownId);
}

/** An id derived from a key can belong to a row that has another key by now. */
async function withFreeIds(db: ReadDb, source: Judging['source'], items: ReadItem[]): Promise<ReadItem[]> {
  const free = [...items];
  for (let turn = 1; ; turn++) {
    const taken = await listTaken(db, source.feeds, free);
    if (taken.size === 0) return free;
    for (const [index, item] of free.entries())
      if (taken.has(item.ownId))
        free[index] = withId(item, derivedId('item', source.id, item.key, String(turn)));
  }
}

function withId(item: ReadItem, ownId: string): ReadItem {
  const { input, checked } = item;
  return { ...item, ownId, input: { ...input, id: ownId }, checked: { ...checked, id: ownId } };
}

/** Also an item whose own row is gone keeps its id. */
async function listTaken(db: ReadDb, collection: string, items: ReadItem[]): Promise<Set<string>> {
  if (items.length === 0) return new Set();
  const ids = items.map(({ ownId }) => ownId);
  const rows = await db
    .selectFrom('source_item')
    .select(['ownId', 'itemId'])
    .where('collection', '=', collection)
    .where(({ or, eb }) => or([eb('ownId', 'in', ids), eb('itemId', 'in', ids)]))
    .execute();
  return new Set(rows.flatMap(({ ownId, itemId }) => [ownId, itemId]));
}

/**
 * What sources have listed for these days of the town, and published items of these days without a source: those that
 * were typed by hand. Without what expired unseen.
 */
export async function listCandidates(
  db: ReadDb,
  collection: Collection,
  days: string[],
  zone: string,
): Promise<Comparable[]> {
  if (days.length === 0) return [];
  const listed = await db
    .selectFrom('source_item')
    .innerJoin('source', 'source.id', 'source_item.source')
    .select([
      'source_item.source',
      'source.rank',
      'source_item.ownId',
      'source_item.itemId',
      'source_item.day',
      'source_item.startAt',
      'source_item.titleKey',
      'source_item.venueKey',
    ])
    .where('source_item.collection', '=', collection.name)
    .where('source_item.day', 'in', days)
    .where((where) =>
      where.or([where('source_item.decision', 'is', null), where('source_item.decision', '!=', 'expired')]),
    )
    .execute();
  return [...listed, ...(await listTyped(db, collection, days, zone))];
}

type Row = { id: string; title: string; date: number; place?: string };

async function listTyped(
  db: ReadDb,
  { name, source }: Collection,
  days: string[],
  zone: string,
): Promise<Comparable[]> {
  const hasPlace = source.columns.includes('eventLocation');
  const any = db as unknown as AnyDb;
  const rows = (await any
    .selectFrom(`${source.table} as item`)
    .select(['item.id', `item.${source.title} as title`, `item.${source.date} as date`])
    .$if(hasPlace, (query) => query.select('item.eventLocation as place'))
    .where(({ eb, or, and }) =>
      or(
        days.map((day) => {
          const start = instantOfTownTime(`${day}T00:00`, zone) ?? 0;
          return and([
            eb(`item.${source.date}`, '>=', start),
            eb(`item.${source.date}`, '<', startOfTomorrow(start, zone)),
          ]);
        }),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('source_item')
            .select('source_item.key')
            .where('source_item.collection', '=', name)
            .whereRef('source_item.itemId', '=', 'item.id'),
        ),
      ),
    )
    .execute()) as Row[];
  return rows.map(({ id, title, date, place }) => ({
    source: null,
    rank: 'primary',
    ownId: id,
    itemId: id,
    day: townDayOf(Number(date), zone),
    startAt: hasPlace ? Number(date) : null,
    titleKey: titleKeyOf(title),
    venueKey: venueKeyOf(place),
  }));
}
