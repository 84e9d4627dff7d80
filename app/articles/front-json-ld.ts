import type { Graph, SearchAction } from 'schema-dts';
import { graphOf, siteOrganization } from '#app/items/lists/json-ld.ts';
import type { SiteFacts } from '#app/platform/ui/site-facts.ts';
import { languageOfTexts } from '#app/platform/ui/text-language.ts';

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
