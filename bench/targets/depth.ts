import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { listArticleTeasers } from '#app/articles/article-store.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import type { Bench, Target } from '../bench.ts';
import { figureOf, inTurns, medianOf } from '../figures.ts';
import { type Burst, costOf, costRatio, sendBurst, warmUp } from '../load.ts';
import { type Ask, asker, costOfOne } from '../one-request.ts';
import { atMost, type Row, row, shareOf, timesOf } from '../report.ts';

/** How much more a page far back, and a town of a million, may cost (requirements: speed). */
const MOST_DEEP = 1.5;
const MOST_LARGE = 1.3;

/** Whether the cost of a list depends on the page number or on the size of the list. No page is cached. */
export const depth: Target = {
  name: 'depth',
  title: 'Any depth, any size: cold list pages, server CPU per request',
  async run(bench) {
    const rows = [await measureDepth(bench), await measureNumbers(bench), await measureSize(bench)];
    return [...rows.filter((one) => one !== undefined), await measureStatement(bench)];
  },
};

async function measureDepth(bench: Bench): Promise<Row> {
  const { site, town, options, say } = bench;
  say('depth: by link');
  const near = { path: () => town.nextListPath('near'), amount: options.coldRequests };
  const deep = { path: () => town.nextListPath('deep'), amount: options.coldRequests };
  await warmUp(site, bench, near);
  await warmUp(site, bench, deep);
  const pairs = await inTurns(
    options.rounds,
    () => sendBurst(site, deep),
    () => sendBurst(site, near),
  );
  const ratio = timesOfBursts(pairs);
  const page = Math.floor(town.articles * 0.09);
  return row(
    `page ${page} by its link, compared with page 3`,
    { ...costRatio(pairs), ratio },
    atMost(ratio.median, MOST_DEEP, `${MOST_DEEP} ×`),
  );
}

/** Page numbers as a user types them: each requested once, so never from the cache. */
async function measureNumbers({ site, town, options, say }: Bench): Promise<Row> {
  say('depth: by number');
  const ask = asker(site);
  const last = Math.floor(town.articles * 0.09);
  const middle = Math.max(3, Math.floor(last / 2));
  const goal = `≤ ${MOST_DEEP} ×`;
  const { status } = await ask(`/articles?page=${last}`);
  if (status !== 200) {
    const ours = figureOf([status], 'as status');
    return row(`page ${last} by its number alone`, { ours }, { text: goal, met: false });
  }
  const amount = options.quick ? 5 : 20;
  const costs = await inTurns(
    Math.min(options.rounds * amount, last - middle - 1, middle - 2),
    numbered(site, ask, last - 1),
    numbered(site, ask, middle),
  );
  const [ours, limit] = [costs.map(({ first }) => first), costs.map(({ second }) => second)];
  const ratio = timesOf([{ ours: medianOf(ours), limit: medianOf(limit) }]);
  const facts = { ours: figureOf(ours, 'µs'), limit: figureOf(limit, 'µs'), ratio };
  return row(
    `page ${last} by its number, compared with page ${middle}`,
    facts,
    atMost(ratio.median, MOST_DEEP, `${MOST_DEEP} ×`),
  );
}

function numbered(site: { pid: number }, ask: Ask, from: number): () => Promise<number> {
  let page = from;
  return () => costOfOne(site, () => ask(`/articles?page=${page--}`));
}

function timesOfBursts(pairs: readonly { first: Burst; second: Burst }[]) {
  return timesOf(pairs.map(({ first, second }) => ({ ours: costOf(first), limit: costOf(second) })));
}

/** The same page of this town and of the small one; nothing where this is the small one. */
async function measureSize(bench: Bench): Promise<Row | undefined> {
  const { site, town, options, say, withSmallTown } = bench;
  return withSmallTown(async (small) => {
    say('depth: by size');
    const here = { path: () => town.nextListPath('near'), amount: options.coldRequests };
    const there = { path: () => small.town.nextListPath('near'), amount: options.coldRequests };
    await warmUp(small.site, bench, there);
    const pairs = await inTurns(
      options.rounds,
      () => sendBurst(site, here),
      () => sendBurst(small.site, there),
    );
    const ratio = timesOfBursts(pairs);
    return row(
      `list page of ${town.articles} articles, compared with ${small.town.articles}`,
      { ...costRatio(pairs), ratio },
      atMost(ratio.median, MOST_LARGE, `${MOST_LARGE} ×`),
    );
  });
}

const BATCH = 1000;

/** What the store adds to its prepared statement, in this process. */
async function measureStatement({ town, options, say }: Bench): Promise<Row> {
  say('depth: store');
  const database = openDatabase({ dataFolder: town.dataFolder });
  const raw = new DatabaseSync(join(town.dataFolder, 'belfry.db'), { readOnly: true });
  const sort = Number(
    raw.prepare('select avg(pubDate) as middle from (select pubDate from article limit 100)').get()?.middle,
  );
  const statement = raw.prepare(
    `select id, title, pubDate, sourceName, deck, image from article
     where (pubDate, id) < (?, ?) order by pubDate desc, id desc limit 11`,
  );
  const pairs = await inTurns(
    options.rounds,
    () => microsecondsOf(() => listArticleTeasers(database.read, { limit: 10, after: { sort, id: 'x' } })),
    () => microsecondsOf(() => statement.all(sort, 'x')),
  );
  raw.close();
  await database.close();
  const [ours, limit] = [pairs.map(({ first }) => first), pairs.map(({ second }) => second)];
  const ratio = shareOf(pairs.map(({ first, second }) => ({ ours: first, limit: second })));
  const facts = { ours: figureOf(ours, 'µs'), limit: figureOf(limit, 'µs'), ratio };
  return row('listArticleTeasers in process, compared with its prepared statement', facts);
}

async function microsecondsOf(work: () => unknown): Promise<number> {
  const before = process.threadCpuUsage();
  for (let done = 0; done < BATCH; done++) await work();
  const { user, system } = process.threadCpuUsage(before);
  return (user + system) / BATCH;
}
