import type { PageContext } from '#app/collection/facets.ts';
import { findLeadPicture } from '#app/content/lead-picture.server.ts';
import { withTextPictures } from '#app/content/text-pictures.server.tsx';
import { extractTeaser, type Teaser } from '#app/html/extract.server.ts';
import { type SafeHtml, sanitize } from '#app/html/sanitize.server.ts';
import { placeOf } from '#app/town/town-names.ts';
import type { Article } from './article.ts';
import { listArticleTeasers } from './article-store.server.ts';

const OTHERS = 3;

/** What the page of an article shows. */
export async function loadArticlePage(
  article: Article,
  { read, remember, town, siteUrl }: Pick<PageContext, 'read' | 'remember' | 'town' | 'siteUrl'>,
) {
  const { items: newest } = await remember('newest articles', (db) =>
    listArticleTeasers(db, { limit: OTHERS + 1 }),
  );
  const description = sanitize(article.description);
  return {
    article: { ...article, description: await withTextPictures(read, description) },
    picture: await findLeadPicture(read, article),
    teaser: teaserOf(article.deck, description),
    others: newest.filter(({ id }) => id !== article.id).slice(0, OTHERS),
    place: placeOf(town),
    siteUrl,
    clock: { timeZone: town.timeZone, locale: town.locale },
  };
}

function teaserOf(deck: string | null, description: SafeHtml): Teaser {
  const teaser = extractTeaser(description);
  return deck ? { ...teaser, deck } : teaser;
}
