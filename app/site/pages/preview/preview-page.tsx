import { data } from 'react-router';
import { refuseOthersDrafts } from '#app/desk/hub/require-staff.server.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import { requireCollection } from '#app/items/content/require-collection.ts';
import { findPreviewed } from '#app/items/drafts/previews.server.ts';
import { readContext } from '#app/people/request/context.ts';
import type { Route } from './+types/preview-page';
import { previewDocument } from './preview-document.server.tsx';

/**
 * What an editor saved last of an item, as readers will see it. A middleware sends it because this is a page: an
 * unknown id gets the site's 404 page.
 */
export const middleware: Route.MiddlewareFunction[] = [
  async (args, next) => {
    await refuseOthersDrafts(args);
    const { id } = args.params;
    const requestContext = readContext(args);
    const collection = requireCollection(args);
    const previewed = isItemId(id)
      ? await findPreviewed(requestContext.read, collection, id, requestContext)
      : undefined;
    if (!previewed) return next();
    return previewDocument(args, previewed, { isFramed: true });
  },
];

export function loader() {
  throw data(null, { status: 404 });
}

export default function PreviewPage() {
  return null;
}
