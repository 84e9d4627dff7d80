import { findArchivedDay } from '#app/items/archive/archive-store.server.ts';
import type { PageContext } from '#app/items/collection/facets.ts';
import { loadProvenance } from '#app/items/provenance/provenance.server.ts';
import { findDoubt } from '#app/items/reported/checked-item-store.server.ts';
import { findItemDocuments } from '#app/items/text/item-documents.server.ts';
import { findLeadPicture } from '#app/items/text/lead-picture.server.ts';
import { isOwnLink, siteNameOf } from '#app/items/text/own-link.ts';
import { withTextPictures } from '#app/items/text/text-pictures.server.tsx';
import type { NewsItem } from '#app/news/news-item.ts';
import { extractTeaser } from '#app/platform/html/extract.server.ts';
import { sanitize } from '#app/platform/html/sanitize.server.ts';

/** What the page of a news item shows. */
export async function loadNewsPage(
  item: NewsItem,
  { read, remember, town, now, siteUrl }: Pick<PageContext, 'read' | 'remember' | 'town' | 'now' | 'siteUrl'>,
) {
  const clock = { timeZone: town.timeZone, locale: town.locale };
  const place = { collection: 'news', id: item.id };
  const description = sanitize(item.description);
  return {
    item: { ...item, description: await withTextPictures(read, description) },
    deck: extractTeaser(description).deck,
    picture: await findLeadPicture(read, item),
    documents: await findItemDocuments(read, item, clock),
    archived: await findArchivedDay(read, 'news', item.id, clock),
    doubt: await findDoubt(remember, 'news', item.id),
    source: item.sourceName ?? siteNameOf(item.link),
    isOwn: isOwnLink(item.link, siteUrl),
    provenance: await loadProvenance(read, place, { now, clock }),
    clock,
  };
}
