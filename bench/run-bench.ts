import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Bench, openBench, type Target } from './bench.ts';
import { readCpu } from './children.ts';
import { writeDocumentation } from './documentation.ts';
import { installLighthouse } from './lighthouse/run-lighthouse.ts';
import { helpText, type Options, readOptions, SIZES } from './options.ts';
import { formatReport, type Report, type TargetReport } from './report.ts';
import { targets as allTargets } from './targets.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

export type Surroundings = {
  environment: NodeJS.ProcessEnv;
  print: (text: string) => void;
  say: (line: string) => void;
  /** All of them unless given. */
  targets?: Target[];
};

/** Does what the arguments request: measures, prints the table and writes the figures. Throws when it can't measure. */
export async function runBench(args: string[], surroundings: Surroundings): Promise<void> {
  const { print, say, targets = allTargets } = surroundings;
  const options = readOptions(
    args,
    targets.map(({ name }) => name),
  );
  if (options.help) return print(helpText(targets));
  if (options.docs) {
    for (const file of writeDocumentation(root, SIZES.map(resultFile))) say(`Written: ${file}`);
    return;
  }
  const file = options.json ?? resultFile(options.articles);
  mkdirSync(dirname(file), { recursive: true });
  // After each target, so that a stopped run keeps its results.
  const save = (report: Report) => writeFileSync(file, `${JSON.stringify(report, null, 2)}\n`);
  print(formatReport(await measure(options, { ...surroundings, targets, save })));
  say(`The figures are in ${file}.`);
}

function resultFile(articles: number): string {
  return join(root, '.cache', 'bench', `result-${articles}.json`);
}

async function measure(
  options: Options,
  { environment, say, targets, save }: Surroundings & { targets: Target[]; save: (report: Report) => void },
): Promise<Report> {
  const report = emptyReport(options, environment);
  const chosen = targets.filter(({ name }) => options.only.includes(name));
  if (options.lighthouse && chosen.some(({ usesLighthouse }) => usesLighthouse)) await installLighthouse();
  const bench = await openBench(options, environment, say);
  try {
    for (const target of chosen) {
      report.targets.push(await measureTarget(target, bench));
      save(report);
    }
  } finally {
    await bench.close();
  }
  return report;
}

/** A failed measurement leaves the other rows in the table. */
async function measureTarget({ name, title, run }: Target, bench: Bench): Promise<TargetReport> {
  try {
    return { name, title, rows: await run(bench) };
  } catch (error) {
    const problem = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
    bench.say(`${name}: ${error instanceof Error ? error.stack : error}`);
    return { name, title, rows: [], problem };
  }
}

function emptyReport({ articles, rounds }: Options, environment: NodeJS.ProcessEnv): Report {
  const processors = cpus();
  return {
    articles,
    rounds,
    startedAt: new Date().toISOString(),
    machine: {
      node: process.version,
      platform: `${process.platform}-${process.arch}`,
      processors: processors.length,
      model: processors[0]?.model ?? 'unknown',
      loadAtStart: loadavg()[0] ?? 0,
    },
    notes: notesOf(environment),
    targets: [],
  };
}

function notesOf({ PATH = '' }: NodeJS.ProcessEnv): string[] {
  const others = ['wrk', 'oha'].filter((name) =>
    PATH.split(delimiter).some((folder) => existsSync(join(folder, name))),
  );
  return [
    'Medians, with the smallest and largest value of all rounds in brackets. Generator, limit and site share the CPUs.',
    ...(readCpu(process.pid) === undefined
      ? ['This system does not report the CPU time of other processes: costs are the time between responses.']
      : []),
    ...(others.length > 0 ? [`Also installed, but not used: ${others.join(', ')}.`] : []),
  ];
}
