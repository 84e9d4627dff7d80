import { data, redirect } from 'react-router';
import { findForEditor } from '#app/items/collection/collection.ts';
import { requireCollection } from '#app/items/content/require-collection.ts';
import { editorOf } from '#app/items/drafts/editor.ts';
import { handBack, handIn, takeBack } from '#app/items/drafts/hand-in.server.ts';
import { isEditor } from '#app/people/accounts/viewer.ts';
import { requestContextKey, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { Route } from './+types/hand-in-change';

/** This address has no page: a reload leads to the form. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/admin/${params.collection}/${params.id}`);
}

const form = [hidden('do', 'note')];

/** Hands a contributor's own draft in or takes it back; editors hand one back with a note. */
export async function action(args: Route.ActionArgs) {
  const collection = requireCollection(args);
  const { write, now, viewer } = writeContext(args);
  const { values } = await readForm(args.request, form);
  const { id } = args.params;
  const place = { collection: collection.name, itemId: id };
  const by = editorOf(args.context.get(requestContextKey));
  const subject = `/${collection.name}/${id}`;
  const item = await findForEditor(collection, write, id);
  if (!item) throw data(null, { status: 404 });
  if (values.do === 'return') {
    if (!isEditor(viewer)) throw data(null, { status: 403 });
    if (await handBack(write, place, { note: values.note, now }))
      await recordActivity(args, 'draft-returned', subject);
    return redirect('/admin/inbox', 303);
  }
  const isDone =
    values.do === 'take-back'
      ? await takeBack(write, place, { by, now })
      : await handIn(write, place, { by, now, input: item.input });
  if (isDone)
    await recordActivity(args, values.do === 'take-back' ? 'draft-taken-back' : 'draft-handed-in', subject);
  return redirect(values.do === 'take-back' ? `/admin${subject}` : '/admin/drafts', 303);
}
