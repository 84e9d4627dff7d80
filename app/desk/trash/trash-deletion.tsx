import { redirect } from 'react-router';
import { ConfirmationPage } from '#app/desk/hub/confirmation-page.tsx';
import type { Collections } from '#app/items/collection/collection.ts';
import { deleteEntries } from '#app/items/trash/restore-trash.server.ts';
import { listEntries, listTrashIds, type TrashEntry } from '#app/items/trash/trash-store.server.ts';
import { readContext, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { hidden, several, type ValuesOf } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { typedValues } from '#app/platform/forms/typed-values.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import type { Route } from './+types/trash-deletion';

const choiceForm = [hidden('all'), several('id')];

/** The entries that a query or form names: each `id`, or with `all`, everything deleted up to that time. */
async function readChoice(args: Route.LoaderArgs, { all, id }: ValuesOf<typeof choiceForm>) {
  const { read, now } = readContext(args);
  if (all === '') return id;
  return listTrashIds(read, { now, until: all === '1' ? now : Number(all) });
}

/** The trash can be of any size, and an entry has its item's text: only this many are in memory at once. */
const SLICE = 100;

function slicesOf(ids: string[]): string[][] {
  const count = Math.ceil(ids.length / SLICE);
  return Array.from({ length: count }, (_, index) => ids.slice(index * SLICE, (index + 1) * SLICE));
}

async function summarize(db: ReadDb, ids: string[], now: number) {
  const found: Pick<TrashEntry, 'id' | 'title' | 'collection' | 'belongings'>[] = [];
  for (const slice of slicesOf(ids))
    for (const { id, title, collection, belongings } of await listEntries(db, slice, now))
      found.push({ id, title, collection, belongings });
  return found;
}

/** Asks once before items are permanently deleted. */
export async function loader(args: Route.LoaderArgs) {
  const { read, now, collections } = readContext(args);
  const query = args.url.searchParams;
  const entries = await summarize(read, await readChoice(args, typedValues(query, choiceForm)), now);
  if (entries.length === 0) return redirect(`/admin/trash${query.has('all') ? '' : '?choose=1'}`);
  const [first] = entries;
  return {
    question: `Delete ${entries.length === 1 && first ? `“${first.title || 'Untitled'}”` : `${entries.length} items`} permanently?`,
    kinds: countKinds(entries, collections),
    loss: describeLoss(entries, collections),
    ids: query.has('all') ? [] : entries.map(({ id }) => id),
    all: query.has('all') ? String(now) : null,
  };
}

export async function action(args: Route.ActionArgs) {
  const { write, now, collections } = writeContext(args);
  const ids = await readChoice(args, (await readForm(args.request, choiceForm)).values);
  let deleted = 0;
  for (const slice of slicesOf(ids)) {
    const entries = await listEntries(write, slice, now);
    deleted += await deleteEntries(write, collections, slice, now);
    for (const { collection, itemId, title } of entries)
      await recordActivity(args, 'item-deleted', `/${collection}/${itemId} ${title}`);
  }
  return redirect(`/admin/trash?deleted=${deleted}`, 303);
}

export default function TrashDeletion({ loaderData }: Route.ComponentProps) {
  const { question, kinds, loss, ids, all } = loaderData;
  return (
    <ConfirmationPage
      title="Delete permanently"
      parent={{ to: '/admin/trash', label: 'Trash' }}
      question={question}
      action="/admin/trash/deletion"
      submit="Delete permanently"
      fields={{ all, id: ids }}
    >
      <Alert tone="warning">You can’t undo this. {loss}</Alert>
      <ul className="agate">
        {kinds.map((kind) => (
          <li key={kind}>{kind}</li>
        ))}
      </ul>
    </ConfirmationPage>
  );
}

type Counted = { collection: string; belongings: number };

/** How many items there are of each collection: '2 articles', '1 poll with 64 votes'. */
function countKinds(entries: Counted[], collections: Collections): string[] {
  return Object.values(collections).flatMap(({ name, singular, heading, store: { belongings } }) => {
    const own = entries.filter(({ collection }) => collection === name);
    if (own.length === 0) return [];
    const count = own.length === 1 ? `1 ${singular}` : `${own.length} ${heading.toLowerCase()}`;
    const sum = own.reduce((total, entry) => total + entry.belongings, 0);
    return belongings && sum > 0 ? `${count} with ${sayCount(sum, belongings.words)}` : count;
  });
}

/** What is lost with these items: 'Their 64 votes will be lost.'; '' if nothing is lost. */
function describeLoss(entries: Counted[], collections: Collections): string {
  const losses = Object.values(collections).flatMap(({ name, store: { belongings } }) => {
    const sum = entries
      .filter(({ collection }) => collection === name)
      .reduce((total, entry) => total + entry.belongings, 0);
    return belongings && sum > 0 ? `${sayCount(sum, belongings.words)} will be lost.` : [];
  });
  return losses.join(' ');
}

function sayCount(count: number, [one, several]: readonly [string, string]): string {
  return `${count} ${count === 1 ? one : several}`;
}
