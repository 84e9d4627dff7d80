import type { Graph } from 'schema-dts';
import { sharePictureOf } from '#app/items/content/permalink.ts';
import { type StoryFacts, storyJsonLd } from '#app/items/lists/json-ld.ts';
import { type PictureSize, pictureAddress } from '#app/platform/media/picture-sizes.ts';
import type { SiteFacts } from '#app/platform/ui/site-facts.ts';
import type { NewsItem } from './news-item.ts';

/** `source` is the publisher's name. */
export type NewsFacts = Pick<StoryFacts, 'deck' | 'credits' | 'zone'> & {
  item: Omit<NewsItem, 'description'>;
  picture: PictureSize | null;
  source: string;
};

/** A news item for search engines: a summary that names its source. */
export function newsJsonLd({ item, picture, source, ...facts }: NewsFacts, site: SiteFacts): Graph {
  const shared = site.url + sharePictureOf('news', item);
  const story = {
    ...facts,
    item,
    source: { name: source, address: item.sourceUrl ?? new URL(item.link).origin },
    home: item.link,
  };
  return storyJsonLd({ name: 'news', heading: 'News' }, story, site, {
    image: picture ? [site.url + pictureAddress(picture), shared] : shared,
  });
}
