import { availableParallelism } from 'node:os';
import type { Target } from '../bench.ts';
import { figureOf, inTurns } from '../figures.ts';
import { sendBurst, warmUp } from '../load.ts';
import { openOurSite } from '../our-site.ts';
import { atLeast, row, timesOf } from '../report.ts';

const LEAST = 1.6;

/** Cold pages of two processes that share the port, next to those of one. */
export const workers: Target = {
  name: 'workers',
  title: 'Two workers compared with one: cold list pages per second',
  async run(bench) {
    const { town, environment, options, site, say } = bench;
    say('workers: two');
    const two = await openOurSite(town.copyFolder(), { environment, workers: 2 });
    const burst = { path: () => town.nextListPath('near'), amount: options.coldRequests };
    await warmUp(two, bench, burst);
    await warmUp(site, bench, burst);
    const pairs = await inTurns(
      options.rounds,
      () => sendBurst(two, burst),
      () => sendBurst(site, burst),
    ).finally(two.stop);
    const [ours, limit] = [pairs.map(({ first }) => first.rate), pairs.map(({ second }) => second.rate)];
    const ratio = timesOf(pairs.map(({ first, second }) => ({ ours: first.rate, limit: second.rate })));
    const facts = { ours: figureOf(ours, '/s'), limit: figureOf(limit, '/s'), ratio, note: noteOf() };
    return [row('BELFRY_WORKERS=2', facts, atLeast(ratio.median, LEAST, `${LEAST} ×`))];
  },
};

/** The goal assumes that the generator has its own core. */
function noteOf(): string | undefined {
  const cores = availableParallelism();
  return cores < 3
    ? `the generator and two workers share ${cores} cores here; the goal assumes one more`
    : undefined;
}
