import type { Business } from '#app/businesses/business.ts';
import { findArchivedDay } from '#app/items/archive/archive-store.server.ts';
import type { PageContext } from '#app/items/collection/facets.ts';
import { findDoubt } from '#app/items/reported/checked-item-store.server.ts';
import { findItemDocuments } from '#app/items/text/item-documents.server.ts';
import { findLeadPicture } from '#app/items/text/lead-picture.server.ts';
import { withTextPictures } from '#app/items/text/text-pictures.server.tsx';
import { extractTeaser } from '#app/platform/html/extract.server.ts';
import { sanitize } from '#app/platform/html/sanitize.server.ts';

/** What the page of a business shows. */
export async function loadBusinessPage(
  business: Business,
  { read, remember, town }: Pick<PageContext, 'read' | 'remember' | 'town'>,
) {
  const description = sanitize(business.description);
  return {
    business: { ...business, description: await withTextPictures(read, description) },
    deck: extractTeaser(description).deck,
    picture: await findLeadPicture(read, business),
    documents: await findItemDocuments(read, business, town),
    archived: await findArchivedDay(read, 'businesses', business.id, town),
    doubt: await findDoubt(remember, 'businesses', business.id),
  };
}
