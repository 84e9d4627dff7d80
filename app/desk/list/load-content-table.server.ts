import { redirect } from 'react-router';
import { readSchedule } from '#app/desk/form/publishing-input.server.ts';
import {
  type Collection,
  type EditedItem,
  findForEditor,
  type Publication,
  type SeriesScope,
  type StoredItem,
  seriesScopes,
  titleOfInput,
} from '#app/items/collection/collection.ts';
import type { AdminView, FacetContext } from '#app/items/collection/facets.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import { explainUnchanged, explainUntagged } from '#app/items/drafts/change-items.server.ts';
import { editorOf } from '#app/items/drafts/editor.ts';
import { unpublishedOrders } from '#app/items/drafts/item-version-store.server.ts';
import { loadFoundPage } from '#app/items/lists/found-items.server.ts';
import { loadListPage } from '#app/items/lists/list-page.server.ts';
import { parseSearchText, type SearchText } from '#app/items/lists/search-query.ts';
import { tagName } from '#app/items/text/tag.ts';
import { moveToTrash } from '#app/items/trash/move-to-trash.server.ts';
import { countTrash } from '#app/items/trash/trash-store.server.ts';
import { readContext, requestContextKey, writeContext } from '#app/people/request/context.ts';
import { NotPermittedError } from '#app/people/request/not-permitted.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { countItems } from '#app/platform/database/lists/counted-list.server.ts';
import { emptyPage, PAGE_SIZE, type PageRequest } from '#app/platform/database/lists/paginate.server.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { PagerLinks } from '#app/platform/ui/pager.tsx';
import { type DeletedItems, findDeleted } from './deleted-notice.server.ts';
import { countScopes, type ScopeCounts } from './scope-counts.server.ts';
import { listNotices, readSelectionNotice, type SelectionNotice } from './selection-notice.ts';
import {
  findUnpublished,
  publishedRows,
  type StatusRow,
  unpublishedRows,
} from './unpublished-rows.server.ts';

export type TableData = {
  /** The collection's name in addresses, and its heading. */
  name: string;
  heading: string;
  columns: string[];
  /** What to consider before deleting, shown with the question; null if there is nothing. */
  beforeRemoval: string | null;
  /** Narrower lists, with their addresses. */
  views: TableLink[];
  /** The lists by status, with how many items each has; empty where items can only be published. */
  filters: (TableLink & { count: number })[];
  /** On the first page, scheduled items and drafts are above the others; also among search results. */
  rows: StatusRow[];
  pager: PagerLinks;
  /** The item that `?delete={id}` asks about; null if there is none. */
  removing: { id: string; title: string; scopes: ScopeCounts | null } | null;
  /** The title of the series whose dates are listed, by `?series=`; null for a list of all items. */
  series: string | null;
  /** What was just deleted and can be restored. */
  deleted: DeletedItems | null;
  isRestored: boolean;
  /** The last action on several items. */
  notice: SelectionNotice;
  /** Whether items can have tags. */
  hasTags: boolean;
  /** Why some of them were not changed. */
  problems: string[];
  /** The requested removal failed. */
  failed: boolean;
  /** The search term; '' without a search. */
  q: string;
};

type TableLink = { label: string; href: string; isCurrent: boolean };

type Args = Parameters<typeof readContext>[0] & { request: Request; url: URL };

/** At most this many of each status are shown above the first page; each status has a complete list of its own. */
const MOST_ABOVE = PAGE_SIZE;

