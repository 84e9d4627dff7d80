import fc from 'fast-check';
import { type Kysely, sql } from 'kysely';
import { expect, inject, test } from 'vitest';
import type { Database } from '#app/platform/database/handles.ts';
import { raiseCounter } from '#app/platform/database/migrations/0001-first-release/change-counters.ts';
import { countSegments, createSegments } from '#app/platform/database/migrations/0001-first-release/lists.ts';
import { eachDatabase, withPostgres } from '../../../../tests/each-database.ts';
import { rounds } from '../../../../tests/rounds.ts';
import { type CountedOrder, countItems, paginateCounted } from './counted-list.server.ts';
import type { Page } from './paginate.server.ts';
import { readCursor } from './paginate.server.ts';

// biome-ignore lint/suspicious/noExplicitAny: a list of the test's own, with segments small enough to see them split
type AnyDb = Kysely<any>;

const TABLE = 'pebble';
const UP: CountedOrder = { table: TABLE, column: 'weight', direction: 'asc', kind: 'number' };
const DOWN: CountedOrder = { ...UP, direction: 'desc' };
const MOST = 6;

type Pebble = { id: string; weight: number };

async function createPebbles({ write, capabilities: { dialect } }: Database): Promise<AnyDb> {
  const db = write as unknown as AnyDb;
  const [key, bigint] = dialect === 'postgres' ? ['text collate "C"', 'bigint'] : ['text', 'integer'];
  const statements = [
    `create table pebble ("id" ${key} primary key, "weight" ${bigint} not null)`,
    'create index pebble_by_weight on pebble ("weight", "id")',
    ...createSegments(dialect, 'pebble', 'number'),
    `insert into pebble_segment ("sort", "id", "items") values (-1000, '', 0)`,
    ...raiseCounter(dialect, 'pebble', 'articles'),
    ...countSegments(dialect, { table: 'pebble', column: 'weight' }, { most: MOST, splitAt: 3 }),
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
  return db;
}

async function clear(db: AnyDb): Promise<void> {
  await db.deleteFrom('pebble').execute();
  await db.deleteFrom('pebble_segment').execute();
  await db.insertInto('pebble_segment').values({ sort: -1000, id: '', items: 0 }).execute();
}

const weight = fc.integer({ min: 0, max: 12 });
const name = fc.integer({ min: 0, max: 60 }).map((number) => `p${number}`);

type Change = (db: AnyDb) => Promise<unknown>;

/** What a store, an import or the operator may do to a list. */
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.array(fc.record({ id: name, weight }), { minLength: 1, maxLength: 25 }).map(
    (pebbles): Change =>
      (db) =>
        db
          .insertInto('pebble')
          .values(pebbles)
          .onConflict((conflict) => conflict.column('id').doNothing())
          .execute(),
  ),
  fc
    .uniqueArray(fc.record({ id: name, weight }), { minLength: 1, maxLength: 12, selector: (one) => one.id })
    .map(
      (pebbles): Change =>
        (db) =>
          db
            .insertInto('pebble')
            .values(pebbles)
            .onConflict((conflict) =>
              conflict.column('id').doUpdateSet(({ ref }) => ({ weight: ref('excluded.weight') })),
            )
            .execute(),
    ),
  fc.tuple(weight, fc.integer({ min: -3, max: 3 })).map(
    ([from, by]): Change =>
      (db) =>
        db
          .updateTable('pebble')
          .set(({ eb }) => ({ weight: eb('weight', '+', by) }))
          .where('weight', '>=', from)
          .execute(),
  ),
  name.map(
    (id): Change =>
      (db) =>
        db.deleteFrom('pebble').where('id', '=', id).execute(),
  ),
  weight.map(
    (above): Change =>
      (db) =>
        db.deleteFrom('pebble').where('weight', '>', above).execute(),
  ),
  fc.tuple(name, weight).map(
    ([id, weighs]): Change =>
      (db) =>
        db
          .transaction()
          .execute(async (transaction) => {
            await transaction.updateTable('pebble').set({ weight: weighs }).where('id', '=', id).execute();
            throw new Error('on purpose');
          })
          .catch(() => undefined),
  ),
);

async function listBy(db: AnyDb, order: CountedOrder, request: object, from?: number): Promise<Page<Pebble>> {
  const query = db.selectFrom('pebble').select(['id', 'weight']);
  return paginateCounted(db, query, order, { limit: 4, ...request }, from) as Promise<Page<Pebble>>;
}

async function walkPages(db: AnyDb, order: CountedOrder, from?: number): Promise<Page<Pebble>[]> {
  const pages = [await listBy(db, order, {}, from)];
  for (let next = pages[0]?.next; next; next = pages.at(-1)?.next) {
    pages.push(await listBy(db, order, { after: readCursor(next, order) }, from));
  }
  return pages;
}

const postgresUrl = inject('postgresUrl');

