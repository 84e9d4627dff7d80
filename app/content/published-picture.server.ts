import type { FacetContext, PictureWords } from '#app/collection/facets.ts';
import { extractTeaser } from '#app/html/extract.server.ts';
import { formatDate } from '#app/time/town-time.ts';
import { placeOf } from '#app/town/town-names.ts';

/** The share image of a published item: its title, the town and the day, next to its first image. */
export function publishedPicture(
  { title, pubDate, description }: { title: string; pubDate: number; description: string },
  { town }: Pick<FacetContext, 'town'>,
): PictureWords {
  const foot = `${placeOf(town)} — ${formatDate(pubDate, town)}`;
  return { headline: title, foot, image: extractTeaser(description).image?.src };
}
