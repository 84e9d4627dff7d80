import {
  data,
  type MiddlewareFunction,
  type Params,
  type RouterContextProvider,
  redirect,
} from 'react-router';
import { findForEditor } from '#app/items/collection/collection.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import { requireCollection } from '#app/items/content/require-collection.ts';
import { requireOwnDraft } from '#app/items/drafts/check-saver.server.ts';
import { isStaff } from '#app/people/accounts/viewer.ts';
import { requestContextKey } from '#app/people/request/context.ts';
import { NotPermittedError } from '#app/people/request/not-permitted.ts';

/** Where contributors work. */
const OWN_DRAFTS = '/admin/drafts';

/**
 * Admits only people who work on the site; others are redirected to / (spec sections 2 and 6). Runs on the server before
 * every loader and action below /admin, for pages and for the data requests of hydrated pages. The route's policy says
 * which role it needs; contributors see only their own drafts there.
 */
export const requireStaff: MiddlewareFunction<Response> = async (args, next) => {
  const { viewer } = args.context.get(requestContextKey);
  if (!isStaff(viewer)) throw redirect('/');
  await refuseOthersDrafts(args);
  return next();
};

type Args = { context: Readonly<RouterContextProvider>; params: Params<string>; url: URL };

/**
 * For contributors, in a route of an item: 404 for drafts of others, 403 for what is published. `?copy=` names an item,
 * too. Everyone else may see all.
 */
export async function refuseOthersDrafts({ context, params, url }: Args): Promise<void> {
  const { viewer, read } = context.get(requestContextKey);
  const { collection: name, id } = params;
  if (viewer.kind !== 'contributor' || name === undefined) return;
  const collection = requireCollection({ context, params: { collection: name } });
  if (id === undefined) throw redirect(OWN_DRAFTS);
  const copied = url.searchParams.get('copy');
  for (const one of id === 'add' ? [copied] : [id]) {
    const item = one && isItemId(one) ? await findForEditor(collection, read, one) : undefined;
    if (one && !item) throw data(null, { status: 404 });
    try {
      const publication = item?.publication;
      await requireOwnDraft(read, collection, { id: one ?? '', person: viewer.userId, publication });
    } catch (error) {
      if (error instanceof NotPermittedError)
        throw data({ sentence: error.message }, { status: error.status });
      throw error;
    }
  }
}