test.skipIf(!postgresUrl)('a segment that is split while a page is read shifts nothing', () =>
  withPostgres(postgresUrl as string, async ({ database }) => {
    const db = await createPebbles(database);
    const pebble = (weight: number) => ({ id: `p${weight}`, weight });
    const add = (weights: number[]) => db.insertInto('pebble').values(weights.map(pebble)).execute();
    for (let weight = 1; weight <= 12; weight++) await add([weight]);
    for (const [order, more, expected] of [
      [DOWN, [0, -1, -2, -3, -4, -5, -6], [4, 3, 2, 1]],
      [UP, [20, 21, 22, 23, 24, 25, 26], [2, 3, 4, 5]],
    ] as const) {
      // Others write between the query for the position and the one for the page.
      const writing = { isNext: true };
      const page = await database.write.transaction().execute((transaction) =>
        listBy(
          transaction.withPlugin({
            transformQuery: ({ node }) => node,
            async transformResult({ result }) {
              if (writing.isNext) {
                writing.isNext = false;
                await add([...more]);
              }
              return result;
            },
          }) as unknown as AnyDb,
          order,
          { page: 3 },
        ),
      );
      expect(page.items.map(({ weight }) => weight)).toEqual(expected);
    }
  }),
);

eachDatabase(
  'a page by number is the page that Next leads to, whatever is written meanwhile',
  async ({ database }) => {
    const db = await createPebbles(database);
    await fc.assert(
      fc.asyncProperty(fc.array(change, { minLength: 1, maxLength: 12 }), weight, async (changes, from) => {
        await clear(db);
        for (const apply of changes) await apply(db);
        for (const [order, bound] of [[UP], [DOWN], [UP, from]] as const) {
          const walked = await walkPages(db, order, bound);
          for (const [at, page] of walked.entries()) {
            expect((await listBy(db, order, { page: at + 1 }, bound)).items).toEqual(page.items);
            if (at > 0) expect(await listBy(db, order, { page: at + 1 }, bound)).toEqual(page);
          }
          expect((await listBy(db, order, { page: walked.length + 1 }, bound)).items).toEqual([]);
        }
        await expectTrueSegments(db);
      }),
      rounds(import.meta.url, 60),
    );
  },
);

async function expectTrueSegments(db: AnyDb): Promise<void> {
  const segments: Segment[] = await db
    .selectFrom('pebble_segment')
    .select(['sort', 'id', 'items'])
    .orderBy('sort')
    .orderBy('id')
    .execute();
  const pebbles: Pebble[] = await db.selectFrom('pebble').select(['id', 'weight']).execute();
  const counts = segments.map((segment, at) => {
    const next = segments[at + 1];
    return pebbles.filter((one) => !isBefore(one, segment) && (!next || isBefore(one, next))).length;
  });
  expect(segments.map((segment) => segment.items)).toEqual(counts);
  expect(await countItems(db, TABLE)).toBe(pebbles.length);
}

type Segment = { sort: number; id: string; items: number };

function isBefore(one: Pebble, { sort, id }: Segment): boolean {
  return one.weight < sort || (one.weight === sort && one.id < id);
}

eachDatabase('items of concurrent writers are all counted', async ({ database }) => {
  const db = await createPebbles(database);
  await Promise.all(['a', 'b', 'c', 'd'].map((writer) => writeMany(db, writer)));
  await expectTrueSegments(db);
  expect(await countItems(db, TABLE)).toBe(4 * 30);
});

/** Adds forty, in transactions of four, moves some and removes ten. */
async function writeMany(db: AnyDb, writer: string): Promise<void> {
  for (let from = 0; from < 40; from += 4) {
    await db.transaction().execute(async (transaction) => {
      for (let at = from; at < from + 4; at++) {
        await transaction
          .insertInto('pebble')
          .values({ id: `${writer}${at}`, weight: (at * 7) % 13 })
          .execute();
      }
      await transaction
        .updateTable('pebble')
        .set({ weight: 6 })
        .where('id', '=', `${writer}${from}`)
        .execute();
      await transaction
        .deleteFrom('pebble')
        .where('id', '=', `${writer}${from + 1}`)
        .execute();
    });
  }
}

eachDatabase('segments over the limit are split, and empty ones are removed', async ({ database }) => {
  const db = await createPebbles(database);
  const pebbles = Array.from({ length: 300 }, (_, at) => ({ id: `p${at}`, weight: (at * 7919) % 300 }));
  await db.insertInto('pebble').values(pebbles).execute();
  for (const pebble of pebbles.slice(0, 50)) {
    await db
      .insertInto('pebble')
      .values({ ...pebble, id: `${pebble.id}b` })
      .execute();
  }
  await expectTrueSegments(db);
  const segments = await db.selectFrom('pebble_segment').select('items').execute();
  expect(Math.max(...segments.map((segment) => segment.items))).toBeLessThanOrEqual(MOST);
  await db.deleteFrom('pebble').where('weight', '<', 299).execute();
  expect(await db.selectFrom('pebble_segment').select('id').execute()).toHaveLength(2);
});
