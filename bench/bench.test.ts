/** A small real run of the bench: its measurements are for people to read, and no test judges them. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { buildIfStale } from '../scripts/build-if-stale.mjs';
import type { Target } from './bench.ts';
import { withFigures } from './documentation.ts';
import { figureOf, inTurns, quantileOf } from './figures.ts';
import { readOptions } from './options.ts';
import { drawPicture } from './picture.ts';
import { formatReport, type Report, row } from './report.ts';
import { runBench } from './run-bench.ts';
import { measureCached } from './targets/cached-page.ts';
import { targets } from './targets.ts';

const names = targets.map(({ name }) => name);

async function bench(args: string[], measured: Target[] = targets): Promise<string> {
  const printed: string[] = [];
  await runBench(args, {
    environment: process.env,
    print: (text) => void printed.push(text),
    say: () => undefined,
    targets: measured,
  });
  return printed.join('\n');
}

/** One page of the many. */
const events: Target = {
  name: 'events',
  title: 'Events',
  run: async (bench) => [await measureCached(bench, 'events', '/events')],
};

test('a quick run measures a page and its limit and writes the results', async () => {
  await buildIfStale();
  const folder = mkdtempSync(join(tmpdir(), 'belfry-bench-'));
  const json = join(folder, 'figures.json');
  const table = await bench(['--quick', '--rounds', '1', '--json', json], [events]);
  const report = JSON.parse(readFileSync(json, 'utf8')) as Report;
  rmSync(folder, { recursive: true });
  expect(report).toMatchObject({ articles: 1000, rounds: 1 });
  const [target] = report.targets;
  expect(target).toMatchObject({ name: 'events', rows: [{ what: 'events', goal: '≥ 90 %' }] });
  for (const figure of target?.rows.flatMap(({ ours, limit, ratio }) => [ours, limit, ratio]) ?? []) {
    expect(figure?.min).toBeGreaterThan(0);
    expect(figure?.max).toBeGreaterThanOrEqual(figure?.median ?? Number.NaN);
  }
  expect(table).toMatch(/^ {2}events +[\d.]+ µs/m);
}, 120_000);

function reportOf(articles: number, targets: Report['targets']): Report {
  return {
    articles,
    rounds: 1,
    startedAt: '2026-11-20T22:00:00.000Z',
    machine: { node: 'v26.10.0', platform: 'linux-x64', processors: 2, model: 'some', loadAtStart: 0 },
    notes: ['Read the ratios.'],
    targets,
  };
}

const list = row(
  'article list',
  { ours: figureOf([40], 'µs'), limit: figureOf([36], 'µs'), ratio: figureOf([90], '%') },
  { text: '≥ 95 %', met: false },
);
const bothSizes = [1000, 100_000].map((size) =>
  reportOf(size, [{ name: 'cached', title: 'Cached', rows: [list] }]),
);

test('the chart has a curve for each measurement, and describes it in text', () => {
  const svg = drawPicture(bothSizes);
  expect(svg).toContain('cached list page: 40 µs at 1000, 40 µs at 100000. bare node:http');
  expect(svg.match(/<polyline/g)).toHaveLength(2);
});

test('the figures in the documentation are replaced, and nothing around them', () => {
  const marks = ['<!-- Figures, made by `npm run bench -- --docs`. -->', '<!-- End of the figures. -->'];
  const page = withFigures(`before\n${marks[0]}\nold\n${marks[1]}\nafter`, bothSizes);
  expect(page).toMatch(/^before\n<!-- Figures/);
  expect(page).toMatch(/<!-- End of the figures. -->\nafter$/);
  expect(page).not.toContain('old');
  expect(page.match(/\*\*missed:\*\* 90 %; 40 µs beside 36 µs/g)).toHaveLength(2);
  expect(withFigures(page, bothSizes)).toBe(page);
});

test('--help lists every target and measures nothing', async () => {
  const help = await bench(['--help']);
  for (const name of names) expect(help).toContain(`  ${name} `);
});

test('invalid arguments are refused with a message', () => {
  expect(() => readOptions(['--articles', '7'], names)).toThrow('--articles must be one of 1000');
  expect(() => readOptions(['--rounds', '0'], names)).toThrow('--rounds must be');
  expect(() => readOptions(['--only', 'cached,nothing'], names)).toThrow('There is no target nothing');
});

test('a figure is the median of its rounds, with their range', () => {
  expect(figureOf([3, 1, 10], 'µs')).toEqual({ median: 3, min: 1, max: 10, unit: 'µs' });
  expect(quantileOf([1, 2, 3, 4], 0.5)).toBe(2.5);
});

test('ours and the limit take turns, and alternate who goes first', async () => {
  const order: string[] = [];
  const note = (name: string) => async () => order.push(name);
  expect(await inTurns(3, note('ours'), note('limit'))).toHaveLength(3);
  expect(order).toEqual(['ours', 'limit', 'limit', 'ours', 'ours', 'limit']);
});

test('the table lists targets that were reached, missed, or not measured', () => {
  const report = reportOf(1000, [
    {
      name: 'one',
      title: 'One',
      rows: [
        row('a page', { ours: figureOf([20], 'µs'), note: 'as it is' }, { text: '≤ 30 µs', met: true }),
        row('another', { ours: figureOf([40], 'µs') }, { text: '≤ 30 µs', met: false }),
      ],
    },
    { name: 'two', title: 'Two', rows: [], problem: 'no Chromium was found' },
  ]);
  const lines = formatReport(report).split('\n');
  expect(lines[0]).toMatch(/^target +ours +limit +ratio +goal +verdict$/);
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}a page +20 µs +– +– +≤ 30 µs +met$/));
  expect(lines).toContainEqual(expect.stringMatching(/^ {2}another +40 µs +– +– +≤ 30 µs +missed$/));
  expect(lines).toContain('Two: not measured, no Chromium was found');
  expect(lines.slice(-2)).toEqual(['Read the ratios.', 'a page: as it is']);
});
