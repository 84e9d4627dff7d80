import type { CorrectionComment, Graph, SearchAction } from 'schema-dts';
import { sharePictureOf } from '#app/items/content/permalink.ts';
import { graphOf, type StoryFacts, siteOrganization, storyJsonLd } from '#app/items/lists/json-ld.ts';
import { machineTimeOf } from '#app/platform/time/town-time.ts';
import type { SiteFacts } from '#app/platform/ui/site-facts.ts';
import { languageOfTexts } from '#app/platform/ui/text-language.ts';
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

/** The site and its publisher, with the address of its search: only on the front page. */
export function frontJsonLd(site: SiteFacts, pages: string[]): Graph {
  const sameAs = pages.filter(Boolean);
  return graphOf(
    {
      '@type': 'WebSite',
      '@id': `${site.url}/#website`,
      name: site.title,
      url: `${site.url}/`,
      inLanguage: languageOfTexts(site.locale),
      publisher: { '@id': `${site.url}/#organization` },
      potentialAction: searchAction(site),
    },
    { ...siteOrganization(site), areaServed: site.place, ...(sameAs.length > 0 ? { sameAs } : {}) },
  );
}

/** `query-input` is Google's: in schema.org it is an annotation, which the types do not include. */
function searchAction({ url }: SiteFacts): SearchAction {
  const action = {
    '@type': 'SearchAction' as const,
    target: { '@type': 'EntryPoint' as const, urlTemplate: `${url}/search?q={search_term_string}` },
    'query-input': 'required name=search_term_string',
  };
  return action;
}
