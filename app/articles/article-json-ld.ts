import type { CorrectionComment, Graph } from 'schema-dts';
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
import { machineTimeOf } from '#app/platform/time/town-time.ts';
import type { SiteFacts } from '#app/platform/ui/site-facts.ts';
import { languageOfTexts } from '#app/platform/ui/text-language.ts';
import type { Article, Correction } from './article.ts';

/** `deck` is its short summary or its first words, `zone` the town's time zone: dates have its offset. */
export type ArticleFacts = {
  article: Omit<Article, 'description'>;
  deck: string;
  image: { src: string } | null;
  credits: Credit[];
  zone: string;
};

/** An article as https://schema.org/NewsArticle. One from elsewhere names its source. */
export function articleJsonLd({ article, deck, image, credits, zone }: ArticleFacts, site: SiteFacts): Graph {
  const path = permalinkOf('articles', article);
  const source = sourceOrganization(article.sourceName, article.sourceUrl, site);
  const isOwn = isOwnLink(article.sourceUrl, site.url);
  const picture = site.url + sharePictureOf('articles', article);
  return graphOf(
    {
      '@type': 'NewsArticle',
      headline: article.title,
      ...(deck ? { description: deck } : {}),
      url: site.url + path,
      mainEntityOfPage: site.url + path,
      datePublished: machineTimeOf(article.pubDate, zone),
      dateModified: machineTimeOf(Math.max(article.pubDate, article.updatedAt), zone),
      author: article.byline ? { '@type': 'Person', name: article.byline } : source,
      publisher: isOwn ? siteOrganization(site) : source,
      image: image ? [new URL(image.src, site.url).href, picture] : [picture],
      inLanguage: languageOfTexts(site.locale),
      isAccessibleForFree: true,
      ...basisOf(article.link, credits, site),
      ...(article.tags.length > 0 ? { keywords: article.tags } : {}),
      ...(article.corrections.length > 0
        ? { correction: article.corrections.map((note) => correctionOf(note, zone)) }
        : {}),
    },
    breadcrumbsOf(site, ['Articles', '/articles'], [article.title, path]),
  );
}

function correctionOf({ date, text }: Correction, zone: string): CorrectionComment {
  return { '@type': 'CorrectionComment', text, datePublished: machineTimeOf(date, zone) };
}
