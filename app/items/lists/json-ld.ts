/** The common parts of all pages' JSON-LD. https://schema.org, as one graph per page. */
import type { BreadcrumbList, Graph, NewsArticle, Organization, Thing, WebPage } from 'schema-dts';
import type { StoredItem } from '#app/items/collection/collection.ts';
import { permalinkOf } from '#app/items/content/permalink.ts';
import type { Credit } from '#app/items/text/credit.ts';
import type { ShownDocument } from '#app/items/text/document-links.tsx';
import { isOwnLink } from '#app/items/text/own-link.ts';
import { machineTimeOf } from '#app/platform/time/town-time.ts';
import type { SiteFacts } from '#app/platform/ui/site-facts.ts';
import { languageOfTexts } from '#app/platform/ui/text-language.ts';

export function graphOf(...things: Thing[]): Graph {
  return { '@context': 'https://schema.org', '@graph': things };
}

/**
 * The graph of an item with its documents: media of a work; of an event or a business, which are none, works about it. The
 * item is the first thing of the graph.
 */
export function withDocuments(graph: Graph, documents: ShownDocument[], { url }: SiteFacts): Graph {
  if (documents.length === 0) return graph;
  const [item, ...others] = graph['@graph'] as unknown as [Json, ...Thing[]];
  const media = documents.map(({ title, href, mime, language, summary }) => ({
    '@type': 'MediaObject' as const,
    name: title,
    contentUrl: url + href,
    encodingFormat: mime,
    ...(language ? { inLanguage: language } : {}),
    ...(summary ? { abstract: summary } : {}),
  }));
  const property =
    item['@type'] === 'Event' || item['@type'] === 'LocalBusiness' ? 'subjectOf' : 'associatedMedia';
  const before = [item[property] ?? []].flat();
  return graphOf({ ...item, [property]: [...before, ...media] } as unknown as Thing, ...others);
}

type Json = Record<string, unknown>;

/** The site as the publisher of its own content. */
export function siteOrganization({ title, url, logo }: SiteFacts): Exclude<Organization, string> {
  return {
    '@type': 'Organization',
    '@id': `${url}/#organization`,
    name: title,
    url: `${url}/`,
    logo: url + (logo ? `${logo}-128.webp` : '/mark.svg'),
  };
}

/** The publisher of an item: the site itself if `address` is one of its own. */
export function sourceOrganization(name: string, address: string, site: SiteFacts): Organization {
  if (isOwnLink(address, site.url)) return { ...siteOrganization(site), name };
  return { '@type': 'Organization', name, url: address };
}

/** The page of an item at one of its sources. */
export function pageOfCredit({ name, link }: Credit): Exclude<WebPage, string> {
  return {
    '@type': 'WebPage',
    ...(link ? { url: link } : {}),
    provider: { '@type': 'Organization', name },
  };
}

/** What a story is based on: its own link, and the pages of its sources. Nothing if it was written here. */
export function basisOf(link: string, credits: Credit[], site: SiteFacts): { isBasedOn?: string | string[] } {
  const links = new Set([link, ...credits.flatMap((credit) => credit.link ?? [])]);
  const [first, ...others] = [...links].filter((one) => !isOwnLink(one, site.url));
  if (first === undefined) return {};
  return { isBasedOn: others.length > 0 ? [first, ...others] : first };
}

/** The breadcrumbs of a page, from its list on: names and paths. */
export function breadcrumbsOf({ url }: SiteFacts, ...steps: [name: string, path: string][]): BreadcrumbList {
  return {
    '@type': 'BreadcrumbList',
    itemListElement: steps.map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: url + path,
    })),
  };
}

/** A postal address as people write it, with the town if it does not name one: 'Town hall, Maple Hollow, Vermont'. */
export function addressTextOf(address: string, { place }: SiteFacts): string {
  return address.includes(',') ? address : `${address}, ${place}`;
}

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
