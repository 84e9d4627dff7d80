import type { Bench, Target } from '../bench.ts';
import { figureOf, inTurns } from '../figures.ts';
import { costRatio, type LoadOptions, sendBurst, warmUp } from '../load.ts';
import { atLeast, type Row, row } from '../report.ts';

/** The share of bare `renderToString` of the same tree (requirements: speed). */
const LEAST = 60;

/**
 * List page and article of the better of the other products, requests per second, by the number of articles
 * (requirements: speed).
 */
const PEERS = [
  { articles: 1000, list: 38, article: 86 },
  { articles: 100_000, list: 25, article: 51 },
];
const TIMES_PEER = 20;

/** The cost of an uncached page: each request is for a page that nobody requested before. */
export const coldPage: Target = {
  name: 'cold',
  title:
    'Cold page: server CPU per request, compared with bare node:http with renderToString of the same tree',
  async run(bench) {
    const { options, town } = bench;
    const list = { path: () => town.nextListPath('near'), amount: options.coldRequests };
    // No more than there are articles: a second request for one would come from the cache.
    const amount = Math.min(town.articleIds.length, options.coldRequests);
    // Few at once: a site under pressure may send the page from before the write.
    const article = () => ({ path: freshArticles(bench), amount, connections: 8 });
    return [
      ...(await measure(bench, 'list', { sample: town.nextListPath('near'), burst: () => list })),
      ...(await measure(bench, 'article', { sample: `/articles/${town.articleIds[5]}`, burst: article })),
    ];
  },
};

/** A new name of the site makes every page outdated; then each article is requested once. */
function freshArticles({ town }: Pick<Bench, 'town'>): () => string {
  town.renameTown();
  let asked = 0;
  return () => `/articles/${town.articleIds[asked++ % town.articleIds.length]}`;
}

/** `sample` is an address whose tree the limit renders. */
type Page = { sample: string; burst: () => LoadOptions };

async function measure(bench: Bench, what: 'list' | 'article', page: Page): Promise<Row[]> {
  const plain = await besideTree(bench, what, page, false);
  const compressed = await besideTree(bench, what, page, true);
  const facts = costRatio(plain);
  const peer = PEERS.findLast(({ articles }) => articles <= bench.options.articles)?.[what] ?? Number.NaN;
  const rates = plain.map(({ first }) => first.rate);
  const times = rates.map((rate) => rate / peer);
  return [
    row(`${what} page`, facts, atLeast(facts.ratio.median, LEAST, `${LEAST} %`)),
    row(`${what} page, both compressed with brotli`, costRatio(compressed)),
    row(
      `${what} page, compared with the better peer`,
      {
        ours: figureOf(rates, '/s'),
        limit: figureOf([peer], '/s, from an earlier run'),
        ratio: figureOf(times, '×'),
      },
      atLeast(figureOf(times, '×').median, TIMES_PEER, `${TIMES_PEER} ×`),
    ),
  ];
}

function besideTree(bench: Bench, what: string, page: Page, br: boolean) {
  const { withLimit, site, options, say } = bench;
  say(`cold: ${what}${br ? ', compressed' : ''}`);
  const headers = { 'accept-encoding': br ? 'br' : 'identity' };
  const burst = () => ({ ...page.burst(), headers });
  return withLimit({ kind: 'tree', path: page.sample, br }, async (limit) => {
    await warmUp(limit, bench, burst());
    await warmUp(site, bench, burst());
    return inTurns(
      options.rounds,
      () => sendBurst(site, burst()),
      () => sendBurst(limit, burst()),
    );
  });
}