/** A page of an admin list, in the public list's order. `?publication=` lists the items of one status. */
export async function loadContentTable<Item extends StoredItem>(
  args: Args,
  collection: Collection<Item>,
): Promise<TableData> {
  const context = readContext(args);
  const { read } = context;
  const url = new URL(args.url);
  const asked = url.searchParams.get('delete');
  const batch = url.searchParams.get('deleted');
  const isRestored = url.searchParams.has('restored');
  const failed = url.searchParams.get('failed') === '1';
  const notice = readSelectionNotice(url.searchParams);
  for (const name of listNotices) url.searchParams.delete(name);
  const { text: q } = parseSearchText(url.searchParams.get('q') ?? '');
  const { name, heading } = collection;
  const { adminList } = collection.facets;
  const chosen = chosenStatus(url, collection);
  const listing = { url, collection, context, batch };
  const seriesId = chosenSeries(url, collection);
  const { rows, pager } =
    chosen === 'draft' || chosen === 'scheduled'
      ? await loadUnpublished(listing, chosen)
      : await loadPublished(listing, seriesId);
  const isStart = chosen === undefined && seriesId === null && pager.page === 1 && !pager.previous;
  const above = isStart ? await loadAbove(listing) : [];
  const item = asked && isItemId(asked) ? await findForEditor(collection, read, asked) : undefined;
  return {
    name,
    heading,
    columns: adminList.columns,
    beforeRemoval: adminList.beforeRemoval ?? null,
    views: chosen === 'draft' || chosen === 'scheduled' ? [] : viewsOf(url, name, adminList.views),
    filters: await filtersOf(collection, context, q === '' ? chosen : undefined),
    rows: [...above, ...rows],
    pager,
    removing: item ? await removalOf(read, collection, item) : null,
    series: seriesId === null ? null : (rows[0]?.title ?? ''),
    deleted: await findDeleted(read, batch, context.now),
    isRestored,
    notice,
    hasTags: collection.facets.tags !== undefined,
    problems: await explain(collection, notice, context),
    failed,
    q,
  };
}

function explain(collection: Collection, notice: SelectionNotice, context: FacetContext): Promise<string[]> {
  const { done, unchanged, tag: name, at } = notice;
  const { read, siteUrl } = context;
  const fault = done === 'schedule' && at !== '' && readSchedule(at, context.town.timeZone).problems[0];
  if (fault) return Promise.resolve([`Publish time: ${fault.message}`]);
  if (done !== 'tag' && done !== 'untag') return explainUnchanged(read, collection, unchanged, context);
  const problem = tagName.safeParse(name).error?.issues[0]?.message;
  return problem
    ? Promise.resolve([`Tag: ${problem}.`])
    : explainUntagged(read, collection, unchanged, { name, siteUrl });
}

async function removalOf(read: ReadDb, collection: Collection, { id, input }: EditedItem) {
  return { id, title: titleOfInput(collection, input), scopes: await countScopes(read, collection, id) };
}

type Rows = { rows: StatusRow[]; pager: PagerLinks };

type Listing<Item extends StoredItem> = {
  url: URL;
  collection: Collection<Item>;
  context: FacetContext;
  /** What was just deleted. */
  batch: string | null;
};

/** The status whose items are listed; undefined for all. A search finds items of every status. */
function chosenStatus(
  { searchParams }: URL,
  { store: { unpublished } }: Collection,
): Publication | undefined {
  if (!unpublished || searchParams.get('q')) return undefined;
  return statuses.map(([status]) => status).find((status) => status === searchParams.get('publication'));
}

const statuses = [
  ['published', 'Published'],
  ['scheduled', 'Scheduled'],
  ['draft', 'Drafts'],
] as const;

async function filtersOf<Item extends StoredItem>(
  { name, source, store: { unpublished } }: Collection<Item>,
  { read, now }: FacetContext,
  chosen: Publication | undefined,
): Promise<TableData['filters']> {
  if (!unpublished) return [];
  const published = await countItems(read, source.table);
  const inTrash = (await countTrash(read, now)).get(name) ?? 0;
  const counts = { published, ...(await unpublished.count(read)) };
  const all = counts.published + counts.scheduled + counts.draft;
  return [
    { label: 'All', href: `/admin/${name}`, count: all, isCurrent: chosen === undefined },
    ...statuses.map(([status, label]) => ({
      label,
      href: `/admin/${name}?publication=${status}`,
      count: counts[status],
      isCurrent: status === chosen,
    })),
    { label: 'Trash', href: `/admin/trash?show=${name}`, count: inTrash, isCurrent: false },
  ];
}

async function loadAbove<Item extends StoredItem>({
  url,
  collection,
  context,
}: Listing<Item>): Promise<StatusRow[]> {
  const search = parseSearchText(url.searchParams.get('q') ?? '');
  const list = (status: 'draft' | 'scheduled') => listAbove(collection, context, status, search);
  return unpublishedRows(collection, [...(await list('scheduled')), ...(await list('draft'))], context);
}

