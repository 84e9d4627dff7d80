import { redirect } from 'react-router';
import {
  type Collection,
  findForEditor,
  type ListRequest,
  type StoredItem,
  type WaitingItem,
  type WaitingItems,
} from '#app/content/collection.server.ts';
import { loadFoundPage } from '#app/content/found-items.server.ts';
import { isItemId } from '#app/content/item-id.ts';
import { findItemSubject } from '#app/content/item-subject.server.ts';
import { type ListPage, loadListPage } from '#app/content/list-page.server.ts';
import { parseSearchText } from '#app/content/search-query.ts';
import { readVisit, writeVisit } from '#app/context.ts';
import type { ReadDb } from '#app/database/handles.ts';
import { PAGE_SIZE, type PageRequest } from '#app/database/paginate.server.ts';
import { waitingOrder } from '#app/drafts/item-version-store.server.ts';
import { readForm } from '#app/forms/read-form.server.ts';
import { noteDone } from '#app/note-done.server.ts';
import { formatShortDate, formatTime } from '#app/time/town-time.ts';
import type { Town } from '#app/town/town.ts';
import type { PagerLinks } from '#app/ui/pager.tsx';
import { findWaiting } from './find-waiting.server.ts';

/**
 * One row of an admin list: the title, with a mark if there is something to notice, then a text for each further
 * column.
 */
export type TableRow = {
  id: string;
  title: string;
  mark?: { tone: string; word: string } | undefined;
  cells: string[];
};

export type TableData = {
  /** On the first page, scheduled items are above the others, soonest first; also among search results. */
  rows: TableRow[];
  /** How many are scheduled, without a search. */
  scheduledCount: number;
  /** Only scheduled items are listed. */
  isScheduled: boolean;
  pager: PagerLinks;
  /** The item that `?delete={id}` asks about; null if there is none. */
  removing: { id: string; title: string } | null;
  removed: boolean;
  /** The requested removal failed. */
  failed: boolean;
  siteTitle: string;
  /** The search term; '' without a search. */
  q: string;
};

type Args = Parameters<typeof readVisit>[0] & { request: Request; url: URL };

/** At most this many scheduled items are above the first page; they have a complete list of their own. */
const MOST_SCHEDULED = PAGE_SIZE;

/**
 * A page of an admin list. `bounds` narrows it; without them everything is listed, in the public list's order.
 * `?publication=scheduled` lists scheduled items.
 */
export async function loadContentTable<Item extends StoredItem>(
  args: Args,
  collection: Collection<Item>,
  rowOf: (item: Item) => TableRow,
  bounds: Partial<ListRequest> = {},
): Promise<TableData> {
  const { read, town } = readVisit(args);
  const url = new URL(args.url);
  const asked = url.searchParams.get('delete');
  const removed = url.searchParams.get('removed') === '1';
  const failed = url.searchParams.get('failed') === '1';
  for (const name of ['delete', 'removed', 'failed']) url.searchParams.delete(name);
  const search = parseSearchText(url.searchParams.get('q') ?? '');
  const { text: q } = search;
  const waitingRow = ({ item, publishAt }: WaitingItem<Item>): TableRow => ({
    ...rowOf(item),
    mark: { tone: 'info', word: `Scheduled for ${sayInstant(publishAt, town)}` },
  });
  const waiting = collection.waiting && waitingRows(collection.waiting, waitingRow);
  const isScheduled = waiting !== undefined && url.searchParams.get('publication') === 'scheduled';
  const { items: rows, pager } = isScheduled
    ? await loadListPage(url, waitingOrder, (request) => waiting.list(read, request))
    : await loadPublished({ read, url, collection, rowOf, bounds, removed });
  const isStart = !isScheduled && pager.page === 1 && !pager.previous;
  const first = isStart && q === '' ? await waiting?.list(read, { limit: MOST_SCHEDULED }) : undefined;
  const found = isStart ? await findWaiting(read, collection, search, MOST_SCHEDULED) : [];
  const scheduled = first?.items ?? found.map(waitingRow);
  const isCut = first?.items.length === MOST_SCHEDULED;
  const item = asked && isItemId(asked) ? await findForEditor(collection, read, asked) : undefined;
  return {
    rows: [...scheduled, ...rows],
    scheduledCount: isCut ? ((await collection.waiting?.count(read)) ?? 0) : (first?.items.length ?? 0),
    isScheduled,
    pager,
    removing: item ? { id: item.id, title: collection.titleOf(item) } : null,
    removed,
    failed,
    siteTitle: town.title,
    q,
  };
}

type Published<Item extends StoredItem> = {
  read: ReadDb;
  url: URL;
  collection: Collection<Item>;
  rowOf: (item: Item) => TableRow;
  bounds: Partial<ListRequest>;
  removed: boolean;
};

async function loadPublished<Item extends StoredItem>(asked: Published<Item>): Promise<ListPage<TableRow>> {
  const { read, url, collection, rowOf, bounds, removed } = asked;
  const search = parseSearchText(url.searchParams.get('q') ?? '');
  // The last item of the last page may just have been removed.
  const toStart = () => redirect(`${url.pathname}?removed=1`);
  const { items, pager } =
    search.text === ''
      ? await loadListPage(
          url,
          collection.order,
          (request) => collection.list(read, { ...request, ...bounds }),
          removed ? toStart : undefined,
        )
      : await loadFoundPage(read, url, collection, search);
  return { items: items.map(rowOf), pager };
}

function waitingRows<Item>(waiting: WaitingItems<Item>, rowOf: (item: WaitingItem<Item>) => TableRow) {
  return {
    async list(read: ReadDb, request: PageRequest) {
      const page = await waiting.list(read, request);
      return { ...page, items: page.items.map(rowOf) };
    },
  };
}

function sayInstant(at: number, town: Town): string {
  return `${formatShortDate(at, town)}, ${formatTime(at, town)}`;
}

/** Removes the posted id, and shows the list again. An item that is gone already counts as removed. */
export async function removeContent(args: Args, collection: Collection): Promise<Response> {
  const { write, services } = writeVisit(args);
  const { values } = await readForm(args.request, removalForm);
  const id = String(values.id);
  const back = new URL(args.url);
  for (const name of ['delete', 'removed', 'failed']) back.searchParams.delete(name);
  try {
    if (isItemId(id)) {
      const subject = await findItemSubject(collection, write, id);
      await collection.remove(write, id);
      await noteDone(args, 'item-removed', subject);
    }
    back.searchParams.set('removed', '1');
  } catch (error) {
    services.log.error({ err: error, collection: collection.name }, 'an item could not be removed');
    back.searchParams.set('failed', '1');
  }
  return redirect(`${back.pathname}${back.search}`, 303);
}

const removalForm = [[{ name: 'id', label: 'ID', kind: 'id' as const, required: true }]];
