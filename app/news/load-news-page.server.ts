import type { PageContext } from '#app/collection/facets.ts';
import { isOwnLink, siteNameOf } from '#app/content/own-link.ts';
import { extractTeaser } from '#app/html/extract.server.ts';
import { sanitize } from '#app/html/sanitize.server.ts';
import type { NewsItem } from './news-item.ts';

/** What the page of a news item shows. */
export function loadNewsPage(item: NewsItem, { town, siteUrl }: Pick<PageContext, 'town' | 'siteUrl'>) {
  const description = sanitize(item.description);
  return {
    item: { ...item, description },
    deck: extractTeaser(description).deck,
    source: item.sourceName ?? siteNameOf(item.link),
    isOwn: isOwnLink(item.link, siteUrl),
    clock: { timeZone: town.timeZone, locale: town.locale },
  };
}
