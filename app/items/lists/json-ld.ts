/** The common parts of all pages' JSON-LD. https://schema.org, as one graph per page. */
import type { BreadcrumbList, Graph, Organization, Thing, WebPage } from 'schema-dts';
import type { Credit } from '#app/items/text/credit.ts';
import { isOwnLink } from '#app/items/text/own-link.ts';
import type { SiteFacts } from '#app/platform/ui/site-facts.ts';

export function graphOf(...things: Thing[]): Graph {
  return { '@context': 'https://schema.org', '@graph': things };
}

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
