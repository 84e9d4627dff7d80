import {
  type ListOrder,
  type Page,
  type PageRequest,
  readCursor,
} from '#app/platform/database/lists/paginate.server.ts';

/** How many whole items are in memory at a time; each may have half a megabyte of text. */
const BATCH_SIZE = 100;

/** All pages of a list. */
export async function* pagesOf<Item>(
  order: ListOrder,
  list: (request: PageRequest) => Promise<Page<Item>>,
): AsyncGenerator<Item[]> {
  let next: string | null = null;
  do {
    const page: Page<Item> = await list({ limit: BATCH_SIZE, after: readCursor(next, order) });
    yield page.items;
    next = page.next;
  } while (next);
}
