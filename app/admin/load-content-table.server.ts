import { redirect } from 'react-router';
import {
  type Collection,
  findForEditor,
  type StoredItem,
  type WaitingItem,
  type WaitingItems,
} from '#app/collection/collection.ts';
import type { AdminListFacet, AdminRow, AdminView, FacetContext } from '#app/collection/facets.ts';
import { loadFoundPage } from '#app/content/found-items.server.ts';
import { isItemId } from '#app/content/item-id.ts';
import { loadListPage } from '#app/content/list-page.server.ts';
import { parseSearchText } from '#app/content/search-query.ts';
import { readVisit, visitContext, writeVisit } from '#app/context.ts';
import { PAGE_SIZE } from '#app/database/paginate.server.ts';
import { editorOf } from '#app/drafts/editor.ts';
import { waitingOrder } from '#app/drafts/item-version-store.server.ts';
import { moveToTrash } from '#app/drafts/trash.server.ts';
import { readForm } from '#app/forms/read-form.server.ts';
import { noteDone } from '#app/note-done.server.ts';
import { formatShortDate, formatTime } from '#app/time/town-time.ts';
import type { Town } from '#app/town/town.ts';
import type { PagerLinks } from '#app/ui/pager.tsx';
import { type DeletedItems, findDeleted } from './deleted-notice.server.ts';
import { findWaiting } from './find-waiting.server.ts';

export type TableData = {
  /** The collection's name in addresses, and its heading. */
  name: string;
  heading: string;
  columns: string[];
  /** What to consider before deleting, shown with the question; null if there is nothing. */
  beforeRemoval: string | null;
  /** Narrower lists, with their addresses. */
  views: { label: string; href: string; isCurrent: boolean }[];
  /** On the first page, scheduled items are above the others, soonest first; also among search results. */
  rows: AdminRow[];
  /** How many are scheduled, without a search. */
  scheduledCount: number;
  /** Only scheduled items are listed. */
  isScheduled: boolean;
  pager: PagerLinks;
  /** The item that `?delete={id}` asks about; null if there is none. */
  removing: { id: string; title: string } | null;
  /** What was just deleted and can be restored. */
  deleted: DeletedItems | null;
  isRestored: boolean;
  /** The requested removal failed. */
  failed: boolean;
  siteTitle: string;
  /** The search term; '' without a search. */
  q: string;
};

type Args = Parameters<typeof readVisit>[0] & { request: Request; url: URL };

/** At most this many scheduled items are above the first page; they have a complete list of their own. */
const MOST_SCHEDULED = PAGE_SIZE;

/** A page of an admin list, in the public list's order. `?publication=scheduled` lists scheduled items. */
export async function loadContentTable<Item extends StoredItem>(
  args: Args,
  collection: Collection<Item>,
): Promise<TableData> {
  const context = readVisit(args);
  const { read, town } = context;
  const url = new URL(args.url);
  const asked = url.searchParams.get('delete');
  const batch = url.searchParams.get('deleted');
  const isRestored = url.searchParams.has('restored');
  const failed = url.searchParams.get('failed') === '1';
  for (const name of notices) url.searchParams.delete(name);
  const search = parseSearchText(url.searchParams.get('q') ?? '');
  const { text: q } = search;
  const { name, heading, waiting, adminList } = collection;
  const isScheduled = waiting !== undefined && url.searchParams.get('publication') === 'scheduled';
  const { rows, pager } = isScheduled
    ? await loadWaiting(url, waiting, adminList, context)
    : await loadPublished({ url, collection, context, batch });
  const isStart = !isScheduled && pager.page === 1 && !pager.previous;
  const first = isStart && q === '' ? await waiting?.list(read, { limit: MOST_SCHEDULED }) : undefined;
  const found = isStart ? await findWaiting(read, collection, search, MOST_SCHEDULED) : [];
  const scheduled = await waitingRows(first?.items ?? found, adminList, context);
  const isCut = first?.items.length === MOST_SCHEDULED;
  const item = asked && isItemId(asked) ? await findForEditor(collection, read, asked) : undefined;
  return {
    name,
    heading,
    columns: adminList.columns,
    beforeRemoval: adminList.beforeRemoval ?? null,
    views: viewsOf(url, name, adminList.views),
    rows: [...scheduled, ...rows],
    scheduledCount: isCut ? ((await waiting?.count(read)) ?? 0) : (first?.items.length ?? 0),
    isScheduled,
    pager,
    removing: item ? { id: item.id, title: collection.titleOf(item) } : null,
    deleted: await findDeleted(read, batch, context.now),
    isRestored,
    failed,
    siteTitle: town.title,
    q,
  };
}

