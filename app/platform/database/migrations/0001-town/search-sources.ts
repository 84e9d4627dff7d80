/**
 * Items of `table` to be found: under `kind`, at the place `place` of all kinds, by the words of `title` and `texts`,
 * of the date in `date`. Only rows for which `condition` holds are found.
 */
export type TextSource = {
  table: string;
  kind: string;
  place: number;
  title: string;
  texts: { column: string; isHtml?: true }[];
  date: string;
  condition?: { column: string; value: number };
  /** Rows of another table whose text belongs to an item. */
  parts?: { table: string; column: string; of: string };
};

/** What is found, by which words, and of which date it is. */
export const sources: TextSource[] = [
  {
    table: 'article',
    kind: 'articles',
    place: 1,
    title: 'title',
    texts: [{ column: 'description', isHtml: true }, { column: 'sourceName' }],
    date: 'pubDate',
  },
  {
    table: 'news_item',
    kind: 'news',
    place: 2,
    title: 'title',
    texts: [{ column: 'description', isHtml: true }, { column: 'sourceName' }],
    date: 'pubDate',
  },
  {
    table: 'event',
    kind: 'events',
    place: 3,
    title: 'title',
    texts: [{ column: 'description', isHtml: true }, { column: 'eventLocation' }],
    date: 'eventDate',
  },
  {
    table: 'poll',
    kind: 'polls',
    place: 4,
    title: 'title',
    texts: [{ column: 'description' }],
    date: 'createdAt',
    condition: { column: 'archived', value: 0 },
    parts: { table: 'poll_option', column: 'text', of: 'pollId' },
  },
  {
    table: 'business',
    kind: 'businesses',
    place: 5,
    title: 'name',
    texts: [{ column: 'category' }, { column: 'description', isHtml: true }, { column: 'address' }],
    date: 'createdAt',
  },
];
