import type { Graph, NewsArticle } from 'schema-dts';
import type { StoredItem } from '#app/items/collection/collection.ts';
import { permalinkOf } from '#app/items/content/permalink.ts';
import type { Credit } from '#app/items/text/credit.ts';
import { isOwnLink } from '#app/items/text/own-link.ts';
import { machineTimeOf } from '#app/platform/time/town-time.ts';
import type { SiteFacts } from '#app/platform/ui/site-facts.ts';
import { languageOfTexts } from '#app/platform/ui/text-language.ts';
import { basisOf, breadcrumbsOf, graphOf, siteOrganization, sourceOrganization } from './json-ld.ts';

type Story = StoredItem & { title: string; link: string; pubDate: number };

/**
 * What a page says of a story. `deck` is its short summary or its first words, `zone` the town's time zone: dates have
 * its offset. The site is its publisher if `home`, an address, is one of its own; otherwise `source` is.
 */
export type StoryFacts = {
  item: Story;
  deck: string;
  source: { name: string; address: string };
  home: string;
  credits: Credit[];
  zone: string;
};

/** A story of a collection as https://schema.org/NewsArticle, with what only some have. One from elsewhere names its source. */
export function storyJsonLd(
  { name, heading }: { name: string; heading: string },
  { item, deck, source: { name: sourceName, address }, home, credits, zone }: StoryFacts,
  site: SiteFacts,
  more: Partial<Exclude<NewsArticle, string>>,
): Graph {
  const path = permalinkOf(name, item);
  const source = sourceOrganization(sourceName, address, site);
  return graphOf(
    {
      '@type': 'NewsArticle',
      headline: item.title,
      ...(deck ? { description: deck } : {}),
      url: site.url + path,
      mainEntityOfPage: site.url + path,
      datePublished: machineTimeOf(item.pubDate, zone),
      dateModified: machineTimeOf(Math.max(item.pubDate, item.updatedAt), zone),
      author: source,
      publisher: isOwnLink(home, site.url) ? siteOrganization(site) : source,
      inLanguage: languageOfTexts(site.locale),
      isAccessibleForFree: true,
      ...basisOf(item.link, credits, site),
      ...more,
    },
    breadcrumbsOf(site, [heading, `/${name}`], [item.title, path]),
  );
}