async function listAbove<Item extends StoredItem>(
  collection: Collection<Item>,
  { read }: FacetContext,
  status: 'draft' | 'scheduled',
  search: SearchText,
) {
  if (search.text !== '') return findUnpublished(read, collection, status, { search, limit: MOST_ABOVE });
  return (await collection.store.unpublished?.list(read, status, { limit: MOST_ABOVE }))?.items ?? [];
}

async function loadUnpublished<Item extends StoredItem>(
  { url, collection, context }: Listing<Item>,
  status: 'draft' | 'scheduled',
): Promise<Rows> {
  const { items, pager } = await loadListPage(url, unpublishedOrders[status], async (request) => {
    const page = await collection.store.unpublished?.list(context.read, status, request);
    return page ?? emptyPage;
  });
  return { rows: await unpublishedRows(collection, items, context), pager };
}

/** A search, and the list of one series, have a row for each date. */
async function loadPublished<Item extends StoredItem>(
  { url, collection, context, batch }: Listing<Item>,
  seriesId: string | null,
): Promise<Rows> {
  const { read } = context;
  const { views, series } = collection.facets.adminList;
  const search = parseSearchText(url.searchParams.get('q') ?? '');
  const from = chosenView(url, views)?.from(context);
  const isFolded = search.text === '' && seriesId === null;
  const list = (request: PageRequest) => {
    if (series && seriesId !== null) return series.listDates(read, seriesId, request);
    return (series?.listOnce ?? collection.store.list)(read, {
      ...request,
      ...(from === undefined ? {} : { from }),
    });
  };
  // The last item of the last page may just have been removed.
  const toStart = () => redirect(`${url.pathname}?deleted=${batch}`);
  const { items, pager } =
    search.text === ''
      ? await loadListPage(url, collection.store.order, list, batch ? toStart : undefined)
      : await loadFoundPage(read, url, collection, search);
  return { rows: await publishedRows(collection, items, context, isFolded), pager };
}

function chosenSeries({ searchParams }: URL, { facets: { adminList } }: Collection): string | null {
  const id = searchParams.get('series');
  return adminList.series && id !== null && isItemId(id) && !searchParams.get('q') ? id : null;
}

function chosenView(url: URL, views: AdminView[] = []): AdminView | undefined {
  return views.find(({ name }) => name === url.searchParams.get('show')) ?? views[0];
}

function viewsOf(url: URL, collection: string, views: AdminView[] = []): TableData['views'] {
  // A search finds all items, and a series has all its dates.
  const isWhole = url.searchParams.get('q') || url.searchParams.get('series');
  const chosen = isWhole ? views.at(-1) : chosenView(url, views);
  return views.map((view, place) => ({
    label: view.label,
    href: `/admin/${collection}${place === 0 ? '' : `?show=${view.name}`}`,
    isCurrent: view === chosen,
  }));
}

/** Moves the posted id to the trash, and shows the list again. An item that no longer exists counts as deleted. */
export async function removeContent(args: Args, collection: Collection): Promise<Response> {
  const { write, services, now } = writeContext(args);
  const { values } = await readForm(args.request, removalForm);
  const id = String(values.id);
  const back = new URL(args.url);
  for (const name of listNotices) back.searchParams.delete(name);
  try {
    const by = editorOf(args.context.get(requestContextKey));
    const scope = seriesScopes.find((known) => known === values.series) ?? 'this';
    const ids = isItemId(id) ? await listRemoved(write, collection, id, scope) : [];
    const { batch, items } = await moveToTrash(write, collection, ids, { now, by });
    for (const item of items)
      await recordActivity(args, 'item-removed', `/${collection.name}/${item.id} ${item.title}`);
    back.searchParams.set('deleted', batch);
  } catch (error) {
    if (error instanceof NotPermittedError) throw error;
    services.log.error({ err: error, collection: collection.name }, 'an item could not be removed');
    back.searchParams.set('failed', '1');
  }
  return redirect(`${back.pathname}${back.search}`, 303);
}

async function listRemoved(db: WriteDb, collection: Collection, id: string, scope: SeriesScope) {
  return (await collection.store.listSeriesIds?.(db, id, scope)) ?? [id];
}

const removalForm = [
  [{ name: 'id', label: 'ID', kind: 'id' as const, required: true }],
  [{ name: 'series', label: 'Delete', kind: 'radio' as const, required: false }],
];
