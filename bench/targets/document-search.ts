import { sql } from 'kysely';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import type { Bench, Target } from '../bench.ts';
import { openBenchPostgres } from '../bench-postgres.ts';
import { figureOf, quantileOf } from '../figures.ts';
import { asker } from '../one-request.ts';
import { type OurSite, openOurSite } from '../our-site.ts';
import { atMost, type Row, row, shareOf } from '../report.ts';
import { seedDocuments } from '../seed-documents.ts';
import { loadTown } from '../town-folder.ts';

/** Requirements: speed (search). */
const MOST_P99_MS = 50;
const DOCUMENTS = 10_000;
/** On each connection PostgreSQL plans a statement again the first five times. Meanwhile Node compiles the site's code. */
const WARM_ROUNDS = 6;

const QUERIES = [
  'dog license',
  'transfer station',
  '"transfer station"',
  'library',
  'town meeting',
  'libr',
  'roof -snow',
  'xylophone',
  'the',
  'th*',
  'the town',
  'the and of to in',
  'minutes',
  'zzzzzz',
];

/** Searches among ten thousand documents of ten pages, next to the bare query of their words. */
export const documentSearch: Target = {
  name: 'document-search',
  title: `Search among ${DOCUMENTS.toLocaleString('en-US')} documents: without the cache`,
  async run(bench) {
    const rows: Row[] = [];
    for (const open of [openOnSqlite, openOnPostgres]) {
      const library = await open(bench);
      rows.push(await search(bench, library).finally(library.close));
    }
    return rows;
  },
};

/** The town on one database, and the bare query there. */
type Library = {
  dialect: string;
  limit: string;
  place: { dataFolder: string; databaseUrl?: string };
  findRows: (db: WriteDb, query: string) => Promise<unknown>;
  close: () => Promise<void>;
};

async function openOnSqlite(bench: Bench): Promise<Library> {
  return {
    dialect: 'SQLite',
    limit: 'bare FTS5',
    place: { dataFolder: bench.town.copyFolder() },
    findRows: (db, query) =>
      sql`select rowid from document_page_text where document_page_text match ${query.replace(' -', ' NOT ')}
        order by rowid desc limit 1001`.execute(db),
    close: async () => undefined,
  };
}

async function openOnPostgres({ options, environment, say }: Bench): Promise<Library> {
  const { place, close } = await openBenchPostgres();
  await loadTown(options.articles, environment, place, say).catch(async (error: unknown) => {
    await close();
    throw error;
  });
  return {
    dialect: 'PostgreSQL',
    limit: 'bare tsquery',
    place,
    findRows: (db, query) =>
      sql`select number from document_page_text
        where words @@ websearch_to_tsquery('town_words', ${query.replace('*', '')})
        order by number desc limit 1001`.execute(db),
    close,
  };
}

async function search(bench: Bench, library: Library): Promise<Row> {
  const { dialect, place } = library;
  const database = openDatabase(place.databaseUrl ? { url: place.databaseUrl } : place);
  try {
    bench.say(`document-search: add documents on ${dialect}`);
    const count = bench.options.quick ? DOCUMENTS / 100 : DOCUMENTS;
    await seedDocuments(database.write, count, Date.now());
    // PostgreSQL does this too, a minute after so much was written.
    if (place.databaseUrl) await analyze(database.write);
    const site = await openOurSite(place.dataFolder, {
      environment: bench.environment,
      databaseUrl: place.databaseUrl,
    });
    return await measure(bench, site, library, database.write).finally(site.stop);
  } finally {
    await database.close();
  }
}

/** Waits for PostgreSQL's own analysis, which holds the tables' locks. */
async function analyze(db: WriteDb): Promise<void> {
  for (;;)
    try {
      await sql`analyze`.execute(db);
      return;
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03') throw error;
    }
}

async function measure(
  { options, say }: Bench,
  site: OurSite,
  { dialect, limit: bare, findRows }: Library,
  db: WriteDb,
): Promise<Row> {
  const ask = asker(site);
  const pairs: { ours: number; limit: number }[] = [];
  const warm = options.quick ? 1 : WARM_ROUNDS;
  for (let round = 0; round < warm + (options.quick ? 1 : 10); round++) {
    say(`document-search: ${dialect}, round ${round}`);
    await sql`update collection_revision set revision = revision + 1`.execute(db);
    for (const query of QUERIES) {
      const { status, ms: ours } = await ask(
        `/search?${new URLSearchParams({ q: query, kind: 'documents' })}`,
      );
      if (status !== 200) throw new Error(`/search?q=${query} returned ${status}`);
      const startedAt = performance.now();
      await findRows(db, query);
      if (round >= warm) pairs.push({ ours, limit: performance.now() - startedAt });
    }
  }
  const all = pairs.map(({ ours }) => ours);
  const p99 = quantileOf(all, 0.99);
  return row(
    `${dialect}: p99 of ${all.length} searches`,
    {
      ours: figureOf(
        [p99],
        'ms',
        `p50 ${quantileOf(all, 0.5).toFixed(1)}, max ${Math.max(...all).toFixed(1)}`,
      ),
      limit: figureOf(
        [
          quantileOf(
            pairs.map(({ limit }) => limit),
            0.99,
          ),
        ],
        'ms',
        bare,
      ),
      ratio: shareOf(pairs),
    },
    atMost(p99, MOST_P99_MS, `${MOST_P99_MS} ms`),
  );
}
