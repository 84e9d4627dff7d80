import { redirect } from 'react-router';
import type { Collection, ListRequest, StoredItem } from '#app/content/collection.server.ts';
import { loadFoundPage } from '#app/content/found-items.server.ts';
import { isItemId } from '#app/content/item-id.ts';
import { loadListPage } from '#app/content/list-page.server.ts';
import { parseSearchText } from '#app/content/search-query.ts';
import { readVisit, writeVisit } from '#app/context.ts';
import { readForm } from '#app/forms/read-form.server.ts';
import { noteDone } from '#app/note-done.server.ts';
import type { PagerLinks } from '#app/ui/pager.tsx';

/** One line of an admin list: the title, with a mark where there is something to notice, then a text for each further column. */
export type TableRow = {
  id: string;
  title: string;
  mark?: { tone: string; word: string } | undefined;
  cells: string[];
};

export type TableData = {
  rows: TableRow[];
  pager: PagerLinks;
  /** The item that `?delete={id}` asks about; null when none is asked about. */
  removing: { id: string; title: string } | null;
  removed: boolean;
  /** The removal that was asked for could not be done. */
  failed: boolean;
  siteTitle: string;
  /** What the list was searched for; '' when it is whole. */
  q: string;
};

type Args = Parameters<typeof readVisit>[0] & { request: Request; url: URL };

/** A page of an admin list. `bounds` narrows it; without them everything is listed, in the public list's order. */
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
  // The last item of the last page may just have been removed.
  const toStart = () => redirect(`${url.pathname}?removed=1`);
  const search = parseSearchText(url.searchParams.get('q') ?? '');
  const { items, pager } =
    search.text === ''
      ? await loadListPage(
          url,
          collection.order,
          (request) => collection.list(read, { ...request, ...bounds }),
          removed ? toStart : undefined,
        )
      : await loadFoundPage(read, url, collection, search);
  const item = asked && isItemId(asked) ? await collection.find(read, asked) : undefined;
  const removing = item ? { id: item.id, title: collection.titleOf(item) } : null;
  return { rows: items.map(rowOf), pager, removing, removed, failed, siteTitle: town.title, q: search.text };
}

/** Removes the posted id, and answers with the list again. An item that is gone already counts as removed. */
export async function removeContent(args: Args, collection: Collection): Promise<Response> {
  const { write, services } = writeVisit(args);
  const { values } = await readForm(args.request, removalForm);
  const id = String(values.id);
  const back = new URL(args.url);
  for (const name of ['delete', 'removed', 'failed']) back.searchParams.delete(name);
  try {
    if (isItemId(id)) {
      await collection.remove(write, id);
      await noteDone(args, 'item-removed', `/${collection.name}/${id}`);
    }
    back.searchParams.set('removed', '1');
  } catch (error) {
    services.log.error({ err: error, collection: collection.name }, 'an item could not be removed');
    back.searchParams.set('failed', '1');
  }
  return redirect(`${back.pathname}${back.search}`, 303);
}

const removalForm = [[{ name: 'id', label: 'ID', kind: 'id' as const, required: true }]];
