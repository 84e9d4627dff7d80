import { isItemId } from '#app/items/content/item-id.ts';
import { requireCollection } from '#app/items/content/require-collection.ts';
import { closeForm, findOthers, reportForm } from '#app/items/presence/presence-store.server.ts';
import { readContext, writeContext } from '#app/people/request/context.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { Route } from './+types/presence-report';

/**
 * `/admin/{collection}/{id}/presence`: an open form reports that it is open or was `closed`, and receives who else has
 * it open.
 */
export async function action(args: Route.ActionArgs) {
  const collection = requireCollection(args).name;
  const { write, viewer, now } = writeContext(args);
  const { id: itemId } = args.params;
  const { values, names } = await readForm(args.request, [hidden('form', 'closed')]);
  const { form } = values;
  if (viewer.kind === 'visitor' || !isItemId(itemId) || !isFormId(form))
    return new Response(null, { status: 400 });
  const { userId } = viewer;
  if (names.includes('closed')) {
    await closeForm(write, { form, userId });
    return new Response(null, { status: 204 });
  }
  await reportForm(write, { form, collection, itemId, userId }, now);
  return Response.json(await findOthers(write, { collection, itemId, userId, form }, now));
}

/** Who else has the form open. */
export async function loader(args: Route.LoaderArgs) {
  const collection = requireCollection(args).name;
  const { read, viewer, now } = readContext(args);
  const userId = viewer.kind === 'visitor' ? '' : viewer.userId;
  return Response.json(await findOthers(read, { collection, itemId: args.params.id, userId }, now));
}

function isFormId(text: string): boolean {
  return /^[\w-]{8,64}$/.test(text);
}
