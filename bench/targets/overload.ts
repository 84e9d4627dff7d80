import { readFileSync } from 'node:fs';
import type { Bench, Target } from '../bench.ts';
import { type Figure, figureOf, medianOf, quantileOf } from '../figures.ts';
import { sendBurst, warmUp } from '../load.ts';
import { asker } from '../one-request.ts';
import { sendAtRate } from '../open-loop.ts';
import { atLeast, atMost, type Row, row } from '../report.ts';

const CONNECTIONS = 200;
const SECONDS = 10;

/** Whether the site keeps its rate at four times its maximum load (requirements: overload). */
export const overload: Target = {
  name: 'overload',
  title: 'Overload: cold list pages at one and four times the rate that saturates the site',
  async run(bench) {
    const rate = await saturation(bench);
    const once = await flood(bench, rate);
    const fourfold = await flood(bench, rate * 4);
    const kept = (100 * fourfold.good) / once.good;
    return [
      ...rowsOf('1 ×', once),
      ...rowsOf('4 ×', fourfold),
      row('4 ×: successful, compared with 1 ×', share(kept), atLeast(kept, 85, '85 %')),
      row('4 ×: accepted, p99', one(fourfold.accepted, 'ms'), atMost(fourfold.accepted, 1000, '1 s')),
      row('4 ×: refused, p99', one(fourfold.refused, 'ms'), atMost(fourfold.refused, 50, '50 ms')),
      row('4 ×: /healthz, p99', one(fourfold.health, 'ms'), atMost(fourfold.health, 100, '100 ms')),
      row('4 ×: memory', one(fourfold.memory, 'MB'), atMost(fourfold.memory, 512, '512 MB')),
      row(
        '4 ×: statuses other than 200 and 503',
        one(fourfold.strange, 'responses'),
        atMost(fourfold.strange, 0, '0'),
      ),
      row('the first page afterwards', one(fourfold.recovery, 'ms'), atMost(fourfold.recovery, 2000, '2 s')),
    ];
  },
};

async function saturation(bench: Bench): Promise<number> {
  const { site, town, options, say } = bench;
  const burst = { path: () => town.nextListPath('near'), amount: options.coldRequests };
  say('overload: saturation');
  await warmUp(site, bench, burst);
  const rates: number[] = [];
  for (let round = 0; round < options.rounds; round++) rates.push((await sendBurst(site, burst)).rate);
  return Math.round(medianOf(rates));
}

type Flood = Awaited<ReturnType<typeof flood>>;

/** `good` is responses of 200 per second; latencies are p99 in ms. */
async function flood({ site, town, options, say }: Bench, rate: number) {
  say(`overload: ${rate} requests a second`);
  const durationMs = options.quick ? 1000 : SECONDS * 1000;
  const found = { accepted: [] as number[], refused: [] as number[], strange: 0 };
  const answered = (status: number, ms: number) => {
    if (status === 200) found.accepted.push(ms);
    else if (status === 503) found.refused.push(ms);
    else found.strange++;
  };
  const health = watchHealth(site);
  const startedAt = performance.now();
  const path = () => town.nextListPath('near');
  await sendAtRate({ port: site.port, rate, durationMs, path, answered }, CONNECTIONS);
  const seconds = (performance.now() - startedAt) / 1000;
  const { ms } = await asker(site)('/about');
  return {
    good: found.accepted.length / seconds,
    refusals: found.refused.length / seconds,
    accepted: quantileOf(found.accepted, 0.99),
    refused: found.refused.length > 0 ? quantileOf(found.refused, 0.99) : 0,
    health: quantileOf(await health.stop(), 0.99),
    memory: memoryOf(site.pid),
    strange: found.strange,
    recovery: ms,
  };
}

/** Requests the site's health check repeatedly, on its own connection. */
function watchHealth(site: Bench['site']): { stop: () => Promise<number[]> } {
  const ask = asker(site);
  const times: number[] = [];
  let isOver = false;
  const watching = (async () => {
    while (!isOver) times.push((await ask('/healthz')).ms);
  })();
  return {
    async stop() {
      isOver = true;
      await watching;
      return times;
    },
  };
}

/** Of the process in MB; NaN where the system does not report it. */
function memoryOf(pid: number): number {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

function rowsOf(what: string, { good, refusals }: Flood): Row[] {
  return [row(`${what}: successful`, one(good, '/s')), row(`${what}: refused`, one(refusals, '/s'))];
}

function one(value: number, unit: Figure['unit']) {
  return { ours: figureOf([value], unit) };
}

function share(percent: number) {
  return { ours: figureOf([percent], '%') };
}
