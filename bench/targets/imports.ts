import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import type { Bench, Target } from '../bench.ts';
import { collectOutput, startChild } from '../children.ts';
import { writeFeed } from '../feeds.ts';
import { figureOf } from '../figures.ts';
import type { ImportFigures } from '../import-process.ts';
import { asker } from '../one-request.ts';
import { type Latencies, sendAtRate } from '../open-loop.ts';
import { type OurSite, openOurSite, siteEnvironment } from '../our-site.ts';
import { atMost, type Row, row } from '../report.ts';
import { signIn } from '../sign-in.ts';

const ITEMS = 5000;
const FEED_ITEMS = 500;
const MOST_MS = 20;
const RATE = 50;
const READ_MS = 4000;

/** What importing costs readers: how long the event loop is blocked, and how fast pages are meanwhile. */
export const imports: Target = {
  name: 'imports',
  title: `Importing ${ITEMS.toLocaleString('en')} items of sources`,
  async run(bench) {
    const rows: Row[] = [];
    for (const [feeds, trust, what] of [
      ['news', 'review', 'news into the inbox'],
      ['news', 'publish', 'news, published at once'],
      ['events', 'review', 'events into the inbox'],
    ] as const)
      rows.push(...(await measureLoop(bench, { feeds, trust, what })));
    return [...rows, ...(await measureReaders(bench))];
  },
};

type Kind = { feeds: string; trust: string; what: string };

async function measureLoop(bench: Bench, { feeds, trust, what }: Kind): Promise<Row[]> {
  const found: ImportFigures[] = [];
  for (let round = 1; round <= bench.options.rounds; round++) {
    bench.say(`imports: ${what}, round ${round}`);
    found.push(await importOnce(bench, feeds, trust));
  }
  const turns = figureOf(
    found.map(({ turn }) => turn),
    'ms',
  );
  const late = figureOf(
    found.map(({ most }) => most),
    'ms',
  );
  const seconds = figureOf(
    found.map(({ seconds }) => seconds),
    's',
  );
  return [
    row(
      `${what}: the longest turn of the event loop, CPU time`,
      { ours: turns },
      atMost(turns.median, MOST_MS, `${MOST_MS} ms`),
    ),
    row(`${what}: the event loop’s longest delay, with what else runs on the machine`, { ours: late }),
    row(`${what}: in all`, { ours: seconds }),
  ];
}

async function importOnce(
  { town, environment }: Bench,
  feeds: string,
  trust: string,
): Promise<ImportFigures> {
  const dataFolder = town.copyFolder();
  const args = [dataFolder, feeds, trust, `${ITEMS}`];
  const child = startChild(
    'bench/import-process.ts',
    args,
    siteEnvironment(environment, { dataFolder, port: 0 }),
  );
  const output = collectOutput(child);
  const ended = once(child, 'exit');
  const figures = await Promise.race([
    once(child, 'message').then(([message]) => message as ImportFigures),
    ended.then(() => {
      throw new Error(`The import failed:\n${output()}`);
    }),
  ]);
  await ended;
  if (figures.added !== ITEMS) throw new Error(`Only ${figures.added} items were imported`);
  return figures;
}

/** Readers of a site alone, and while it checks sources that publish as many items. */
async function measureReaders({ town, environment, options, say }: Bench): Promise<Row[]> {
  const now = Date.now();
  const server = createServer((request, response) => {
    const index = Number((request.url ?? '').slice(1));
    response.writeHead(200, { 'Content-Type': 'application/rss+xml' });
    response.end(writeFeed(index * FEED_ITEMS, FEED_ITEMS, now));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const site = await openOurSite(town.copyFolder(), { environment, more: { FETCH_ALLOW: host } });
  try {
    say('imports: readers alone');
    const alone = await read(site, options.quick ? 500 : READ_MS);
    say('imports: readers during an import');
    const { seconds, latencies } = await readDuring(site, importAll(site, host));
    return [
      row('a page, alone, 99th percentile', { ours: figureOf([alone.p99], 'ms') }),
      row('a page, during the import', { ours: figureOf([latencies.p50], 'ms, median') }),
      row('a page, during the import', { ours: figureOf([latencies.p99], 'ms, 99th percentile') }),
      row('until everything is published', { ours: figureOf([seconds], 's') }),
    ];
  } finally {
    await site.stop();
    server.close();
  }
}

function read({ port }: OurSite, durationMs: number): Promise<Latencies> {
  const paths = ['/', '/news', '/articles', '/events', '/news?page=2'];
  let next = 0;
  return sendAtRate({ port, rate: RATE, durationMs, path: () => paths[next++ % paths.length] as string });
}

async function readDuring(
  site: OurSite,
  importing: Promise<number>,
): Promise<{ seconds: number; latencies: Latencies }> {
  let isOver = false;
  const ended = importing.finally(() => {
    isOver = true;
  });
  const parts: Latencies[] = [];
  while (!isOver) parts.push(await read(site, 1000));
  const worst = (pick: (part: Latencies) => number) => Math.max(...parts.map(pick));
  const latencies = { p50: worst(({ p50 }) => p50), p99: worst(({ p99 }) => p99), sent: 0 };
  return { seconds: await ended, latencies };
}

/** Adds the sources and returns after how many seconds the site has checked them all. */
async function importAll(site: OurSite, host: string): Promise<number> {
  const ask = asker(site);
  const headers = { cookie: await signIn(site), origin: site.url, 'content-type': 'application/json' };
  const startedAt = performance.now();
  for (let index = 0; index < ITEMS / FEED_ITEMS; index++) {
    const body = JSON.stringify({
      address: `http://${host}/${index}`,
      name: `Paper ${index}`,
      trust: 'publish',
    });
    const added = await ask('/api/v1/sources', { method: 'POST', headers, body });
    if (added.status !== 201) throw new Error(`A source could not be added: ${added.status} ${added.body}`);
  }
  while (true) {
    const { body } = await ask('/api/v1/sources', { headers });
    const { items } = JSON.parse(body.toString()) as {
      items: { lastCheckAt: string | null; lastProblem: string | null }[];
    };
    const problem = items.find(({ lastProblem }) => lastProblem !== null)?.lastProblem;
    if (problem) throw new Error(problem);
    if (items.every(({ lastCheckAt }) => lastCheckAt !== null)) return (performance.now() - startedAt) / 1000;
    await wait(100);
  }
}
