import { data, redirect } from 'react-router';
import { PREVIEW_DAYS } from '#app/items/drafts/preview-days.ts';
import { findPreviewed, findPreviewLink } from '#app/items/drafts/previews.server.ts';
import { readContext, writeContext } from '#app/people/request/context.ts';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
import type { Route } from './+types/shared-preview';
import { previewDocument, previewHeaders } from './preview-document.server.tsx';

/**
 * The preview of an item at its secret address, without a session. Once the item is published, or a draft of changes
 * replaces what was public, the address leads to the public page.
 */
export const middleware: Route.MiddlewareFunction[] = [
  async (args, next) => {
    const { collections, read, write, now, town, siteUrl } = writeContext(args);
    const link = await findPreviewLink(write, args.params.token ?? '', now);
    const collection = link && collections[link.collection];
    const previewed =
      collection && (await findPreviewed(read, collection, link.itemId, { town, now, siteUrl }));
    if (!previewed) return next();
    const { publicVersion, hasChanges } = previewed;
    if (!hasChanges || publicVersion > link.publicVersion) {
      // Not its permalink, which has the title: a draft of further changes is not for this reader.
      return redirect(`/${collection.name}/${link.itemId}`, { headers: previewHeaders });
    }
    const note = 'This is a preview. It is not published yet, so please don’t share it.';
    return previewDocument(args, previewed, { note, isFramed: false });
  },
];

export function headers() {
  return previewHeaders;
}

/** The address is unknown, revoked or expired. */
export function loader(args: Route.LoaderArgs) {
  return data({ siteTitle: readContext(args).town.title }, 404);
}

export default function SharedPreview({ loaderData: { siteTitle } }: Route.ComponentProps) {
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <UnlistedHead title={`Preview | ${siteTitle}`} />
      <div className="empty">
        <h1>This preview link doesn’t work</h1>
        <p>
          It was turned off, or it is more than {PREVIEW_DAYS} days old. Ask the person who sent it to you for
          a new one.
        </p>
      </div>
    </main>
  );
}
