import { data, redirect } from 'react-router';
import { isItemId } from '#app/items/content/item-id.ts';
import { findItemSubject } from '#app/items/content/item-subject.server.ts';
import { requireCollection } from '#app/items/content/require-collection.ts';
import { editorOf } from '#app/items/drafts/editor.ts';
import { requestContextKey, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { inTransaction, lockName } from '#app/platform/database/transaction.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { SOURCE_ITEMS } from '#app/sources/import/import-batch.server.ts';
import { applyChanges, keepMine } from '#app/sources/import/update-items.server.ts';
import type { Route } from './+types/source-decision';

/** This address has no page: a reload leads to the form. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/admin/${params.collection}/${params.id}`);
}

/** Takes what the source of an item says in one field, or keeps what the item has, and opens the form again. */
export async function action(args: Route.ActionArgs): Promise<Response> {
  const collection = requireCollection(args);
  const { id } = args.params;
  if (!isItemId(id)) throw data(null, { status: 404 });
  const { write, collections, town, siteUrl, services } = writeContext(args);
  const context = { write, collections, town, siteUrl, now: services.now };
  const { values } = await readForm(args.request, decisionForm);
  const place = { collection: collection.name, itemId: id };
  const fields = [values.field];
  const by = editorOf(args.context.get(requestContextKey));
  const { kind } = await inTransaction(write, async (db) => {
    // First, as an import does, so that the two don't wait for each other.
    await lockName(db, SOURCE_ITEMS);
    return values.choice === 'source'
      ? applyChanges(db, context, place, { by, fields })
      : keepMine(db, context, place, { fields });
  });
  const subject = () => findItemSubject(collection, write, id);
  if (kind === 'saved' && values.choice === 'source') await recordActivity(args, 'item-saved', subject);
  return redirect(`/admin/${collection.name}/${id}${kind === 'saved' ? '?saved=1' : '?source=refused'}`, 303);
}

const decisionForm = [hidden('field', 'choice')];
