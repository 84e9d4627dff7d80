import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { seedSuggestions } from '../../tests/seed-suggestions.ts';
import type { Bench, Target } from '../bench.ts';
import { readMemory } from '../children.ts';
import { type Figure, figureOf, quantileOf } from '../figures.ts';
import { sendAtRate } from '../open-loop.ts';
import { type OurSite, openOurSite } from '../our-site.ts';
import { atMost, type Row, row } from '../report.ts';
import { type Flooded, sendFlood } from '../suggestion-flood.ts';

const TOTAL = 10_000;
const READS_PER_SECOND = 40;
const READING_MS = 5000;
const MOST_WAITING = 500;
/** As under any overload. */
const MOST_MB = 512;

type Scene = { name: string; addresses: number; accepted: number; waiting?: number; isOneNetwork?: boolean };

/** What the site takes of each: 5 of an address, 60 of a /48, 200 of all together, nothing while 500 wait. */
const scenes: Scene[] = [
  { name: '1 address', addresses: 1, accepted: 5 },
  { name: '100 addresses', addresses: 100, accepted: 200 },
  { name: '10,000 addresses', addresses: 10_000, accepted: 200 },
  { name: '10,000 addresses of one /48', addresses: 10_000, accepted: 60, isOneNetwork: true },
  { name: '10,000 addresses while 500 wait', addresses: 10_000, accepted: 0, waiting: MOST_WAITING },
];

/** What floods of suggestions leave behind, and whether readers notice. */
export const suggestionFlood: Target = {
  name: 'suggestion-flood',
  title: `Floods of ${TOTAL.toLocaleString('en')} suggestions`,
  async run(bench) {
    const rows: Row[] = [];
    for (const scene of scenes) rows.push(...(await measureScene(bench, scene)));
    return rows;
  },
};

/** Each flood has a site of its own: the limits are by the hour. */
async function measureScene(bench: Bench, scene: Scene): Promise<Row[]> {
  bench.say(`suggestion-flood: ${scene.name}`);
  const dataFolder = bench.town.copyFolder();
  await fill(dataFolder, scene.waiting ?? 0);
  const site = await openOurSite(dataFolder, { environment: bench.environment, more: { TRUST_PROXY: '1' } });
  try {
    return rowsOf(scene, await flood(bench, site, dataFolder, scene));
  } finally {
    await site.stop();
  }
}

async function fill(dataFolder: string, waiting: number): Promise<void> {
  const database = openDatabase({ dataFolder });
  await seedSuggestions(database.write, waiting, Date.now()).finally(database.close);
}

/** Of readers and of the event loop, in ms. */
type Latency = { p50: number; p99: number; max: number; refused: number };

type Measured = {
  flooded: Flooded;
  before: Latency;
  during: Latency;
  /** Of the front address, which is not cached. */
  front: Latency;
  health: Latency;
  /** In MB. */
  memory: { before: number; half: number; after: number };
  disk: { before: number; after: number };
  counters: number;
};

async function flood(
  { options, town, environment, say }: Bench,
  site: OurSite,
  dataFolder: string,
  { addresses, isOneNetwork = false }: Scene,
): Promise<Measured> {
  const total = options.quick ? TOTAL / 20 : TOTAL;
  const day = new Date(Date.now() + 30 * DAY_MS).toISOString().slice(0, 10);
  const send = (first: number) =>
    sendFlood(
      { url: site.url, first, total: total / 2, addresses, atOnce: 16, isOneNetwork, day },
      environment,
    );
  const paths = [
    '/articles',
    '/events',
    `/articles/${town.articleIds[0]}`,
    `/articles/${town.articleIds[1]}`,
  ];
  const readers = (isOver: () => boolean) => read(site, paths, isOver);
  await readers(() => true);
  const before = await readers(() => true);
  const memory = { before: memoryOf(site), half: 0, after: 0 };
  const disk = { before: bytesOf(dataFolder), after: 0 };
  let isOver = false;
  const sending = (async () => {
    const first = await send(0);
    memory.half = memoryOf(site);
    const second = await send(total / 2);
    return together(first, second);
  })().finally(() => {
    isOver = true;
  });
  const [flooded, during, front, health] = await Promise.all([
    sending,
    readers(() => isOver),
    read(site, ['/'], () => isOver),
    read(site, ['/healthz'], () => isOver),
  ]);
  memory.after = memoryOf(site);
  disk.after = bytesOf(dataFolder);
  say(`suggestion-flood: ${JSON.stringify(flooded)}`);
  return { flooded, before, during, front, health, memory, disk, counters: countCounters(dataFolder) };
}

