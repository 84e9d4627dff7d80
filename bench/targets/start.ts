import type { Bench, Target } from '../bench.ts';
import { readMemory } from '../children.ts';
import { figureOf, inTurns } from '../figures.ts';
import { openLimitSite } from '../limit-site.ts';
import { sendBurst } from '../load.ts';
import { asker } from '../one-request.ts';
import { openOurSite } from '../our-site.ts';
import { atMost, type Row, row, timesOf } from '../report.ts';

const MOST_START_S = 1;
const MOST_IDLE_MB = 90;
const MOST_LOADED_MB = 200;

/** How long a restart keeps readers waiting, and the memory before and under load. */
export const start: Target = {
  name: 'start',
  title: 'Start on a migrated database, and memory',
  async run(bench) {
    const dataFolder = bench.town.copyFolder();
    bench.say('start: to the first page');
    const idle: number[] = [];
    const pairs = await inTurns(
      bench.options.rounds,
      () => startOurs(bench, dataFolder, idle),
      () => startBare(bench),
    );
    const facts = {
      ours: figureOf(
        pairs.map(({ first }) => first),
        's',
      ),
      limit: figureOf(
        pairs.map(({ second }) => second),
        's',
      ),
      ratio: timesOf(pairs.map(({ first, second }) => ({ ours: first, limit: second }))),
    };
    const memory = figureOf(idle, 'MB');
    return [
      row(
        'time to the first 200 of the article list, compared with a bare server',
        facts,
        atMost(facts.ours.median, MOST_START_S, '1.0 s'),
      ),
      row('memory when ready', { ours: memory }, atMost(memory.median, MOST_IDLE_MB, `${MOST_IDLE_MB} MB`)),
      await measureLoaded(bench, dataFolder),
    ];
  },
};

/** Seconds from the start of the process to the first page, without npm. */
async function startOurs({ environment }: Bench, dataFolder: string, idle: number[]): Promise<number> {
  const before = performance.now();
  const site = await openOurSite(dataFolder, { environment });
  const memory = readMemory(site.pid);
  if (memory) idle.push(memory.now);
  const { status } = await asker(site)('/articles');
  const seconds = (performance.now() - before) / 1000;
  await site.stop();
  if (status !== 200) throw new Error(`the first page returned ${status}`);
  return seconds;
}

async function startBare({ town, environment }: Bench): Promise<number> {
  const before = performance.now();
  const answer = { kind: 'bytes' as const, status: 200, headers: [], body: '' };
  const limit = await openLimitSite(answer, { environment, town });
  await asker(limit)('/');
  const seconds = (performance.now() - before) / 1000;
  await limit.stop();
  return seconds;
}

/** The peak memory of a site that served cold pages, articles and cached pages for several rounds. */
async function measureLoaded({ town, environment, options, say }: Bench, dataFolder: string): Promise<Row> {
  say('start: memory under load');
  const site = await openOurSite(dataFolder, { environment });
  let asked = 0;
  const article = () => `/articles/${town.articleIds[asked++ % town.articleIds.length]}`;
  for (let round = 0; round < options.rounds; round++) {
    for (const path of [
      () => town.nextListPath('near'),
      () => town.nextListPath('deep'),
      article,
      '/articles',
    ]) {
      await sendBurst(site, { path, amount: options.coldRequests });
    }
  }
  const most = figureOf([readMemory(site.pid)?.most ?? Number.NaN], 'MB');
  await site.stop();
  return row(
    'peak memory under load',
    { ours: most },
    atMost(most.median, MOST_LOADED_MB, `${MOST_LOADED_MB} MB`),
  );
}
