import { type Kysely, sql } from 'kysely';
import { expect } from 'vitest';
import { collections, textSources } from '#app/collections.server.ts';
import { countItems } from '#app/platform/database/lists/counted-list.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { listFoundDocuments } from '#app/platform/search-index/find-documents.server.ts';
import { wordsOf } from '#app/platform/search-index/fold-text.ts';
import { countStaleItems, indexStaleItems } from '#app/platform/search-index/index-items.server.ts';
import { countIndexFaults } from '#app/platform/search-index/rebuild-index.server.ts';
import { eachDatabase, type TestLocation } from '../../../tests/each-database.ts';
import { type EarlierSchema, earlierSchemas, withEarlierTown } from '../../../tests/earlier-schemas.ts';
import { listSchemaObjects } from '../../../tests/schema-objects.ts';
import { articleRow } from '../../../tests/seed-town.ts';
import type { Database } from './handles.ts';
import {
  listKnownMigrations,
  listPendingMigrations,
  listRunMigrations,
  migrate,
  refuseNewer,
} from './migrate-database.server.ts';

type Ledger = Kysely<{ kysely_migration: { name: string } }>;

async function inside(location: TestLocation, work: (database: Database) => Promise<void>): Promise<void> {
  const database = openDatabase(location);
  await work(database).finally(() => database.close());
}

function listRecorded({ write }: Database) {
  return (write as unknown as Ledger).selectFrom('kysely_migration').select('name').orderBy('name').execute();
}

/** How many items an upgrade leaves to be indexed again. */
const leftToIndex = { 'last-development': 7, '1.0.0': 0 };

/** How many news items each has. */
const news = { 'last-development': 1, '1.0.0': 2 };

/** Objects that differ in a constraint's name, or in a condition that is always true. */
const namedOtherwise = {
  'last-development': {
    sqlite: ['table poll_ballot', 'trigger article_update_lists'],
    postgres: [
      'constraint item_version.item_version_check',
      'constraint item_version.item_version_next_check',
      'constraint item_version.item_version_next_state_check',
      'constraint item_version.item_version_state_check',
      'constraint poll_ballot.poll_ballot_2_pollId_fkey',
      'constraint poll_ballot.poll_ballot_pollId_fkey',
      'function list_article()',
    ],
  },
  '1.0.0': { sqlite: [], postgres: [] },
};

for (const schema of Object.keys(earlierSchemas) as EarlierSchema[]) {
  eachDatabase(
    `a database from ${schema} is upgraded to the schema of a new one, object by object`,
    (fresh) =>
      withEarlierTown(schema, fresh.dialect, (location) =>
        inside(location, async (database) => {
          await migrate(database);
          const expected = await listSchemaObjects(fresh.database);
          const objects = await listSchemaObjects(database);
          const differing = [...new Set([...objects.keys(), ...expected.keys()])].filter(
            (name) => objects.get(name) !== expected.get(name),
          );
          expect(differing.sort()).toEqual(namedOtherwise[schema][fresh.dialect]);
          expect(expected.size).toBeGreaterThan(150);
          expect((await listRecorded(database)).map(({ name }) => name)).toEqual(listKnownMigrations());
          expect(await listPendingMigrations(database)).toEqual([]);
          expect(await migrate(database)).toEqual([]);
        }),
      ),
  );

  eachDatabase(`a town from ${schema} keeps its content, its counts and its search`, ({ dialect }) =>
    withEarlierTown(schema, dialect, (location) =>
      inside(location, async (database) => {
        await migrate(database);
        const { write } = database;
        const article = await write
          .selectFrom('article')
          .select(['title', 'version'])
          .where('id', '=', 'a1')
          .execute();
        expect(article).toEqual([{ title: articleRow('a1').title, version: 3 }]);
        const tables = [
          'news_item',
          'event',
          'poll',
          'business',
          'site_user',
          'password',
          'identity',
        ] as const;
        const counts = tables.map((table) =>
          write
            .selectFrom(table)
            .select(({ fn }) => fn.countAll().as('count'))
            .executeTakeFirstOrThrow(),
        );
        expect((await Promise.all(counts)).map(({ count }) => Number(count))).toEqual([
          news[schema],
          ...[2, 2, 1, 4, 3, 1],
        ]);
        const ballots = write.selectFrom('poll_ballot').select(['pollId', 'receipt', 'position']);
        expect(await ballots.orderBy('pollId').execute()).toEqual([
          { pollId: 'p1', receipt: 'r1', position: null },
          { pollId: 'p2', receipt: 'r2', position: 1 },
        ]);
        // With its key, the vote in the open poll can still be changed.
        const keys = await write.selectFrom('poll_key').select('pollId').execute();
        expect(keys).toEqual([{ pollId: 'p1' }]);
        expect(await countItems(write, 'event')).toBe(2);
        // Found as before until the site has indexed it again.
        expect([await countIndexFaults(write, textSources), await countStaleItems(write)]).toEqual([
          0,
          leftToIndex[schema],
        ]);
        expect(await findTitled(database, articleRow('a1').title)).toContain('a1');
        await indexStaleItems(write, textSources);
        expect([await countIndexFaults(write, textSources), await countStaleItems(write)]).toEqual([0, 0]);
        expect(await findTitled(database, articleRow('a1').title)).toContain('a1');
        const before = await readCounter(database);
        await write.insertInto('article').values(articleRow('new')).execute();
        expect(await readCounter(database)).toBeGreaterThan(before);
        expect(await countItems(write, 'article')).toBe(3);
        expect(await countIndexFaults(write, textSources)).toBe(0);
      }),
    ),
  );
}

async function findTitled({ write }: Database, title: string): Promise<string[]> {
  const clauses = wordsOf(title).map((word) => ({ choices: [[word]], endings: false, isExcluded: false }));
  const { documents: found } = await listFoundDocuments(write, collections.articles.source, {
    clauses,
    inTitle: true,
    limit: 10,
  });
  return found.map(({ itemId }) => itemId);
}

async function readCounter({ write }: Database): Promise<number> {
  const { revision } = await write
    .selectFrom('collection_revision')
    .select('revision')
    .where('collection', '=', 'articles')
    .executeTakeFirstOrThrow();
  return Number(revision);
}

const SENTENCE =
  /^This town is from a development version of Belfry \(its last change is \S+\) and can't be upgraded\. Nothing was changed\. Export its content with the version that it ran on: npm run belfry -- export FOLDER\. Then import it into a new town with this version: npm run belfry -- import FOLDER\/\*\.json$/;

eachDatabase(
  'a database of an earlier development version is refused with one message and not changed',
  (t) =>
    withEarlierTown('last-development', t.dialect, (location) =>
      inside(location, async (database) => {
        const ledger = database.write as unknown as Ledger;
        const refuse = async () => {
          const recorded = await listRecorded(database);
          for (const work of [migrate, refuseNewer, listRunMigrations, listPendingMigrations])
            await expect(work(database)).rejects.toThrow(SENTENCE);
          expect(await listRecorded(database)).toEqual(recorded);
          const { rows } = await sql`select 1 from article`.execute(database.write);
          expect(rows).toHaveLength(2);
        };
        await ledger.deleteFrom('kysely_migration').where('name', '=', '0024-account-names').execute();
        await refuse();
        await ledger.deleteFrom('kysely_migration').where('name', '<>', '0001-town').execute();
        await ledger.updateTable('kysely_migration').set({ name: '0001-content' }).execute();
        await refuse();
      }),
    ),
);
