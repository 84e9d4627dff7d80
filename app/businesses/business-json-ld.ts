import type { Graph } from 'schema-dts';
import { permalinkOf, sharePictureOf } from '#app/items/content/permalink.ts';
import { addressTextOf, breadcrumbsOf, graphOf } from '#app/items/lists/json-ld.ts';
import { type PictureSize, pictureAddress } from '#app/platform/media/picture-sizes.ts';
import type { SiteFacts } from '#app/platform/ui/site-facts.ts';
import type { Business } from './business.ts';

export type BusinessFacts = {
  business: Omit<Business, 'description'>;
  picture: PictureSize | null;
  deck: string;
};

/** A business as https://schema.org/LocalBusiness. */
export function businessJsonLd({ business, picture, deck }: BusinessFacts, site: SiteFacts): Graph {
  const { id, name, category, address, phone, website, email } = business;
  const path = permalinkOf('businesses', { id, title: name });
  const shared = site.url + sharePictureOf('businesses', business);
  return graphOf(
    {
      '@type': 'LocalBusiness',
      name,
      ...(deck ? { description: deck } : {}),
      url: site.url + path,
      address: addressTextOf(address, site),
      keywords: category,
      image: picture ? [site.url + pictureAddress(picture), shared] : [shared],
      ...(phone ? { telephone: phone } : {}),
      ...(email ? { email } : {}),
      ...(website ? { sameAs: website } : {}),
    },
    breadcrumbsOf(site, ['Businesses', '/businesses'], [name, path]),
  );
}
