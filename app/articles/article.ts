import * as z from 'zod';
import type { StoredItem } from '#app/items/collection/collection.ts';
import {
  instant,
  itemId,
  optionalLine,
  optionalList,
  optionalParagraph,
  optionalPicture,
  pictureOutput,
  requiredHtml,
  requiredLine,
  requiredParagraph,
  requiredUrl,
} from '#app/items/content/item-schema.ts';
import { tagNames } from '#app/items/text/tag.ts';
import type { TeaserImage } from '#app/platform/html/extract.server.ts';
import type { ShownPicture } from '#app/platform/media/shown-picture.ts';

const correction = z.strictObject({
  date: instant('the date of the correction'),
  text: requiredParagraph('the correction', 2000),
});

/** A note to readers about what was wrong. `date` is UTC epoch milliseconds. */
export type Correction = z.output<typeof correction>;

/** What an article can have beyond the specification. All of it is optional. */
const extras = {
  deck: optionalParagraph(300).meta({
    description: 'A short summary. Without one, lists show the first words of the description',
  }),
  byline: optionalLine(120).meta({ description: 'Who wrote it, as readers see it' }),
  tags: tagNames().meta({ description: 'Each tag has a page and feeds. Case and accents do not matter' }),
  corrections: optionalList(z.array(correction).max(50, 'Use at most 50 corrections'))
    .transform((notes) => notes.toSorted((one, other) => other.date - one.date))
    .meta({ description: 'Notes to readers about what was wrong, newest first' }),
  pinned: z.boolean('Use true or false').default(false).meta({
    description: 'Whether it is first on the front page. Only one article is: pinning it unpins the other',
  }),
};

type Extra = keyof typeof extras;

export const extraFields = Object.keys(extras) as Extra[];

/** An article; every field of the specification is required (spec sections 3 and 5). */
export const articleSchema = z.strictObject({
  id: itemId,
  sourceId: requiredLine('a source ID'),
  title: requiredLine('a title'),
  link: requiredUrl('a link'),
  pubDate: instant('a publication date'),
  description: requiredHtml('a description'),
  sourceName: requiredLine('a source name'),
  sourceUrl: requiredUrl('a source URL'),
  picture: optionalPicture(),
  ...extras,
});

/** An article as the API returns it. */
export const articleOutputSchema = articleSchema.extend({ picture: pictureOutput });

type Parsed = z.output<typeof articleSchema>;

export type ArticleInput = Omit<Parsed, Extra | 'picture'> & Partial<Pick<Parsed, Extra | 'picture'>>;

/** A stored article. `pubDate` is UTC epoch milliseconds, `description` sanitized HTML. */
export type Article = Parsed & StoredItem;

/**
 * What lists show of an article. `deck` is its short summary, or its first words, `image` the first picture of its text,
 * `picture` its lead picture.
 */
export type ArticleTeaser = Pick<Article, 'id' | 'title' | 'pubDate' | 'sourceName'> & {
  deck: string;
  image: TeaserImage | null;
  picture: ShownPicture | null;
};
