import { redirect } from 'react-router';
import { readSchedule } from '#app/desk/form/publishing-input.server.ts';
import { adminPath } from '#app/desk/hub/admin-path.ts';
import type { Collection } from '#app/items/collection/collection.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import { requireCollection } from '#app/items/content/require-collection.ts';
import {
  addTags,
  type ItemState,
  removeTags,
  setPublication,
} from '#app/items/drafts/change-items.server.ts';
import { editorOf } from '#app/items/drafts/editor.ts';
import { tagName } from '#app/items/text/tag.ts';
import { moveToTrash } from '#app/items/trash/move-to-trash.server.ts';
import { requestContextKey, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { hidden, several, type ValuesOf } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { Route } from './+types/selection';
import { listNotices, nameState, nameTag, readStates, readTags } from './selection-notice.ts';

const selectionForm = [hidden('do', 'tag', 'publishAt', 'back'), several('id', 'was')];

type Selection = ValuesOf<typeof selectionForm>;

/**
 * `/admin/selection/{collection}`: publishes, unpublishes, tags or deletes the items selected in a list, or sets each
 * `was` again, and returns to the list.
 */
export async function action(args: Route.ActionArgs) {
  const collection = requireCollection(args);
  const { values } = await readForm(args.request, selectionForm);
  const back = adminPath(values.back);
  for (const name of listNotices) back.searchParams.delete(name);
  const ids = values.id.filter(isItemId);
  const what = actionOf(values);
  if (collection.facets.tags && (what === 'tag' || what === 'untag')) {
    await changeTags(args, collection, { what, values, ids }, back);
    return redirect(`${back.pathname}${back.search}`, 303);
  }
  const was = readStates(values.was);
  if (was.length > 0) await change(args, collection, was, back);
  else if (ids.length === 0) back.searchParams.set('choose', '1');
  else if (what === 'delete') await remove(args, collection, ids, back);
  else if (what === 'publish' || what === 'unpublish') {
    const publication = what === 'publish' ? ('published' as const) : ('draft' as const);
    const wanted = ids.map((id) => ({ id, publication, publishAt: null }));
    await change(args, collection, wanted, back);
    back.searchParams.set('done', what);
  } else if (what === 'schedule') await schedule(args, collection, { at: values.publishAt, ids }, back);
  return redirect(`${back.pathname}${back.search}`, 303);
}

/** The Enter key in the field of the publish time presses the first button, which adds a tag. */
function actionOf({ do: what, tag, publishAt }: Selection): string {
  return what === 'tag' && tag === '' && publishAt ? 'schedule' : what;
}

/** Schedules items for a local time of the town; what no reader has seen is dated by it, as in its form. */
async function schedule(
  args: Route.ActionArgs,
  collection: Collection,
  { at, ids }: { at: string; ids: string[] },
  back: URL,
) {
  const { publishAt } = readSchedule(at, writeContext(args).town.timeZone);
  const publication = 'scheduled' as const;
  if (publishAt === undefined) back.searchParams.set('at', at || 'none');
  else
    await change(
      args,
      collection,
      ids.map((id) => ({ id, publication, publishAt, dated: 'unseen' as const })),
      back,
    );
  back.searchParams.set('done', 'schedule');
}

async function remove(args: Route.ActionArgs, collection: Collection, ids: string[], back: URL) {
  const { write, now } = writeContext(args);
  const by = editorOf(args.context.get(requestContextKey));
  const { batch, items } = await moveToTrash(write, collection, ids, { now, by });
  for (const { id, title } of items)
    await recordActivity(args, 'item-removed', `/${collection.name}/${id} ${title}`);
  back.searchParams.set('deleted', batch);
}

async function change(args: Route.ActionArgs, collection: Collection, wanted: ItemState[], back: URL) {
  const { write, now, siteUrl, town } = writeContext(args);
  const by = editorOf(args.context.get(requestContextKey));
  const options = { by, now, context: { siteUrl, town, now } };
  const { changed, unchanged } = await setPublication(write, collection, wanted, options);
  for (const state of changed) {
    back.searchParams.append('was', nameState(state));
    await recordActivity(args, 'item-saved', `/${collection.name}/${state.id}`);
  }
  for (const id of unchanged) back.searchParams.append('unchanged', id);
  back.searchParams.set('done', 'undo');
}

type Tagging = { what: 'tag' | 'untag'; values: Selection; ids: string[] };

/** Adds the typed tag to the selected items, or removes it; with `was`, it undoes that. */
async function changeTags(args: Route.ActionArgs, collection: Collection, tagging: Tagging, back: URL) {
  const { what, values, ids } = tagging;
  const typed = values.tag.trim();
  const was = readTags(values.was);
  const { data: name } = tagName.safeParse(typed);
  back.searchParams.set('tag', typed);
  if (was.length === 0 && ids.length === 0) return back.searchParams.set('choose', '1');
  back.searchParams.set('done', what);
  if (was.length === 0 && name === undefined) return;
  const { write, now, siteUrl, town } = writeContext(args);
  const by = editorOf(args.context.get(requestContextKey));
  const wanted =
    was.length > 0 ? was : ids.map((id) => ({ id, place: Number.POSITIVE_INFINITY, name: name ?? '' }));
  const { changed, unchanged } = await (what === 'tag' ? addTags : removeTags)(write, collection, wanted, {
    by,
    now,
    context: { siteUrl, town },
  });
  for (const tag of changed) {
    back.searchParams.append('was', nameTag(tag));
    await recordActivity(args, 'item-saved', `/${collection.name}/${tag.id}`);
  }
  for (const id of unchanged) back.searchParams.append('unchanged', id);
}

export function loader() {
  return redirect('/admin');
}
