import { parseArgs } from 'node:util';

export type Options = {
  articles: number;
  rounds: number;
  /** How long one burst of requests lasts. */
  burstMs: number;
  /** How many requests a burst of cold pages has. */
  coldRequests: number;
  /** The junk and latency measurements use fewer requests. */
  quick: boolean;
  only: string[];
  lighthouse: boolean;
  /** Where the JSON is written; `.cache/bench/result-<articles>.json` by default. */
  json: string | undefined;
  docs: boolean;
  help: boolean;
};

/** The sizes of towns that can be measured, in articles. */
export const SIZES = [1000, 100_000, 1_000_000];

export function helpText(targets: readonly { name: string; title: string }[]): string {
  const width = Math.max(...targets.map(({ name }) => name.length));
  const list = targets.map(({ name, title }) => `  ${name.padEnd(width)}  ${title}`);
  return `Usage: npm run bench [-- options]

Measures each target and its limit alternately, and prints the ratios.
The first run creates the town to measure in .cache/bench.

  --articles N      1000 (default), 100000 or 1000000
  --rounds N        rounds of each measurement (default 5)
  --only a,b        only these targets
  --quick           two short rounds of everything, as a smoke test
  --no-lighthouse   without Lighthouse, which is installed otherwise
  --json FILE       file for the figures (default .cache/bench/result-N.json)
  --docs            write the latest figures of each size to docs/performance.md without measuring
  --help            show this

Targets:
${list.join('\n')}
`;
}

/** Throws an error whose message says what is wrong with the arguments. */
export function readOptions(args: string[], targetNames: readonly string[]): Options {
  const { values } = parseArgs({
    args,
    allowNegative: true,
    options: {
      articles: { type: 'string', default: '1000' },
      rounds: { type: 'string' },
      only: { type: 'string' },
      quick: { type: 'boolean', default: false },
      lighthouse: { type: 'boolean', default: true },
      json: { type: 'string' },
      docs: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const only = values.only?.split(',').map((name) => name.trim()) ?? [...targetNames];
  const unknown = only.filter((name) => !targetNames.includes(name));
  if (unknown.length > 0) throw new Error(`There is no target ${unknown.join(', ')}: see --help.`);
  const articles = Number(values.articles);
  if (!SIZES.includes(articles)) throw new Error(`--articles must be one of ${SIZES.join(', ')}.`);
  const rounds = Number(values.rounds ?? (values.quick ? 2 : 5));
  if (!(Number.isInteger(rounds) && rounds >= 1 && rounds <= 100))
    throw new Error('--rounds must be a whole number from 1 to 100.');
  return {
    articles,
    rounds,
    only,
    burstMs: values.quick ? 200 : 2000,
    coldRequests: values.quick ? 64 : 800,
    quick: values.quick,
    lighthouse: values.lighthouse,
    json: values.json,
    docs: values.docs,
    help: values.help,
  };
}
