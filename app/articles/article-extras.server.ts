/** How the table stores what an article can have beyond the specification. */
import type { FeedExtras } from '#app/items/lists/published-drafts.server.tsx';
import type { StoredExtras } from '#app/items/lists/story-store.server.ts';
import { tagKeyOf } from '#app/items/text/tag.ts';
import type { Article, ArticleInput, Correction } from './article.ts';

type Row = Record<string, unknown>;

export const articleExtras: StoredExtras<Article, ArticleInput> = {
  columns: ['deck', 'hasDeck', 'byline', 'tags', 'corrections', 'pinned'],
  toRow: ({ deck, byline, tags = [], corrections = [], pinned }, teaser) => ({
    deck: deck ?? teaser.deck,
    hasDeck: deck ? 1 : 0,
    byline: byline ?? null,
    tags: jsonOf(tags.map((name) => [tagKeyOf(name), name])),
    corrections: jsonOf(corrections),
    pinned: pinned ? 1 : 0,
  }),
  toItem: ({ hasDeck, deck, tags, corrections, pinned, ...row }) =>
    ({
      ...row,
      deck: hasDeck === 1 ? deck : null,
      tags: namesIn(tags),
      corrections: correctionsIn(corrections),
      pinned: pinned === 1,
    }) as Article,
  found: {
    columns: ['deck', 'hasDeck', 'byline', 'tags', 'corrections'],
    textsOf: ({ hasDeck, deck, byline, tags, corrections }: Row) => [
      ...namesIn(tags),
      hasDeck === 1 ? String(deck) : null,
      byline as string | null,
      ...correctionsIn(corrections).map(({ text }) => text),
    ],
  },
};

function jsonOf(list: unknown[]): string | null {
  return list.length > 0 ? JSON.stringify(list) : null;
}

/** The names of the tags in a row's column. */
function namesIn(tags: unknown): string[] {
  const pairs: [string, string][] = JSON.parse(String(tags ?? '[]'));
  return pairs.map(([, name]) => name);
}

/** The corrections in a row's column. */
function correctionsIn(corrections: unknown): Correction[] {
  return JSON.parse(String(corrections ?? '[]'));
}

/** What feeds show of an article besides what they show of every story. */
export const articleFeedExtras: FeedExtras = {
  columns: ['byline', 'tags', 'corrections'],
  describe: (row) => {
    const { byline, tags, corrections } = row as Row;
    return { byline: byline as string | null, tags: namesIn(tags), notes: correctionsIn(corrections) };
  },
};
