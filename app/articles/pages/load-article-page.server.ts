import type { Article } from '#app/articles/article.ts';
import { listArticleTeasers } from '#app/articles/article-store.server.ts';
import { findArchivedDay } from '#app/items/archive/archive-store.server.ts';
import type { PageContext } from '#app/items/collection/facets.ts';
import { loadProvenance } from '#app/items/provenance/provenance.server.ts';
import { findDoubt } from '#app/items/reported/checked-item-store.server.ts';
import { findItemDocuments } from '#app/items/text/item-documents.server.ts';
import { findLeadPicture } from '#app/items/text/lead-picture.server.ts';
import { withTextPictures } from '#app/items/text/text-pictures.server.tsx';
import { extractTeaser, type Teaser } from '#app/platform/html/extract.server.ts';
import { type SafeHtml, sanitize } from '#app/platform/html/sanitize.server.ts';
import { findNewsletterName } from '#app/town/newsletter/newsletter-plan-store.server.ts';
import { townAndStateOf } from '#app/town/town-names.ts';

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
    documents: await findItemDocuments(read, article, clock),
    archived: await findArchivedDay(read, 'articles', article.id, clock),
    doubt: await findDoubt(remember, 'articles', article.id),
    teaser: teaserOf(article.deck, description),
    others: newest.filter(({ id }) => id !== article.id).slice(0, OTHERS),
    newsletter: await remember('name of the newsletter', (db) => findNewsletterName(db, town)),
    provenance: await loadProvenance(read, place, { now, clock }),
    place: townAndStateOf(town),
    siteUrl,
    clock,
  };
}

function teaserOf(deck: string | null, description: SafeHtml): Teaser {
  const teaser = extractTeaser(description);
  return deck ? { ...teaser, deck } : teaser;
}
