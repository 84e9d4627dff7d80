/** The store of a collection whose items have a publication date, a source and a text with a teaser. */
import type { Collection, StoredItem } from '#app/collection/collection.ts';
import type { FoundContext } from '#app/collection/facets.ts';
import { type CountedOrder, paginateCounted } from '#app/database/counted-list.server.ts';
import type { ReadDb } from '#app/database/handles.ts';
import { extractTeaser } from '#app/html/extract.server.ts';
import { type AnyDb, publishedText, type TextSource } from '#app/search-index/text-sources.ts';
import { removeRow, saveItem } from './item-store.server.ts';
import { type FoundStory, listFoundStories } from './published-items.server.ts';

/** What such items have in common; only some collections require a source. */
export type StoryInput = {
  id: string;
  title: string;
  link: string;
  pubDate: number;
  description: string;
  sourceName: string | null;
};

export type StoryStore<Input extends StoryInput> = {
  source: TextSource;
  /** Newest first by pubDate (spec section 9). */
  order: CountedOrder;
  listFound: (db: ReadDb, ids: string[], context: FoundContext) => Promise<FoundStory[]>;
  /** The rows of the sitemap. */
  selectPages: (db: ReadDb) => unknown;
} & Pick<Collection<Input & StoredItem, Input>, 'list' | 'find' | 'save' | 'remove'>;

/** `columns` are those of the whole item, in the order in which the API returns them. */
export function storyStore<Input extends StoryInput>(
  place: Pick<TextSource, 'kind' | 'table' | 'place'>,
  columns: readonly (keyof Input & string)[],
): StoryStore<Input> {
  const source = publishedText(place);
  const order: CountedOrder = { table: source.table, column: 'pubDate', direction: 'desc', kind: 'number' };
  const rows = (db: ReadDb) => (db as unknown as AnyDb).selectFrom(source.table);
  const items = (db: ReadDb) =>
    rows(db)
      .select([...columns, 'version', 'updatedAt'])
      .$castTo<Input & StoredItem>();
  const find: StoryStore<Input>['find'] = (db, id) => items(db).where('id', '=', id).executeTakeFirst();
  return {
    source,
    order,
    find,
    list: (db, request) => paginateCounted(db, items(db), order, request),
    save: async (db, input, options) => {
      const { deck, image } = extractTeaser(input.description);
      const row = { ...input, deck, image: image && JSON.stringify(image) };
      return saveItem(db, source, row, { ...options, find });
    },
    remove: (db, id, seen) => removeRow(db, source, id, seen),
    listFound: (db, ids, context) => listFoundStories(db, source.table, ids, context),
    selectPages: (db) => rows(db).select(['id', 'title', 'updatedAt', 'pubDate']),
  };
}
