import type { Bench, Target } from '../bench.ts';
import { figureOf, inTurns, medianOf } from '../figures.ts';
import type { LimitAnswer } from '../limit-site.ts';
import { type LoadOptions, sendBurst, warmUp } from '../load.ts';
import { asker } from '../one-request.ts';
import { type Latencies, sendAtRate } from '../open-loop.ts';
import { type Row, row, timesOf } from '../report.ts';
import { sameAnswer } from './cached-page.ts';

/** How long readers wait at half of the site's maximum rate, when their requests are independent. */
export const latency: Target = {
  name: 'latency',
  title: 'Latency at a constant rate of half our saturation, from when each request was due',
  async run(bench) {
    const path = '/articles';
    const cached = sameAnswer(await asker(bench.site)(path));
    const sample = bench.town.nextListPath('near');
    return [
      ...(await measure(bench, 'cached list', () => path, cached)),
      ...(await measure(bench, 'cold list', () => bench.town.nextListPath('near'), {
        kind: 'tree',
        path: sample,
      })),
    ];
  },
};

async function measure(bench: Bench, what: string, path: () => string, answer: LimitAnswer): Promise<Row[]> {
  const { site, options, say, withLimit } = bench;
  say(`latency: ${what}`);
  await warmUp(site, bench, { path });
  const saturation = medianOf(
    await saturate(
      bench,
      path,
      answer.kind === 'tree' ? { amount: options.coldRequests } : { durationMs: options.burstMs },
    ),
  );
  const load = { rate: Math.max(1, Math.round(saturation / 2)), durationMs: options.burstMs, path };
  const pairs = await withLimit(answer, async (limit) => {
    await warmUp(limit, bench, { path });
    const port = Number(new URL(limit.url).port);
    return inTurns(
      options.rounds,
      () => sendAtRate({ ...load, port: site.port }),
      () => sendAtRate({ ...load, port }),
    );
  });
  return [
    quantileRow(`${what} at ${load.rate}/s, p50`, pairs, 'p50'),
    quantileRow(`${what} at ${load.rate}/s, p99`, pairs, 'p99'),
  ];
}

async function saturate(
  { site, options }: Bench,
  path: () => string,
  load: Partial<LoadOptions>,
): Promise<number[]> {
  const rates: number[] = [];
  for (let round = 0; round < options.rounds; round++) {
    rates.push((await sendBurst(site, { path, ...load })).rate);
  }
  return rates;
}

function quantileRow(
  what: string,
  pairs: readonly { first: Latencies; second: Latencies }[],
  quantile: 'p50' | 'p99',
): Row {
  const ours = pairs.map(({ first }) => first[quantile]);
  const limit = pairs.map(({ second }) => second[quantile]);
  const ratio = timesOf(
    pairs.map(({ first, second }) => ({ ours: first[quantile], limit: second[quantile] })),
  );
  return row(what, { ours: figureOf(ours, 'ms'), limit: figureOf(limit, 'ms'), ratio });
}
