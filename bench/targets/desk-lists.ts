import type { Bench, Target } from '../bench.ts';
import { readCpu } from '../children.ts';
import { type DeskTown, withDeskTowns } from '../desk-town.ts';
import { type Figure, figureOf, medianOf } from '../figures.ts';
import { type Ask, asker } from '../one-request.ts';
import { atMost, type Row, row } from '../report.ts';

const MOST_MS = 50;

/** Lists of the admin and the API with 10,000 pictures, 100,000 versions, 10,000 deleted items and as many unpublished. */
export const deskLists: Target = {
  name: 'desk-lists',
  title:
    'Lists of a large desk (10,000 pictures, 100,000 versions, 10,000 deleted items, 5,000 drafts, 5,000 scheduled)',
  run: (bench) => withDeskTowns(bench, (town) => measureLists(bench, town)),
};

function listsOf({ articleId, middle }: DeskTown): string[] {
  return [
    '/admin/pictures',
    '/admin/pictures?page=100',
    `/admin/pictures?page=250&after=${middle.pictures}`,
    '/admin/pictures?q=bridge',
    '/admin/pictures?q=zzzz',
    '/admin/pictures?show=unused',
    '/admin/pictures/missing',
    '/admin/pictures/cleanup',
    `/admin/articles/${articleId}/picture`,
    `/admin/articles/${articleId}/picture?q=zzzz`,
    '/admin',
    '/admin/articles',
    '/admin/articles?q=council',
    '/admin/articles?q=zzzz',
    '/admin/articles?publication=published',
    '/admin/articles?publication=draft',
    `/admin/articles?publication=draft&page=250&after=${middle.draft}`,
    '/admin/articles?publication=draft&page=100',
    '/admin/articles?publication=scheduled',
    `/admin/articles?publication=scheduled&page=250&after=${middle.scheduled}`,
    '/admin/news',
    '/admin/events',
    '/admin/polls',
    '/admin/businesses',
    `/admin/articles/${articleId}/revisions`,
    '/admin/trash',
    '/admin/trash?page=100',
    `/admin/trash?page=500&after=${middle.trash}`,
    '/admin/trash?show=articles',
    '/api/v1/pictures',
    '/api/v1/pictures?limit=100',
    `/api/v1/pictures?after=${middle.pictures}`,
    '/api/v1/pictures?q=zzzz',
    '/api/v1/trash',
    `/api/v1/trash?after=${middle.trash}`,
    '/api/v1/articles?publication=draft',
    '/api/v1/articles?publication=scheduled',
    '/api/v1/articles?publication=trash',
    `/api/v1/articles/${articleId}/revisions`,
  ];
}

/** In ms: until the response is complete, and CPU time of the server. */
type Cost = { ms: number; cpu: number };

async function measureLists(bench: Bench, town: DeskTown): Promise<Row[]> {
  const paths = listsOf(town);
  const found = new Map(paths.map((path) => [path, { first: [] as Cost[], later: [] as Cost[] }]));
  for (let round = 1; round <= bench.options.rounds; round++) {
    bench.say(`desk-lists: ${town.dialect}, round ${round}`);
    for (const path of paths) {
      const site = await town.open();
      try {
        const ask = asker(site);
        // The process has loaded its pages of the admin, and none of this list.
        await costOf(site, ask, '/admin/settings', town);
        found.get(path)?.first.push(await costOf(site, ask, path, town));
        found.get(path)?.later.push(await costOf(site, ask, path, town));
      } finally {
        await site.stop();
      }
    }
  }
  return [
    rowOf(`${town.dialect}: the first request of a list after a start`, found, 'first'),
    rowOf(`${town.dialect}: the second one`, found, 'later'),
  ];
}

async function costOf(site: { pid: number }, ask: Ask, path: string, { cookie }: DeskTown): Promise<Cost> {
  const before = readCpu(site.pid) ?? 0;
  const { status, ms } = await ask(path, { headers: { cookie } });
  if (status !== 200) throw new Error(`${path} returned ${status}`);
  return { ms, cpu: ((readCpu(site.pid) ?? 0) - before) / 1000 };
}

/** The slowest list counts; the note names the others. */
function rowOf(
  what: string,
  found: Map<string, { first: Cost[]; later: Cost[] }>,
  which: 'first' | 'later',
): Row {
  const figures = [...found]
    .map(([path, costs]) => ({
      path: path.replace(/after=[^&]+/, 'after=…'),
      figure: figureFor(costs[which]),
    }))
    .sort((one, other) => other.figure.median - one.figure.median);
  const [slowest] = figures as [(typeof figures)[number]];
  const note = figures
    .map(
      ({ path, figure: { median, min, aside } }) =>
        `${path} ${median.toFixed(1)} (${min.toFixed(1)}, ${aside})`,
    )
    .join(' · ');
  return {
    ...row(
      `${what}, the slowest of ${figures.length}`,
      { ours: { ...slowest.figure, aside: `${slowest.path}, ${slowest.figure.aside}` } },
      atMost(slowest.figure.median, MOST_MS, `${MOST_MS} ms`),
    ),
    note,
  };
}

function figureFor(costs: Cost[]): Figure {
  const cpu = medianOf(costs.map((cost) => cost.cpu));
  return figureOf(
    costs.map(({ ms }) => ms),
    'ms',
    `${cpu.toFixed(1)} ms CPU`,
  );
}
