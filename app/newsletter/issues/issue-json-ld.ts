import type { Graph } from 'schema-dts';
import { breadcrumbsOf, graphOf, siteOrganization } from '#app/items/lists/json-ld.ts';
import type { SiteFacts } from '#app/platform/ui/site-facts.ts';
import { languageOfTexts } from '#app/platform/ui/text-language.ts';
import type { Edition } from './edition.ts';

type IssueFacts = { edition: Edition; number: number; path: string };

/** An issue as https://schema.org/PublicationIssue, with the stories that it lists. */
export function issueJsonLd({ edition, number, path }: IssueFacts, site: SiteFacts): Graph {
  const stories = edition.blocks.filter((block) => block.kind === 'lead' || block.kind === 'story');
  return graphOf(
    {
      '@type': 'PublicationIssue',
      issueNumber: number,
      name: edition.subject,
      url: site.url + path,
      datePublished: edition.day,
      inLanguage: languageOfTexts(site.locale),
      isAccessibleForFree: true,
      publisher: siteOrganization(site),
      isPartOf: { '@type': 'Periodical', name: edition.title, url: `${site.url}/newsletter` },
      hasPart: stories.map((story) => ({
        '@type': 'NewsArticle',
        headline: story.title,
        url: site.url + story.path,
      })),
    },
    breadcrumbsOf(site, [edition.title, '/newsletter'], [`Issue ${number}`, path]),
  );
}
