/** What waits in the inbox. Entries that are decided together, such as the dates of a weekly market, are one stack. */
import type { Expression, ExpressionBuilder, SqlBool } from 'kysely';
import type { CollectionName } from '#app/items/collection/collection.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import {
  type ListOrder,
  type Page,
  type PageRequest,
  paginate,
  readCursor,
} from '#app/platform/database/lists/paginate.server.ts';
import type { EntryKind, InboxEntryRow, Tables } from '#app/platform/database/tables/tables.ts';
import { listSourceNames } from '#app/sources/checks/read-sources.server.ts';
import { entryColumns } from '#app/sources/import/entry-columns.ts';
import {
  arrivedUntil,
  type InboxFilter,
  kindOfShow,
  type Part,
  parts,
  type Show,
  showOf,
  shows,
} from '#app/sources/inbox/pages/inbox-filter.ts';

/** `id` is that of its first entry; `size` is how many it has, `lastStartAt` the beginning of its last date. */
export type Stack = InboxEntryRow & { part: Part; size: number; lastStartAt: number | null };

/** The order of the API's list: last arrived first. */
export const entryOrder: ListOrder = { column: 'receivedAt', direction: 'desc', kind: 'number' };

const orders: Record<Part, ListOrder> = {
  warnings: entryOrder,
  reports: entryOrder,
  suggestions: entryOrder,
  drafts: entryOrder,
  changes: entryOrder,
  stories: entryOrder,
  happenings: { column: 'startAt', direction: 'asc', kind: 'number' },
};

type Asked = { filter: InboxFilter; now: number };

/**
 * A page of stacks: the parts in their order, last arrived first, and at the end events of sources, soonest first. `after`
 * is the `next` of the page before; anything else is the first page.
 */
export async function listStacks(
  db: ReadDb,
  { limit, after, ...asked }: Asked & { limit: number; after?: string | null },
): Promise<{ stacks: Stack[]; next: string | null }> {
  const [from = '', cursor = ''] = (after ?? '').split('.');
  const start = Math.max(parts.indexOf(from as Part), 0);
  const entries: (InboxEntryRow & { part: Part })[] = [];
  let next: string | null = null;
  for (const part of parts.slice(start)) {
    const order = orders[part];
    const room = limit - entries.length;
    const request = {
      limit: Math.max(room, 1),
      after: part === from ? readCursor(cursor, order) : undefined,
    };
    const page = await paginate(firstEntries(db, part, asked), order, request);
    if (page.items.length === 0) continue;
    next = room === 0 ? `${part}.` : page.next && `${part}.${page.next}`;
    if (room === 0) break;
    entries.push(...page.items.map((entry) => ({ ...entry, part })));
    if (next !== null) break;
  }
  return { stacks: await withSizes(db, entries, asked), next };
}

/** A page of entries for the API, not snoozed: of one kind, of what sources bring to one collection, or of all. */
export function listEntries(
  db: ReadDb,
  request: PageRequest,
  {
    kind,
    collection,
    now,
  }: { kind?: EntryKind | undefined; collection?: CollectionName | undefined; now: number },
): Promise<Page<InboxEntryRow>> {
  const query = db
    .selectFrom('inbox_entry')
    .select(entryColumns)
    .where(matches({ filter: { show: 'all' }, now }))
    .$if(kind !== undefined, (entries) => entries.where('kind', '=', kind ?? 'new'))
    .$if(collection !== undefined, (entries) =>
      entries.where('collection', '=', collection ?? '').where('kind', 'in', ['new', 'change']),
    );
  return paginate(query, entryOrder, request);
}

/** These entries, in any order; ids that don't wait are left out. */
export async function findEntries(db: ReadDb, ids: readonly string[]): Promise<InboxEntryRow[]> {
  if (ids.length === 0) return [];
  return db.selectFrom('inbox_entry').select(entryColumns).where('id', 'in', ids).execute();
}

