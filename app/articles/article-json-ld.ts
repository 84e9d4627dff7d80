import type { CorrectionComment, Graph } from 'schema-dts';
import { type StoryFacts, storyJsonLd } from '#app/items/lists/story-json-ld.ts';
import { sharePictureOf } from '#app/items/text/share-picture-path.ts';
import { machineTimeOf } from '#app/platform/time/town-time.ts';
import type { SiteFacts } from '#app/platform/ui/site-facts.ts';
import type { Article, Correction } from './article.ts';

export type ArticleFacts = Pick<StoryFacts, 'deck' | 'credits' | 'zone'> & {
  article: Omit<Article, 'description'>;
  image: { src: string } | null;
};

/** An article for search engines. */
export function articleJsonLd({ article, image, ...facts }: ArticleFacts, site: SiteFacts): Graph {
  const { sourceName, sourceUrl, byline, tags, corrections } = article;
  const story = {
    ...facts,
    item: article,
    source: { name: sourceName, address: sourceUrl },
    home: sourceUrl,
  };
  const picture = site.url + sharePictureOf('articles', article);
  return storyJsonLd({ name: 'articles', heading: 'Articles' }, story, site, {
    ...(byline ? { author: { '@type': 'Person', name: byline } } : {}),
    image: image ? [new URL(image.src, site.url).href, picture] : [picture],
    ...(tags.length > 0 ? { keywords: tags } : {}),
    ...(corrections.length > 0
      ? { correction: corrections.map((note) => correctionOf(note, facts.zone)) }
      : {}),
  });
}

function correctionOf({ date, text }: Correction, zone: string): CorrectionComment {
  return { '@type': 'CorrectionComment', text, datePublished: machineTimeOf(date, zone) };
}
