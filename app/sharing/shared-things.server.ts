import { type Collections, listHeadings } from '#app/collection/collection.ts';
import type { FacetContext } from '#app/collection/facets.ts';
import { isItemId } from '#app/content/item-id.ts';
import { placeOf } from '#app/town/town-names.ts';
import type { SharePicture } from './share-picture.ts';

type Visit = FacetContext & { collections: Collections };

/** The share image of an item; undefined if there is no such item. `section` is a collection's name. */
export async function findSharePicture(
  visit: Visit,
  section: string,
  id: string,
): Promise<SharePicture | undefined> {
  const { collections, town, siteUrl } = visit;
  const collection = Object.hasOwn(collections, section) ? collections[section] : undefined;
  const words = isItemId(id) ? await collection?.findSharePicture?.(visit, id) : undefined;
  return words && { ...words, section, siteTitle: town.title, image: ownImage(words.image, siteUrl) };
}

/** The share image of pages without their own. */
export function siteSharePicture({ town, collections }: Visit): SharePicture {
  const pictured = Object.values(collections).filter(({ findSharePicture }) => findSharePicture);
  const place = placeOf(town);
  const foot = `${listHeadings(pictured)} of ${place}`;
  return { section: 'site', siteTitle: town.title, headline: town.title, foot, image: undefined };
}

/** The path of an image on this site. No other is loaded: viewing a link must not make the site send requests. */
function ownImage(src: string | undefined, siteUrl: string): string | undefined {
  const path = src?.startsWith(`${siteUrl}/`) ? src.slice(siteUrl.length) : src;
  return path?.startsWith('/') ? path : undefined;
}
