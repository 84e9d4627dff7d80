import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '#app/platform/open-database.server.ts';
import type { Bench, Target } from '../bench.ts';
import { figureOf, quantileOf } from '../figures.ts';
import { asker } from '../one-request.ts';
import { type OurSite, openOurSite } from '../our-site.ts';
import { atMost, type Row, row, shareOf } from '../report.ts';
import { seedDocuments } from '../seed-documents.ts';

/** Requirements: speed (search). */
const MOST_P99_MS = 50;
const DOCUMENTS = 10_000;

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
    const folder = bench.town.copyFolder();
    bench.say('document-search: add documents');
    const database = openDatabase({ dataFolder: folder });
    const count = bench.options.quick ? DOCUMENTS / 100 : DOCUMENTS;
    await seedDocuments(database.write, count, Date.now()).finally(() => database.close());
    const site = await openOurSite(folder, { environment: bench.environment });
    const raw = new DatabaseSync(join(folder, 'belfry.db'), { timeout: 10_000 });
    try {
      return [await measure(bench, site, raw)];
    } finally {
      raw.close();
      await site.stop();
    }
  },
};

async function measure({ options, say }: Bench, site: OurSite, raw: DatabaseSync): Promise<Row> {
  const ask = asker(site);
  const touch = raw.prepare('update collection_revision set revision = revision + 1');
  const bare = raw.prepare(
    'select rowid from document_page_text where document_page_text match ? order by rowid desc limit 1001',
  );
  const pairs: { ours: number; limit: number }[] = [];
  for (let round = 0; round <= (options.quick ? 1 : 10); round++) {
    say(`document-search: round ${round}`);
    touch.run();
    for (const query of QUERIES) {
      const { status, ms: ours } = await ask(
        `/search?${new URLSearchParams({ q: query, kind: 'documents' })}`,
      );
      if (status !== 200) throw new Error(`/search?q=${query} returned ${status}`);
      const startedAt = performance.now();
      bare.all(query.replace(' -', ' NOT '));
      // The first round only warms up.
      if (round > 0) pairs.push({ ours, limit: performance.now() - startedAt });
    }
  }
  const all = pairs.map(({ ours }) => ours);
  const p99 = quantileOf(all, 0.99);
  return row(
    `searches: p99 of ${all.length}`,
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
        'bare FTS5',
      ),
      ratio: shareOf(pairs),
    },
    atMost(p99, MOST_P99_MS, `${MOST_P99_MS} ms`),
  );
}
