import type { Graph } from 'schema-dts';
import { sharePictureOf } from '#app/items/content/permalink.ts';
import { breadcrumbsOf, graphOf, siteOrganization } from '#app/items/lists/json-ld.ts';
import { type PictureSize, pictureAddress } from '#app/platform/media/picture-sizes.ts';
import { machineTimeOf } from '#app/platform/time/town-time.ts';
import type { SiteFacts } from '#app/platform/ui/site-facts.ts';
import { languageOfTexts } from '#app/platform/ui/text-language.ts';
import type { TownPage } from './page.ts';
import { addressOfPage } from './page-address.ts';

export type PageFacts = {
  page: Omit<TownPage, 'description'>;
  picture: PictureSize | null;
  deck: string;
  /** The town's time zone. */
  zone: string;
};

/** A page as https://schema.org/WebPage. `lastReviewed` is when someone checked that it is right. */
export function pageJsonLd({ page, picture, deck, zone }: PageFacts, site: SiteFacts): Graph {
  const { title, updatedAt, checkedAt } = page;
  const path = addressOfPage(page);
  const shared = site.url + sharePictureOf('pages', page);
  return graphOf(
    {
      '@type': 'WebPage',
      '@id': site.url + path,
      url: site.url + path,
      name: title,
      ...(deck ? { description: deck } : {}),
      inLanguage: languageOfTexts(site.locale),
      dateModified: machineTimeOf(updatedAt, zone),
      ...(checkedAt === null ? {} : { lastReviewed: machineTimeOf(checkedAt, zone).slice(0, 10) }),
      image: picture ? [site.url + pictureAddress(picture), shared] : [shared],
      publisher: siteOrganization(site),
    },
    breadcrumbsOf(site, ['All pages', '/pages'], [title, path]),
  );
}
