import type { PageContext } from '#app/collection/facets.ts';
import { findLeadPicture } from '#app/content/lead-picture.server.ts';
import { withTextPictures } from '#app/content/text-pictures.server.tsx';
import { extractTeaser, type Teaser } from '#app/html/extract.server.ts';
import { type SafeHtml, sanitize } from '#app/html/sanitize.server.ts';
import { loadProvenance } from '#app/sources/provenance.server.ts';
import { findNewsletterName } from '#app/town/newsletter-plan-store.server.ts';
import { placeOf } from '#app/town/town-names.ts';
import type { Article } from './article.ts';
import { listArticleTeasers } from './article-store.server.ts';

const OTHERS = 3;

/** What the page of an article shows. */
export async function loadArticlePage(
  article: Article,
  { read, remember, town, now, siteUrl }: Pick<PageContext, 'read' | 'remember' | 'town' | 'now' | 'siteUrl'>,
) {
  const { items: newest } = await remember('newest articles', (db) =>
    listArticleTeasers(db, { limit: OTHERS + 1 }),
  );
  const clock = { timeZone: town.timeZone, locale: town.locale };
  const place = { collection: 'articles', id: article.id };
  const description = sanitize(article.description);
  return {
    article: { ...article, description: await withTextPictures(read, description) },
    picture: await findLeadPicture(read, article),
    teaser: teaserOf(article.deck, description),
    others: newest.filter(({ id }) => id !== article.id).slice(0, OTHERS),
    newsletter: await remember('name of the newsletter', (db) => findNewsletterName(db, town)),
    provenance: await loadProvenance(read, place, { now, clock }),
    place: placeOf(town),
    siteUrl,
    clock,
  };
}

function teaserOf(deck: string | null, description: SafeHtml): Teaser {
  const teaser = extractTeaser(description);
  return deck ? { ...teaser, deck } : teaser;
}