type Rows = { rows: AdminRow[]; pager: PagerLinks };

type Published<Item extends StoredItem> = {
  url: URL;
  collection: Collection<Item>;
  context: FacetContext;
  /** What was just deleted. */
  batch: string | null;
};

async function loadPublished<Item extends StoredItem>(asked: Published<Item>): Promise<Rows> {
  const { url, collection, context, batch } = asked;
  const { read } = context;
  const search = parseSearchText(url.searchParams.get('q') ?? '');
  const from = chosenView(url, collection.adminList.views)?.from(context);
  // The last item of the last page may just have been removed.
  const toStart = () => redirect(`${url.pathname}?deleted=${batch}`);
  const { items, pager } =
    search.text === ''
      ? await loadListPage(
          url,
          collection.order,
          (request) => collection.list(read, { ...request, ...(from === undefined ? {} : { from }) }),
          batch ? toStart : undefined,
        )
      : await loadFoundPage(read, url, collection, search);
  return { rows: await collection.adminList.listRows(items, context), pager };
}

function chosenView(url: URL, views: AdminView[] = []): AdminView | undefined {
  return views.find(({ name }) => name === url.searchParams.get('show')) ?? views[0];
}

function viewsOf(url: URL, collection: string, views: AdminView[] = []): TableData['views'] {
  // A search finds all items.
  const chosen = url.searchParams.get('q') ? views.at(-1) : chosenView(url, views);
  return views.map((view, place) => ({
    label: view.label,
    href: `/admin/${collection}${place === 0 ? '' : `?show=${view.name}`}`,
    isCurrent: view === chosen,
  }));
}

async function loadWaiting<Item>(
  url: URL,
  waiting: WaitingItems<Item>,
  adminList: AdminListFacet<Item>,
  context: FacetContext,
): Promise<Rows> {
  const { items, pager } = await loadListPage(url, waitingOrder, (request) =>
    waiting.list(context.read, request),
  );
  return { rows: await waitingRows(items, adminList, context), pager };
}

async function waitingRows<Item>(
  waiting: WaitingItem<Item>[],
  { listRows }: AdminListFacet<Item>,
  context: FacetContext,
): Promise<AdminRow[]> {
  const items = waiting.map(({ item }) => item);
  const rows = await listRows(items, context);
  return rows.map((row, place) => {
    const at = sayInstant((waiting[place] as WaitingItem<Item>).publishAt, context.town);
    return { ...row, mark: { tone: 'info', word: `Scheduled for ${at}` } };
  });
}

function sayInstant(at: number, town: Town): string {
  return `${formatShortDate(at, town)}, ${formatTime(at, town)}`;
}

/** Moves the posted id to the trash, and shows the list again. An item that is gone already counts as deleted. */
export async function removeContent(args: Args, collection: Collection): Promise<Response> {
  const { write, services, now } = writeVisit(args);
  const { values } = await readForm(args.request, removalForm);
  const id = String(values.id);
  const back = new URL(args.url);
  for (const name of notices) back.searchParams.delete(name);
  try {
    const by = editorOf(args.context.get(visitContext));
    const { batch, items } = await moveToTrash(write, collection, isItemId(id) ? [id] : [], { now, by });
    for (const { title } of items) await noteDone(args, 'item-removed', `/${collection.name}/${id} ${title}`);
    back.searchParams.set('deleted', batch);
  } catch (error) {
    services.log.error({ err: error, collection: collection.name }, 'an item could not be removed');
    back.searchParams.set('failed', '1');
  }
  return redirect(`${back.pathname}${back.search}`, 303);
}

/** What an address says about the last action. */
const notices = ['delete', 'deleted', 'restored', 'failed'];

const removalForm = [[{ name: 'id', label: 'ID', kind: 'id' as const, required: true }]];
