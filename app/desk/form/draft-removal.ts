import { data, redirect } from 'react-router';
import { readItemTag } from '#app/items/collection/item-tag.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import { findItemSubject } from '#app/items/content/item-subject.server.ts';
import { requireCollection } from '#app/items/content/require-collection.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { Route } from './+types/draft-removal';

/** This address has no page: a reload leads to the form. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/admin/${params.collection}/${params.id}`);
}

/** Discards the draft of changes that the form shows, and opens the form again. */
export async function action(args: Route.ActionArgs): Promise<Response> {
  const collection = requireCollection(args);
  const { id } = args.params;
  const { write } = writeContext(args);
  if (!isItemId(id)) throw data(null, { status: 404 });
  const { values } = await readForm(args.request, removalForm);
  const seen = readItemTag(values.draft);
  const isDone = await collection.store.unpublished?.discardChanges(write, id, seen);
  if (isDone) await recordActivity(args, 'draft-discarded', () => findItemSubject(collection, write, id));
  return redirect(`/admin/${collection.name}/${id}${isDone ? '' : '?discarded=0'}`, 303);
}

const removalForm = [hidden('draft')];
