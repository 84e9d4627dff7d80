import { setImmediate } from 'node:timers/promises';
import type { Collection, StoredItem, WaitingItem } from '#app/collection/collection.ts';
import { asksForSomething, type SearchTerm, type SearchText } from '#app/content/search-query.ts';
import type { ReadDb } from '#app/database/handles.ts';
import { readCursor } from '#app/database/paginate.server.ts';
import { waitingOrder } from '#app/drafts/item-version-store.server.ts';
import { searchTextOf } from '#app/search-index/search-text.ts';
import type { TextRow } from '#app/search-index/text-sources.ts';

/** At most this many scheduled items are searched, soonest first. */
const MOST_SEARCHED = 500;
const BATCH = 10;

/**
 * The scheduled items of a collection that match the search, soonest first, at most `limit`. The index contains only
 * published items, so their words are computed here, with a pause after each item for other requests.
 */
export async function findWaiting<Item extends StoredItem>(
  db: ReadDb,
  collection: Collection<Item>,
  search: SearchText,
  limit: number,
): Promise<WaitingItem<Item>[]> {
  const found: WaitingItem<Item>[] = [];
  if (!collection.waiting || !asksForSomething(search)) return found;
  let after: ReturnType<typeof readCursor>;
  for (let searched = 0; searched < MOST_SEARCHED; searched += BATCH) {
    const page = await collection.waiting.list(db, { limit: BATCH, after });
    for (const waiting of page.items) {
      if (matches(textOf(collection, waiting.item), search.terms)) found.push(waiting);
      if (found.length === limit) return found;
      await setImmediate();
    }
    if (!page.next) break;
    after = readCursor(page.next, waitingOrder);
  }
  return found;
}

/** The folded words with a space around each. A phrase cannot reach from the title into the text. */
function textOf<Item extends StoredItem>({ source, toInputJson }: Collection<Item>, item: Item): string {
  const { title, text } = searchTextOf(source.fieldsOf(toInputJson(item) as TextRow));
  return ` ${title}  ${text} `;
}

/** An unquoted word also matches longer words that begin with it, as in search while typing. */
function matches(text: string, terms: SearchTerm[]): boolean {
  return terms.every(({ words, isExcluded, isQuoted }) => {
    const isWhole = isQuoted || isExcluded;
    return text.includes(` ${words.join(' ')}${isWhole ? ' ' : ''}`) !== isExcluded;
  });
}
