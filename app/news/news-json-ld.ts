import type { Graph } from 'schema-dts';
import { permalinkOf } from '#app/items/content/permalink.ts';
import {
  basisOf,
  breadcrumbsOf,
  graphOf,
  siteOrganization,
  sourceOrganization,
} from '#app/items/lists/json-ld.ts';
import { isOwnLink } from '#app/items/text/own-link.ts';
import type { Credit } from '#app/items/text/provenance.ts';
import { sharePictureOf } from '#app/items/text/share-picture-path.ts';
import { type PictureSize, pictureAddress } from '#app/platform/media/picture-sizes.ts';
import { machineTimeOf } from '#app/platform/time/town-time.ts';
import type { SiteFacts } from '#app/platform/ui/site-facts.ts';
import { languageOfTexts } from '#app/platform/ui/text-language.ts';
import type { NewsItem } from './news-item.ts';

/** `source` is the publisher's name, `zone` the town's time zone: dates have its offset. */
export type NewsFacts = {
  item: Omit<NewsItem, 'description'>;
  picture: PictureSize | null;
  deck: string;
  source: string;
  credits: Credit[];
  zone: string;
};

/** A news item as https://schema.org/NewsArticle: a summary that names its source. */
export function newsJsonLd(
  { item, picture, deck, source, credits, zone }: NewsFacts,
  site: SiteFacts,
): Graph {
  const path = permalinkOf('news', item);
  const shared = site.url + sharePictureOf('news', item);
  const isOwn = isOwnLink(item.link, site.url);
  const reporter = sourceOrganization(source, item.sourceUrl ?? new URL(item.link).origin, site);
  return graphOf(
    {
      '@type': 'NewsArticle',
      headline: item.title,
      ...(deck ? { description: deck } : {}),
      url: site.url + path,
      mainEntityOfPage: site.url + path,
      datePublished: machineTimeOf(item.pubDate, zone),
      dateModified: machineTimeOf(Math.max(item.pubDate, item.updatedAt), zone),
      author: reporter,
      publisher: isOwn ? siteOrganization(site) : reporter,
      image: picture ? [site.url + pictureAddress(picture), shared] : shared,
      inLanguage: languageOfTexts(site.locale),
      isAccessibleForFree: true,
      ...basisOf(item.link, credits, site),
    },
    breadcrumbsOf(site, ['News', '/news'], [item.title, path]),
  );
}
