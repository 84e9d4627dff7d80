import { redirect } from 'react-router';
import { adminPath } from '#app/desk/hub/admin-path.ts';
import { readItemNames } from '#app/desk/list/item-names.ts';
import { editorOf } from '#app/items/drafts/editor.ts';
import { moveToTrash } from '#app/items/trash/move-to-trash.server.ts';
import { listBatch } from '#app/items/trash/trash-store.server.ts';
import { requestContextKey, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { hidden, several } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { Route } from './+types/trash-undo';
import { restoreFromTrash } from './restore-from-trash.server.ts';

/** Undoes the last action: restores a `batch` that was deleted, or deletes each `item` that was restored. */
export async function action(args: Route.ActionArgs) {
  const { values, names } = await readForm(args.request, [hidden('batch', 'back'), several('item')]);
  if (names.includes('batch')) return undoDeletion(args, values.batch, adminPath(values.back));
  const { write, now, collections } = writeContext(args);
  const by = editorOf(args.context.get(requestContextKey));
  for (const { collection, id } of readItemNames(values.item, collections)) {
    const { items } = await moveToTrash(write, collection, [id], { now, by });
    for (const { title } of items)
      await recordActivity(args, 'item-removed', `/${collection.name}/${id} ${title}`);
  }
  return redirect('/admin/trash', 303);
}

async function undoDeletion(args: Route.ActionArgs, batch: string, back: URL): Promise<Response> {
  const { write, now } = writeContext(args);
  const entries = await listBatch(write, batch, now);
  const { restored, problems } = await restoreFromTrash(
    args,
    entries.map(({ id }) => id),
  );
  if (problems.size > 0) return redirect(`/admin/trash?${problems}`, 303);
  for (const name of ['deleted', 'restored', 'failed']) back.searchParams.delete(name);
  back.searchParams.set('restored', String(restored.length));
  return redirect(`${back.pathname}${back.search}`, 303);
}

export function loader() {
  return redirect('/admin/trash');
}
