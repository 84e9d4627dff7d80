/** Drafts and scheduled items in admin lists. */
import { setImmediate } from 'node:timers/promises';
import {
  type Collection,
  type EditedItem,
  type StoredItem,
  titleOfInput,
} from '#app/items/collection/collection.ts';
import type { AdminRow, FacetContext, SeriesPosition } from '#app/items/collection/facets.ts';
import { unpublishedOrders } from '#app/items/drafts/item-version-store.server.ts';
import { isOverdue } from '#app/items/drafts/obstacles.server.ts';
import { asksForSomething, type SearchTerm, type SearchText } from '#app/items/lists/search-query.ts';
import { listLastEditors } from '#app/items/revisions/revision-store.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { readCursor } from '#app/platform/database/lists/paginate.server.ts';
import { foldText } from '#app/platform/search-index/fold-text.ts';
import { searchTextOf } from '#app/platform/search-index/search-text.ts';
import type { TextRow } from '#app/platform/search-index/text-sources.ts';
import { describeUntil } from '#app/platform/time/relative-time.ts';
import { formatShortDate, formatTime, machineTimeOf, startOfToday } from '#app/platform/time/town-time.ts';

/**
 * A line of an admin list with the item's status (a word with a color, and sometimes a note and how far away that is),
 * and when it was changed last; `by` is '' if unknown.
 */
export type StatusRow = AdminRow & {
  status: { tone: string; word: string; note: string; distance?: string };
  changed: { machineTime: string; text: string; by: string };
  /** Where it is in its series; absent for an item that does not repeat, or is not published. */
  series?: SeriesPosition | undefined;
};

/** At most this many items of each status are searched. */
const MOST_SEARCHED = 500;
const BATCH = 50;

/**
 * The drafts or scheduled items of a collection that match a search, in the order of their list, at most `limit`. The
 * index contains only published items, so their words are computed here, in small steps, so that other requests don't
 * wait.
 */
export async function findUnpublished<Item extends StoredItem>(
  db: ReadDb,
  collection: Collection<Item>,
  publication: 'draft' | 'scheduled',
  { search, limit }: { search: SearchText; limit: number },
): Promise<EditedItem<Item>[]> {
  const found: EditedItem<Item>[] = [];
  if (!collection.store.unpublished || !asksForSomething(search)) return found;
  let after: ReturnType<typeof readCursor>;
  for (let searched = 0; searched < MOST_SEARCHED; searched += BATCH) {
    const isWanted = (json: string) => mayMatch(json, search.terms);
    const page = await collection.store.unpublished.list(db, publication, { limit: BATCH, after }, isWanted);
    for (const item of page.items) {
      if (matches(inputTextOf(collection, item.input), search.terms)) found.push(item);
      if (found.length === limit) return found;
      await setImmediate();
    }
    await setImmediate();
    if (!page.next) break;
    after = readCursor(page.next, unpublishedOrders[publication]);
  }
  return found;
}

/**
 * Whether stored JSON contains the words of a search anywhere, also those that tags divide. Costs a hundredth of what
 * reading the item does.
 */
function mayMatch(json: string, terms: SearchTerm[]): boolean {
  const text = foldText(`${json}\n${json.replace(/<[^>]*>/g, '')}`);
  return terms.every(({ words, isExcluded }) => isExcluded || words.every((word) => text.includes(word)));
}

/** The folded words with a space around each. A phrase cannot reach from the title into the text. */
function inputTextOf({ source }: Pick<Collection, 'source'>, input: Record<string, unknown>): string {
  const parts = Object.values(input).filter(Array.isArray).flat().join('\n');
  const words = Object.entries(input).filter(([, value]) => typeof value === 'string');
  const { title, text } = searchTextOf(source.fieldsOf({ ...Object.fromEntries(words), parts } as TextRow));
  return ` ${title}  ${text} `;
}

/** An unquoted word also matches longer words that begin with it, as in search while typing. */
function matches(text: string, terms: SearchTerm[]): boolean {
  return terms.every(({ words, isExcluded, isQuoted }) => {
    const isWhole = isQuoted || isExcluded;
    return text.includes(` ${words.join(' ')}${isWhole ? ' ' : ''}`) !== isExcluded;
  });
}

/** The rows of drafts and scheduled items; a draft that is not complete has only its title. */
export async function unpublishedRows<Item extends StoredItem>(
  collection: Collection<Item>,
  items: EditedItem<Item>[],
  context: FacetContext,
): Promise<StatusRow[]> {
  const { columns, listRows } = collection.facets.adminList;
  const rows = await listRows(
    items.flatMap(({ item }) => item ?? []),
    context,
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const changes = await changesOf(collection, items, context);
  return items.map((item, index) => {
    const { id, input } = item;
    const bare = { id, title: titleOfInput(collection, input), cells: columns.slice(1).map(() => '') };
    return {
      ...(byId.get(id) ?? bare),
      link: undefined,
      status: statusOf(item, context),
      changed: changes[index] as Change,
    };
  });
}

function statusOf(item: EditedItem, { town, now }: FacetContext): StatusRow['status'] {
  const { publishAt } = item;
  if (publishAt === null) return { tone: 'warning', word: 'Draft', note: '' };
  const note = `${formatShortDate(publishAt, town)}, ${formatTime(publishAt, town)}`;
  return isOverdue(item, now)
    ? { tone: 'danger', word: 'Not published', note: `Due ${note}` }
    : { tone: 'info', word: 'Scheduled', note, distance: describeUntil(publishAt, now, town.timeZone) };
}

/** The rows of published items, which of them have a draft of changes, and with `isFolded` the later dates of series. */
export async function publishedRows<Item extends StoredItem>(
  collection: Collection<Item>,
  items: Item[],
  context: FacetContext,
  isFolded: boolean,
): Promise<StatusRow[]> {
  const { read, town } = context;
  const rows = await collection.facets.adminList.listRows(items, context);
  const ids = items.map(({ id }) => id);
  const changes = await changesOf(collection, items, context);
  const drafted = new Set(await collection.store.unpublished?.listDrafted(read, ids));
  const places = await collection.facets.adminList.series?.findPlaces(read, items, { clock: town, isFolded });
  return rows.map((row, index) => {
    const note = drafted.has(row.id) ? 'Has a newer draft' : (row.time ?? '');
    const status = { tone: 'success', word: 'Published', note };
    return { ...row, status, changed: changes[index] as Change, series: places?.get(row.id) };
  });
}

type Change = StatusRow['changed'];

/** In the order of `items`. Changes of today have the time, earlier ones the day. */
async function changesOf(
  { name }: Pick<Collection, 'name'>,
  items: StoredItem[],
  { read, town, now }: FacetContext,
): Promise<Change[]> {
  const editors = await listLastEditors(
    read,
    name,
    items.map(({ id }) => id),
  );
  const today = startOfToday(now, town.timeZone);
  return items.map(({ id, updatedAt }) => ({
    machineTime: machineTimeOf(updatedAt, town.timeZone),
    text: updatedAt >= today ? formatTime(updatedAt, town) : formatShortDate(updatedAt, town),
    by: editors.get(id) ?? '',
  }));
}
