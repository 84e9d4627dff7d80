import type { Generated } from 'kysely';
import * as z from 'zod';
import type { StoredItem } from '#app/items/collection/collection.ts';
import { field, formOf } from '#app/items/content/item-fields.ts';
import type { ItemTables, RowOf } from '#app/items/content/item-row.ts';
import {
  instant,
  itemDocuments,
  itemId,
  optionalLine,
  optionalList,
  optionalParagraph,
  optionalPicture,
  requiredHtml,
  requiredLine,
  requiredParagraph,
  requiredUrl,
  yesOrNo,
} from '#app/items/content/item-schema.ts';
import { tagNames } from '#app/items/text/tag.ts';
import type { TeaserColumns } from '#app/platform/database/tables/tables.ts';
import type { TeaserImage } from '#app/platform/html/extract.server.ts';
import type { ShownPicture } from '#app/platform/media/shown-picture.ts';

const correction = z.strictObject({
  date: instant('the date of the correction'),
  text: requiredParagraph('the correction', 2000),
});

/** A note to readers about what was wrong. `date` is UTC epoch milliseconds. */
export type Correction = z.output<typeof correction>;

const fold = 'Byline, tags and corrections';

/** What an article can have beyond the specification. All of it is optional. */
const extras = {
  deck: field(
    'Short summary',
    optionalParagraph(300).meta({
      description: 'A short summary. Without one, lists show the first words of the description',
    }),
    { kind: 'text', rows: 2, hint: 'Shown in lists and feeds, instead of the first words.' },
  ),
  byline: field('Byline', optionalLine(120).meta({ description: 'Who wrote it, as readers see it' }), {
    fold,
  }),
  tags: field(
    'Tags',
    tagNames().meta({ description: 'Each tag has a page and feeds. Case and accents do not matter' }),
    { hint: 'Separate tags with commas. Each tag gets its own page.', fold },
  ),
  corrections: field(
    'Correction',
    optionalList(z.array(correction).max(50, 'Use at most 50 corrections'))
      .transform((notes) => notes.toSorted((one, other) => other.date - one.date))
      .meta({ description: 'Notes to readers about what was wrong, newest first' }),
    {
      name: 'correction',
      kind: 'notes',
      hint: 'Appears below the article with the date, now if empty. Clear the text to remove it.',
      fold,
    },
  ),
  pinned: field(
    'Pin to the top of the front page',
    yesOrNo('Use true or false').meta({
      description: 'Whether it is first on the front page. Only one article is: pinning it unpins the other',
    }),
    { fold },
  ),
};

type Extra = keyof typeof extras;

export const extraFields = Object.keys(extras) as Extra[];

/** An article; every field of the specification is required (spec sections 3 and 5). */
export const articleSchema = z.strictObject({
  id: itemId,
  sourceId: field('Source ID', requiredLine('a source ID'), { isDetail: true }),
  title: field('Title', requiredLine('a title')),
  link: field('Link', requiredUrl('a link'), { isDetail: true }),
  pubDate: field('Publication date', instant('a publication date'), {
    hint: 'The date that readers see, in town time. To publish the article later, choose Scheduled instead.',
  }),
  description: field('Description', requiredHtml('a description')),
  sourceName: field('Source name', requiredLine('a source name'), { isDetail: true }),
  sourceUrl: field('Source URL', requiredUrl('a source URL'), { isDetail: true }),
  picture: optionalPicture(),
  documents: itemDocuments(),
  ...extras,
});

export const articleForm = formOf(articleSchema, [
  'title',
  'deck',
  'description',
  'picture',
  'documents',
  'pubDate',
  'link',
  ['sourceName', 'sourceUrl'],
  ['sourceId', 'id'],
  'byline',
  'tags',
  'corrections',
  'pinned',
]);

declare module '#app/platform/database/tables/tables.ts' {
  interface Tables extends ItemTables<'article', ArticleRow, number> {
    /** Maintained by triggers, from the tags of the articles. */
    article_tag: { tag: string; articleId: string; pubDate: number; name: string };
  }
}

/** `hasDeck` is whether an editor wrote `deck`. Tags are stored with their keys. */
type ArticleRow = Omit<RowOf<typeof articleSchema>, 'deck'> & TeaserColumns & { hasDeck: Generated<number> };

type Parsed = z.output<typeof articleSchema>;

export type ArticleInput = Omit<Parsed, Extra | 'picture' | 'documents'> &
  Partial<Pick<Parsed, Extra | 'picture' | 'documents'>>;

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
