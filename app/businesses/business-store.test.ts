import { expect } from 'vitest';
import { parseItem } from '#app/items/content/parse-item.server.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { decodeCursor } from '#app/platform/database/lists/paginate.server.ts';
import { eachDatabase } from '../../tests/each-database.ts';
import { type BusinessInput, businessSchema } from './business.ts';
import { businesses } from './business-collection.server.ts';
import {
  findBusiness,
  listBusinessCards,
  listBusinessCategories,
  listBusinesses,
  removeBusiness,
  saveBusiness,
} from './business-store.server.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

function business(id: string, changes: Partial<BusinessInput> = {}): BusinessInput {
  return businessSchema.parse({
    id,
    name: `Shop ${id}`,
    category: 'Trades',
    address: '1 Bank Row',
    ...changes,
  });
}

async function seed({ write }: Database, ...inputs: BusinessInput[]): Promise<void> {
  for (const input of inputs) await saveBusiness(write, input, { now: NOW });
}

eachDatabase('saving returns the stored business', async ({ database: { read, write } }) => {
  const input = business('a', { phone: '(802) 555-0114', description: '<p>Nails by the pound.</p>' });
  const outcome = await saveBusiness(write, input, { now: NOW });
  expect(outcome).toEqual({ kind: 'saved', item: { ...input, version: 1, updatedAt: NOW } });
  expect(await findBusiness(read, 'a')).toEqual(outcome.kind === 'saved' && outcome.item);
  expect(await findBusiness(read, 'A')).toBeUndefined();
});

eachDatabase(
  'a save with an old version is refused and returns the current one',
  async ({ database: { write } }) => {
    await saveBusiness(write, business('a'), { now: NOW });
    await saveBusiness(write, business('a', { name: 'Mine' }), { now: NOW, version: 1 });
    const late = await saveBusiness(write, business('a', { name: 'Late' }), { now: NOW, version: 1 });
    expect(late).toMatchObject({ kind: 'conflict', current: { name: 'Mine', version: 2 } });
  },
);

eachDatabase(
  'the list sorts by name case-insensitively, identically in both databases',
  async ({ database }) => {
    const names = [
      'zum Anker',
      'Abel',
      'ähre',
      'abel & co',
      '7 Stones',
      '12 Oaks',
      'The Copper Kettle',
      'Élan',
    ];
    await seed(database, ...names.map((name, index) => business(`b${index}`, { name })));
    const { items } = await listBusinesses(database.read, { limit: 20 });
    expect(items.map((item) => item.name)).toEqual([
      '12 Oaks',
      '7 Stones',
      'Abel',
      'abel & co',
      'The Copper Kettle',
      'zum Anker',
      'ähre',
      'Élan',
    ]);
  },
);

eachDatabase('a renamed business moves in the list', async ({ database }) => {
  await seed(database, business('a', { name: 'Anvil' }), business('b', { name: 'Bakery' }));
  await saveBusiness(database.write, business('a', { name: 'Zinc' }), { now: NOW });
  const { items } = await listBusinessCards(database.read, { limit: 10 });
  expect(items.map((item) => item.name)).toEqual(['Bakery', 'Zinc']);
});

eachDatabase('a category filter leaves out all others, on every page', async ({ database }) => {
  await seed(
    database,
    ...Array.from({ length: 25 }, (_, index) =>
      business(`b${index}`, { category: index % 2 === 0 ? 'Trades' : 'Health' }),
    ),
  );
  const first = await listBusinessCards(database.read, { limit: 10, category: 'Trades' });
  const after = decodeCursor(first.next ?? '', 'string');
  const second = await listBusinessCards(database.read, { limit: 10, category: 'Trades', after });
  expect(first.items).toHaveLength(10);
  expect(second.items).toHaveLength(3);
  expect(second.next).toBeNull();
  expect(new Set([...first.items, ...second.items].map((item) => item.category))).toEqual(
    new Set(['Trades']),
  );
});

eachDatabase('each category in use is listed once, in alphabetical order', async ({ database }) => {
  expect(await listBusinessCategories(database.read)).toEqual([]);
  const categories = ['Trades', 'Épicerie', 'Health', 'Trades', 'Food', 'farms'];
  await seed(database, ...categories.map((category, index) => business(`b${index}`, { category })));
  expect(await listBusinessCategories(database.read)).toEqual([
    'Épicerie',
    'farms',
    'Food',
    'Health',
    'Trades',
  ]);
});

eachDatabase('an unknown category or an empty town gives an empty page', async ({ database }) => {
  const empty = { items: [], next: null, previous: null };
  expect(await listBusinesses(database.read, { limit: 10 })).toEqual(empty);
  await seed(database, business('a'));
  expect(await listBusinessCards(database.read, { limit: 10, category: 'trades' })).toEqual(empty);
});

eachDatabase('a removed business is no longer found', async ({ database }) => {
  await seed(database, business('a'));
  expect(await removeBusiness(database.write, 'a')).toBe(true);
  expect(await removeBusiness(database.write, 'a')).toBe(false);
  expect(await findBusiness(database.read, 'a')).toBeUndefined();
});

eachDatabase("the API's output is accepted as input", async ({ database: { read, write } }) => {
  await saveBusiness(write, business('a', { website: 'https://example.org/' }), { now: NOW });
  const stored = await findBusiness(read, 'a');
  if (!stored) throw new Error('the business is gone');
  const json = businesses.json.toJson(stored);
  expect(businesses.json.outputSchema.parse(json)).toEqual(json);
  expect(parseItem(businesses, json, { siteUrl: 'https://town.example' }).input).toEqual(
    business('a', { website: 'https://example.org/' }),
  );
});
