import fc from 'fast-check';
import { expect } from 'vitest';
import type { Database, ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { eachDatabase } from '../../../../tests/each-database.ts';
import { rounds } from '../../../../tests/rounds.ts';
import { type ListOrder, type Page, paginate, readCursor } from './paginate.server.ts';

const NEWEST_FIRST: ListOrder = { column: 'pubDate', direction: 'desc', kind: 'number' };
const SOONEST_FIRST: ListOrder = { column: 'pubDate', direction: 'asc', kind: 'number' };
const BY_NAME: ListOrder = { column: 'nameKey', direction: 'asc', kind: 'string' };

type Item = { id: string; pubDate: number };

async function addItems(db: WriteDb, items: Item[]): Promise<void> {
  if (items.length === 0) return;
  const rest = { title: 't', link: 'l', description: 'd', deck: '', createdAt: 0, updatedAt: 0 };
  await db
    .insertInto('news_item')
    .values(items.map((item) => ({ ...item, ...rest })))
    .execute();
}

async function listPage(
  db: ReadDb,
  order: ListOrder,
  { limit = 10, after, before }: { limit?: number; after?: string | null; before?: string | null } = {},
): Promise<Page<Item>> {
  const request = { limit, after: readCursor(after, order), before: readCursor(before, order) };
  return paginate<Item>(db.selectFrom('news_item').select(['id', 'pubDate']), order, request);
}

async function walkForward(db: ReadDb, order: ListOrder, limit: number): Promise<Page<Item>[]> {
  const pages: Page<Item>[] = [await listPage(db, order, { limit })];
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) {
    pages.push(await listPage(db, order, { limit, after: next }));
  }
  return pages;
}

function idsOf(pages: Page<Item>[]): string[] {
  return pages.flatMap((page) => page.items.map((item) => item.id));
}

function sorted(items: Item[], { direction }: ListOrder): string[] {
  const sign = direction === 'asc' ? 1 : -1;
  const compare = (a: Item, b: Item) => sign * (a.pubDate - b.pubDate || (a.id < b.id ? -1 : 1));
  return items.toSorted(compare).map((item) => item.id);
}

function numbered(count: number, pubDate: (index: number) => number): Item[] {
  return Array.from({ length: count }, (_, index) => ({
    id: `n${String(index).padStart(3, '0')}`,
    pubDate: pubDate(index),
  }));
}

async function removeAll({ write }: Database): Promise<void> {
  await write.deleteFrom('news_item').execute();
}

eachDatabase('an empty list is one empty page without links', async ({ database }) => {
  expect(await listPage(database.read, NEWEST_FIRST)).toEqual({ items: [], next: null, previous: null });
});

eachDatabase('Next is shown only if more items follow', async ({ database }) => {
  await addItems(
    database.write,
    numbered(10, (index) => index),
  );
  expect((await listPage(database.read, NEWEST_FIRST)).next).toBeNull();
  await addItems(database.write, [{ id: 'one-more', pubDate: -1 }]);
  const first = await listPage(database.read, NEWEST_FIRST);
  expect(first.items).toHaveLength(10);
  const second = await listPage(database.read, NEWEST_FIRST, { after: first.next });
  expect(second).toMatchObject({ items: [{ id: 'one-more' }], next: null });
});

eachDatabase('Previous leads from every page except the first to the page before', async ({ database }) => {
  await addItems(
    database.write,
    numbered(25, (index) => index),
  );
  const pages = await walkForward(database.read, NEWEST_FIRST, 10);
  expect(pages.map((page) => page.previous !== null)).toEqual([false, true, true]);
  const second = await listPage(database.read, NEWEST_FIRST, { before: pages[2]?.previous });
  expect(second.items).toEqual(pages[1]?.items);
  const first = await listPage(database.read, NEWEST_FIRST, { before: second.previous });
  expect(first.items).toEqual(pages[0]?.items);
  expect(first.previous).toBeNull();
});

eachDatabase('items with the same date are neither repeated nor lost between pages', async ({ database }) => {
  const items = numbered(37, () => 1_700_000_000_000);
  await addItems(database.write, items);
  for (const order of [NEWEST_FIRST, SOONEST_FIRST]) {
    expect(idsOf(await walkForward(database.read, order, 10))).toEqual(sorted(items, order));
  }
});

eachDatabase('items added while a reader is paging neither repeat nor hide others', async ({ database }) => {
  const items = numbered(30, (index) => index * 10);
  await addItems(database.write, items);
  const first = await listPage(database.read, NEWEST_FIRST);
  // Newer than all, next to the last item seen, and next to the following one.
  await addItems(database.write, [
    { id: 'newest', pubDate: 1000 },
    { id: 'n020a', pubDate: 200 },
    { id: 'n019a', pubDate: 190 },
  ]);
  const second = await listPage(database.read, NEWEST_FIRST, { after: first.next });
  expect(second.items.slice(0, 3).map((item) => item.id)).toEqual(['n019a', 'n019', 'n018']);
  const back = await listPage(database.read, NEWEST_FIRST, { before: second.previous });
  expect(back.items.map((item) => item.id).slice(-2)).toEqual(['n020a', 'n020']);
});

eachDatabase('a cursor keeps its position when the item next to it is deleted', async ({ database }) => {
  await addItems(
    database.write,
    numbered(20, (index) => index),
  );
  const first = await listPage(database.read, NEWEST_FIRST);
  await database.write.deleteFrom('news_item').where('id', 'in', ['n010', 'n009']).execute();
  const second = await listPage(database.read, NEWEST_FIRST, { after: first.next });
  expect(second.items[0]?.id).toBe('n008');
});

eachDatabase('forwards and backwards give the same pages, whatever the dates', async ({ database }) => {
  const pile = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 24 });
  const orders = fc.constantFrom(NEWEST_FIRST, SOONEST_FIRST);
  await fc.assert(
    fc.asyncProperty(pile, fc.integer({ min: 1, max: 7 }), orders, async (dates, limit, order) => {
      await removeAll(database);
      const items = numbered(dates.length, (index) => dates[index] ?? 0);
      await addItems(database.write, items);
      const pages = await walkForward(database.read, order, limit);
      expect(idsOf(pages)).toEqual(sorted(items, order));
      for (const [index, page] of pages.entries()) {
        if (index === 0) continue;
        const before = await listPage(database.read, order, { limit, before: page.previous });
        expect(before.items).toEqual(pages[index - 1]?.items);
      }
    }),
    rounds(import.meta.url, 25),
  );
});

eachDatabase('a list by name sorts byte by byte, identically in both databases', async ({ database }) => {
  const names = ['Zoo', 'apple', 'Äpfel', 'éclair', 'banana', 'ápple', 'z', '日本', 'Éclair', '_', '~'];
  const rest = { category: 'c', description: 'd', address: 'a', createdAt: 0, updatedAt: 0 };
  const rows = names.map((name, index) => ({ id: `b${index}`, name, nameKey: name.toLowerCase(), ...rest }));
  await database.write.insertInto('business').values(rows).execute();
  const seen: string[] = [];
  for (let after: string | null = ''; after !== null; ) {
    const query = database.read.selectFrom('business').select(['id', 'nameKey']);
    const page: Page<{ id: string; nameKey: string }> = await paginate(query, BY_NAME, {
      limit: 3,
      after: readCursor(after, BY_NAME),
    });
    seen.push(...page.items.map((item) => item.nameKey));
    after = page.next;
  }
  const byBytes = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b));
  expect(seen).toEqual(names.map((name) => name.toLowerCase()).toSorted(byBytes));
});