/** The ids of all entries in the stacks of these entries that wait like them: also snoozed, or not. */
export async function listStackIds(db: ReadDb, ids: readonly string[], now: number): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('inbox_entry as one')
    .innerJoin('inbox_entry as other', (join) =>
      join.onRef('other.stack', '=', 'one.stack').onRef('other.kind', '=', 'one.kind'),
    )
    .select('other.id')
    .distinct()
    .where('one.id', 'in', ids)
    .where(({ and, or, eb }) =>
      or([
        and([eb('one.snoozedUntil', '>', now), eb('other.snoozedUntil', '>', now)]),
        and([
          or([eb('one.snoozedUntil', 'is', null), eb('one.snoozedUntil', '<=', now)]),
          or([eb('other.snoozedUntil', 'is', null), eb('other.snoozedUntil', '<=', now)]),
        ]),
      ]),
    )
    .execute();
  return rows.map(({ id }) => id);
}

/** The ids of up to `limit` entries that match the filter and had arrived by `until`, the oldest first. */
export async function listMatching(
  db: ReadDb,
  { until, ...asked }: Asked & { until: number },
  limit: number,
): Promise<string[]> {
  const rows = await db
    .selectFrom('inbox_entry')
    .select('id')
    .where(matches(asked))
    .where('receivedAt', '<=', until)
    .orderBy('receivedAt')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** How many stacks each filter would show, and each source has, with their names. */
export async function countStacks(
  db: ReadDb,
  { filter, now }: Asked,
): Promise<{ shows: Record<Show, number>; sources: { id: string; name: string; count: number }[] }> {
  const [waiting, snoozed] = await Promise.all([
    countBySource(db, { filter: { ...filter, show: 'all' }, now }),
    countBySource(db, { filter: { ...filter, show: 'snoozed' }, now }),
  ]);
  const counts: Counted[] = [
    ...waiting.map((row) => ({ ...row, snoozed: false })),
    ...snoozed.map((row) => ({ ...row, snoozed: true })),
  ];
  const sum = (isCounted: (row: Counted) => boolean) =>
    counts.reduce((total, row) => total + (isCounted(row) ? row.count : 0), 0);
  const ofSource = ({ source }: Counted) => filter.source === undefined || source === filter.source;
  const of = (show: Show) => sum((row) => ofSource(row) && isShown(row, show));
  const names = await listSourceNames(db, [...new Set(counts.flatMap(({ source }) => source ?? []))]);
  return {
    shows: Object.fromEntries(shows.map((show) => [show, of(show)])) as Record<Show, number>,
    sources: names.map(({ id, name }) => ({
      id,
      name,
      count: sum((row) => row.source === id && isShown(row, filter.show)),
    })),
  };
}

type Counted = {
  kind: EntryKind;
  collection: string;
  source: string | null;
  snoozed: boolean;
  count: number;
};

/** From the index `inbox_entry_counted` alone, in its order: entries are large, and each visit of the inbox counts. */
async function countBySource(db: ReadDb, { filter: { show, older }, now }: Asked) {
  const rows = await db
    .selectFrom('inbox_entry')
    .select(({ fn }) => ['source', 'kind', 'collection', fn.count('stack').distinct().as('count')])
    .where(matches({ filter: { show, older }, now }))
    .groupBy(['source', 'kind', 'collection'])
    .execute();
  return rows.map((row) => ({ ...row, count: Number(row.count) }));
}

function isShown({ kind, collection, snoozed }: Counted, show: Show): boolean {
  if (snoozed || show === 'snoozed') return snoozed && show === 'snoozed';
  if (show === 'all') return true;
  return showOf(kind, collection) === show;
}

/**
 * The first entry of each stack of a part. The subquery names no column but those of the index of stacks: without
 * statistics, both databases would use another index, and PostgreSQL would join what `not exists` says, which took
 * minutes. Entries of a stack are of one source and collection.
 */
function firstEntries(db: ReadDb, part: Part, asked: Asked) {
  const {
    filter: { show, older },
    now,
  } = asked;
  return db
    .selectFrom('inbox_entry')
    .select(entryColumns)
    .where(matches(asked))
    .where(isOfPart(part))
    .where('inbox_entry.id', '=', ({ selectFrom }) =>
      selectFrom('inbox_entry as one')
        .select('one.id')
        .whereRef('one.stack', '=', 'inbox_entry.stack')
        .whereRef('one.kind', '=', 'inbox_entry.kind')
        .where(matches({ filter: { show: show === 'snoozed' ? show : 'all', older }, now }, 'one'))
        .orderBy('one.startAt')
        .orderBy('one.id')
        .limit(1),
    );
}

// biome-ignore lint/suspicious/noExplicitAny: the table may have an alias
type Entries = ExpressionBuilder<any, any>;

/** The parts that are all entries of a kind. */
const kindOfPart: { [P in Part]?: EntryKind } = {
  reports: 'report',
  suggestions: 'suggestion',
  drafts: 'draft',
  changes: 'change',
};

function isOfPart(part: Part) {
  return (entry: ExpressionBuilder<Tables, 'inbox_entry'>): Expression<SqlBool> => {
    const kind = kindOfPart[part];
    if (kind) return entry('kind', '=', kind);
    const isNew = entry('kind', '=', 'new');
    if (part === 'warnings') return isNew.and('collection', '=', 'notices');
    if (part === 'happenings') return isNew.and('collection', '=', 'events');
    return isNew.and('collection', 'not in', ['events', 'notices']);
  };
}

/** Whether the row of that table or alias matches the filter. */
function matches({ filter, now }: Asked, table = 'inbox_entry') {
  const { show, source } = filter;
  const until = arrivedUntil(filter, now);
  return (entry: Entries): Expression<SqlBool> => {
    const snoozed = `${table}.snoozedUntil`;
    return entry.and([
      show === 'snoozed'
        ? entry(snoozed, '>', now)
        : entry.or([entry(snoozed, 'is', null), entry(snoozed, '<=', now)]),
      ...ofShow(show).map(([column, value]) => entry(`${table}.${column}`, '=', value)),
      ...(source === undefined ? [] : [entry(`${table}.source`, '=', source)]),
      ...(until === undefined ? [] : [entry(`${table}.receivedAt`, '<=', until)]),
    ]);
  };
}

/** What columns have in the entries of a filter. */
function ofShow(show: Show): [column: string, value: string][] {
  if (show === 'all' || show === 'snoozed') return [];
  const kind = kindOfShow(show);
  return kind
    ? [['kind', kind]]
    : [
        ['kind', 'new'],
        ['collection', show],
      ];
}

async function withSizes(
  db: ReadDb,
  entries: (InboxEntryRow & { part: Part })[],
  asked: Asked,
): Promise<Stack[]> {
  if (entries.length === 0) return [];
  const rows = await db
    .selectFrom('inbox_entry')
    .select(({ fn }) => ['stack', 'kind', fn.countAll().as('size'), fn.max('startAt').as('lastStartAt')])
    .where(
      'stack',
      'in',
      entries.map(({ stack }) => stack),
    )
    .where(matches(asked))
    .groupBy(['stack', 'kind'])
    .execute();
  const sizes = new Map(rows.map((row) => [`${row.kind} ${row.stack}`, row]));
  return entries.map((entry) => {
    const found = sizes.get(`${entry.kind} ${entry.stack}`);
    const last = found?.lastStartAt ?? null;
    return { ...entry, size: Number(found?.size ?? 1), lastStartAt: last === null ? null : Number(last) };
  });
}

/** The entry of the item that a duplicate, named by its own id, is a part of; undefined if it is no duplicate. */
export async function findDuplicate(db: ReadDb, ownId: string): Promise<{ entry: string } | undefined> {
  const row = await db
    .selectFrom('source_item')
    .innerJoin('inbox_entry', (join) =>
      join
        .onRef('inbox_entry.collection', '=', 'source_item.collection')
        .onRef('inbox_entry.itemId', '=', 'source_item.itemId'),
    )
    .select('inbox_entry.id')
    .where('source_item.ownId', '=', ownId)
    .whereRef('source_item.itemId', '<>', 'source_item.ownId')
    .executeTakeFirst();
  return row && { entry: row.id };
}
