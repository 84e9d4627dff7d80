import type { PageContext } from '#app/collection/facets.ts';
import { findLeadPicture } from '#app/content/lead-picture.server.ts';
import { isOwnLink, siteNameOf } from '#app/content/own-link.ts';
import { withTextPictures } from '#app/content/text-pictures.server.tsx';
import { extractTeaser } from '#app/html/extract.server.ts';
import { sanitize } from '#app/html/sanitize.server.ts';
import { loadProvenance } from '#app/sources/provenance.server.ts';
import type { NewsItem } from './news-item.ts';

/** What the page of a news item shows. */
export async function loadNewsPage(
  item: NewsItem,
  { read, town, now, siteUrl }: Pick<PageContext, 'read' | 'town' | 'now' | 'siteUrl'>,
) {
  const clock = { timeZone: town.timeZone, locale: town.locale };
  const place = { collection: 'news', id: item.id };
  const description = sanitize(item.description);
  return {
    item: { ...item, description: await withTextPictures(read, description) },
    deck: extractTeaser(description).deck,
    picture: await findLeadPicture(read, item),
    source: item.sourceName ?? siteNameOf(item.link),
    isOwn: isOwnLink(item.link, siteUrl),
    provenance: await loadProvenance(read, place, { now, clock }),
    clock,
  };
}
