import { findArchivedDay } from '#app/items/archive/archive-store.server.ts';
import type { PageContext } from '#app/items/collection/facets.ts';
import { findDoubt } from '#app/items/reported/checked-item-store.server.ts';
import { findItemDocuments } from '#app/items/text/item-documents.server.ts';
import { findLeadPicture } from '#app/items/text/lead-picture.server.ts';
import { withTextPictures } from '#app/items/text/text-pictures.server.tsx';
import { extractTeaser } from '#app/platform/html/extract.server.ts';
import { sanitize } from '#app/platform/html/sanitize.server.ts';
import type { TownPage } from '../page.ts';

/** What the page of a page shows. */
export async function loadPageView(
  page: TownPage,
  { read, remember, town }: Pick<PageContext, 'read' | 'remember' | 'town'>,
) {
  const description = sanitize(page.description);
  return {
    page: { ...page, description: await withTextPictures(read, description) },
    deck: extractTeaser(description).deck,
    picture: await findLeadPicture(read, page),
    documents: await findItemDocuments(read, page, town),
    archived: await findArchivedDay(read, 'pages', page.id, town),
    doubt: await findDoubt(remember, 'pages', page.id),
    clock: { timeZone: town.timeZone, locale: town.locale },
  };
}
