import { randomBytes, randomInt } from 'node:crypto';
import type { Target } from '../bench.ts';
import { openCacheLook } from '../cache-look.ts';
import { readMemory } from '../children.ts';
import { figureOf } from '../figures.ts';
import { sendBurst } from '../load.ts';
import { asker } from '../one-request.ts';
import { atLeast, atMost, type Row, row } from '../report.ts';

const JUNK = 100_000;
const BLOCK = 1000;
/** Real pages, each requested once in every block. */
const PAGES = 20;
const LEAST_HITS = 99;
/** How much memory may still grow in the second half, when the cache has long been full. */
const MOST_GROWTH = 1.1;

/** A flood of addresses that no link leads to, while people read real pages. */
export const junk: Target = {
  name: 'junk',
  title: 'Junk: random query strings and unknown ids',
  async run(bench) {
    const { site, town, options, say } = bench;
    const pages = [
      '/articles',
      '/events',
      ...town.articleIds.slice(0, PAGES - 2).map((id) => `/articles/${id}`),
    ];
    const look = await openCacheLook(site, town);
    for (const path of pages) await asker(site)(path);
    const blocks = (options.quick ? JUNK / 50 : JUNK) / BLOCK;
    const hits: boolean[] = [];
    const memory: number[] = [];
    for (let block = 0; block < blocks; block++) {
      if (block % 10 === 0) say(`junk: ${block * BLOCK}`);
      await sendBurst(site, { path: junkPath, amount: BLOCK, status: 'any' });
      for (const path of pages) hits.push(await look.isHit(path));
      memory.push(readMemory(site.pid)?.now ?? Number.NaN);
    }
    return [hitRow(hits, blocks), memoryRow(memory)];
  },
};

function hitRow(hits: readonly boolean[], blocks: number): Row {
  const share = (100 * hits.filter(Boolean).length) / hits.length;
  const ours = figureOf([share], '%', `${hits.length} requests`);
  return row(
    `real pages from the cache among ${blocks * BLOCK} junk requests`,
    { ours },
    atLeast(share, LEAST_HITS, `${LEAST_HITS} %`),
  );
}

function memoryRow(memory: readonly number[]): Row {
  const [half, end] = [memory[Math.floor(memory.length / 2)] ?? Number.NaN, memory.at(-1) ?? Number.NaN];
  const growth = end / half;
  return row(
    'memory at the end, compared with halfway',
    { ours: figureOf([end], 'MB'), limit: figureOf([half], 'MB'), ratio: figureOf([growth], '×') },
    atMost(growth, MOST_GROWTH, `${MOST_GROWTH} ×`),
  );
}

const KINDS: (() => string)[] = [
  () => `/articles?${word()}=${word()}`,
  () => `/events?utm_source=${word()}&page=1`,
  () => `/articles?page=${word()}`,
  () => `/articles?page=${randomInt(1_000_000)}`,
  () => `/articles?after=${word()}`,
  () => `/businesses?category=${word()}`,
  () => `/articles/${word()}`,
  () => `/events/${word()}.ics`,
  () => `/${word()}`,
];

function junkPath(): string {
  return (KINDS[randomInt(KINDS.length)] as () => string)();
}

function word(): string {
  return randomBytes(9).toString('base64url');
}