function together(first: Flooded, second: Flooded): Flooded {
  const outcomes = { ...first.outcomes };
  for (const [outcome, count] of Object.entries(second.outcomes) as [keyof typeof outcomes, number][])
    outcomes[outcome] = (outcomes[outcome] ?? 0) + count;
  return { ...second, outcomes, seconds: first.seconds + second.seconds };
}

/** Reads at a constant rate in turns of five seconds until it is over. */
async function read({ port }: OurSite, paths: string[], isOver: () => boolean): Promise<Latency> {
  const times: number[] = [];
  let at = 0;
  let refused = 0;
  const path = () => paths[at++ % paths.length] as string;
  do
    await sendAtRate(
      {
        port,
        rate: READS_PER_SECOND,
        durationMs: READING_MS,
        path,
        answered: (status, ms) => {
          times.push(ms);
          if (status >= 400) refused++;
        },
      },
      8,
    );
  while (!isOver());
  return { p50: quantileOf(times, 0.5), p99: quantileOf(times, 0.99), max: Math.max(...times), refused };
}

function memoryOf({ pid }: OurSite): number {
  return readMemory(pid)?.now ?? Number.NaN;
}

function bytesOf(folder: string): number {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return files.reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) / 1e6;
}

function countCounters(dataFolder: string): number {
  const database = new DatabaseSync(join(dataFolder, 'belfry.db'), { readOnly: true });
  try {
    return Number(database.prepare('select count(*) as count from throttle').get()?.count);
  } finally {
    database.close();
  }
}

function rowsOf({ name, accepted: most }: Scene, measured: Measured): Row[] {
  const { flooded, before, during, front, health, memory, disk, counters } = measured;
  const { accepted = 0, ...others } = flooded.outcomes;
  const rest = Object.entries(others)
    .map(([outcome, count]) => `${count} ${outcome}`)
    .join(', ');
  const strange = (others.lost ?? 0) + (others.other ?? 0);
  return [
    row(`${name}: accepted`, one(accepted, '', rest), atMost(accepted, most, String(most))),
    row(`${name}: lost, or another status`, one(strange, 'responses'), atMost(strange, 0, '0')),
    row(`${name}: a refusal, p50`, one(flooded.refused.p50, 'ms', `p99 ${flooded.refused.p99.toFixed(0)}`)),
    row(`${name}: duration`, one(flooded.seconds, 's')),
    row(`${name}: readers, p99`, latency(during, before)),
    row(
      `${name}: readers that got an error`,
      one(during.refused, 'responses', `${front.refused} at /`),
      atMost(during.refused, 0, '0'),
    ),
    row(`${name}: health check, p99`, latency(health)),
    row(
      `${name}: memory at the end`,
      one(memory.after, 'MB', `before ${memory.before.toFixed(0)}, halfway ${memory.half.toFixed(0)}`),
      atMost(memory.after, MOST_MB, `${MOST_MB} MB`),
    ),
    row(`${name}: more on the disk`, one(disk.after - disk.before, 'MB')),
    row(`${name}: counters`, one(counters, 'rows')),
  ];
}

function latency(now: Latency, before?: Latency) {
  const { p99 } = now;
  const aside = ({ p50, max }: Latency) => `p50 ${p50.toFixed(1)}, max ${max.toFixed(0)}`;
  const ours = figureOf([p99], 'ms', aside(now));
  if (!before) return { ours };
  return {
    ours,
    limit: figureOf([before.p99], 'ms', aside(before)),
    ratio: figureOf([p99 / before.p99], '×'),
  };
}

function one(value: number, unit: Figure['unit'], aside?: string) {
  return { ours: figureOf([value], unit, aside) };
}
