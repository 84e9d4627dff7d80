import { redirect } from 'react-router';
import type { Collection, ListRequest, StoredItem } from '#app/content/collection.server.ts';
import { isItemId } from '#app/content/item-id.ts';
import { loadListPage } from '#app/content/list-page.server.ts';
import { readVisit, writeVisit } from '#app/context.ts';
import { readForm } from '#app/forms/read-form.server.ts';
import type { PagerLinks } from '#app/ui/pager.tsx';

/** One line of an admin list: the title, then a text for each further column. */
export type TableRow = { id: string; title: string; cells: string[] };

export type TableData = {
  rows: TableRow[];
  pager: PagerLinks;
  /** The item that `?delete={id}` asks about; null when none is asked about. */
  removing: { id: string; title: string } | null;
  removed: boolean;
  siteTitle: string;
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
  url.searchParams.delete('delete');
  url.searchParams.delete('removed');
  const { items, pager } = await loadListPage(url, collection.order, (request) =>
    collection.list(read, { ...request, ...bounds }),
  );
  const item = asked && isItemId(asked) ? await collection.find(read, asked) : undefined;
  const removing = item ? { id: item.id, title: collection.titleOf(item) } : null;
  return { rows: items.map(rowOf), pager, removing, removed, siteTitle: town.title };
}

/** Removes the posted id, and answers with the list again. An item that is gone already counts as removed. */
export async function removeContent(args: Args, collection: Collection): Promise<Response> {
  const { write } = writeVisit(args);
  const { values } = await readForm(args.request, removalForm);
  const id = String(values.id);
  if (isItemId(id)) await collection.remove(write, id);
  const back = new URL(args.url);
  back.searchParams.delete('delete');
  back.searchParams.set('removed', '1');
  return redirect(`${back.pathname}${back.search}`, 303);
}

const removalForm = [[{ name: 'id', label: 'ID', kind: 'id' as const, required: true }]];
