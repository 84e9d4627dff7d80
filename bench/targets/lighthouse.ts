import type { Result } from 'lighthouse';
import type { Bench, Target } from '../bench.ts';
import { figureOf, medianOf } from '../figures.ts';
import { runLighthouse } from '../lighthouse/run-lighthouse.ts';
import { type Row, row } from '../report.ts';
import { MOST_SHIFT, worstRow } from './first-view.ts';

const MOST_LCP_S = 1;
const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'] as const;

/** Lighthouse for a phone on a slow network (its mobile preset, simulated). */
export const lighthouse: Target = {
  name: 'lighthouse',
  title: 'Lighthouse, mobile preset',
  usesLighthouse: true,
  async run(bench) {
    if (!bench.options.lighthouse) return [];
    const reading: Judged[] = [];
    for (const [what, path] of Object.entries(readingPages(bench)))
      reading.push(await judge(bench, what, path));
    const login = await judge(bench, 'login', '/login');
    return [
      ...CATEGORIES.map((category) => scoreRow(category, reading)),
      worstRow('LCP', reading, ({ lcp }) => lcp, { most: MOST_LCP_S, unit: 's' }),
      worstRow('layout shift', reading, ({ shift }) => shift, { most: MOST_SHIFT, unit: '' }),
      ...CATEGORIES.map((category) =>
        row(`login: ${category}`, { ours: figureOf([login.scores[category]], '') }),
      ),
      row('login: LCP', { ours: figureOf([login.lcp], 's') }),
    ];
  },
};

function readingPages({ town }: Bench): Record<string, string> {
  return {
    'article list': '/articles',
    article: `/articles/${town.articleIds[0]}`,
    events: '/events',
    poll: `/polls/${town.pollId}`,
  };
}

/** Medians of some runs; LCP in seconds. */
type Judged = { what: string; scores: Record<Category, number>; lcp: number; shift: number };

type Category = (typeof CATEGORIES)[number];

async function judge({ site, options, say }: Bench, what: string, path: string): Promise<Judged> {
  say(`lighthouse: ${what}`);
  const results: Result[] = [];
  for (let run = 0; run < (options.quick ? 1 : 3); run++) results.push(await runLighthouse(site.url + path));
  const score = (category: Category) =>
    medianOf(results.map(({ categories }) => Math.round(100 * (categories[category]?.score ?? 0))));
  const audit = (name: string) =>
    medianOf(results.map(({ audits }) => audits[name]?.numericValue ?? Number.NaN));
  return {
    what,
    scores: Object.fromEntries(CATEGORIES.map((category) => [category, score(category)])) as Record<
      Category,
      number
    >,
    lcp: audit('largest-contentful-paint') / 1000,
    shift: audit('cumulative-layout-shift'),
  };
}

function scoreRow(category: Category, pages: readonly Judged[]): Row {
  const ours = figureOf(
    pages.map(({ scores }) => scores[category]),
    '',
  );
  const note = pages.map(({ what, scores }) => `${what} ${scores[category]}`).join(', ');
  return row(`${category}, of ${pages.length} pages`, { ours, note }, { text: '100', met: ours.min === 100 });
}
