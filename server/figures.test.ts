import { expect, test } from 'vitest';
import { addFigures, counter, countersOf, Durations, formatFigures, gauge } from './figures.ts';

test('metrics of several processes are combined: by sum, maximum or minimum', () => {
  const one = [gauge('lag', 'Lag', 0.5, 'most')];
  expect(
    formatFigures(addFigures(one, [gauge('lag', 'Lag', 0.25, 'most'), gauge('start', 'S', 7, 'least')])),
  ).toContain('lag 0.5\n');
  const sum = addFigures(
    [counter('n_total', 'N', [['k="a"', 1]])],
    [
      counter('n_total', 'N', [
        ['k="a"', 2],
        ['k="b"', 5],
      ]),
    ],
  );
  expect(formatFigures(sum)).toBe(
    '# HELP n_total N\n# TYPE n_total counter\nn_total{k="a"} 3\nn_total{k="b"} 5\n',
  );
  expect(addFigures([gauge('s', 'S', 9, 'least')], [gauge('s', 'S', 7, 'least')])[0]?.samples).toEqual({
    '': 7,
  });
});

test('the counters of an ended process are kept, and its gauges are dropped', () => {
  const durations = new Durations('d_seconds', 'D').figure();
  const names = countersOf([counter('c_total', 'C', 1), gauge('g', 'G', 1), durations]).map(
    ({ name }) => name,
  );
  expect(names).toEqual(['c_total', 'd_seconds']);
});

test('a histogram counts each duration in every bucket that includes it, and is summed over processes', () => {
  const [one, other] = [new Durations('d_seconds', 'D'), new Durations('d_seconds', 'D')];
  one.note('page', 0.003);
  one.note('page', 20);
  other.note('page', 0.2);
  const text = formatFigures(addFigures([one.figure()], [other.figure()]));
  for (const line of [
    '# TYPE d_seconds histogram',
    'd_seconds_bucket{class="page",le="0.001"} 0',
    'd_seconds_bucket{class="page",le="0.005"} 1',
    'd_seconds_bucket{class="page",le="0.25"} 2',
    'd_seconds_bucket{class="page",le="10"} 2',
    'd_seconds_bucket{class="page",le="+Inf"} 3',
    'd_seconds_count{class="page"} 3',
    'd_seconds_sum{class="page"} 20.203',
  ])
    expect(text.split('\n')).toContain(line);
});
