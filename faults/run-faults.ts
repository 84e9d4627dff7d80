import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, release } from 'node:os';
import { dirname, join } from 'node:path';
import type { Fault } from './fault.ts';
import { faults as allFaults } from './faults.ts';
import { helpText, type Options, readOptions } from './options.ts';
import { documentReport, formatReport, type Report, type Row } from './report.ts';
import { root } from './subject.ts';
import { listMissing } from './tools.ts';

export type Surroundings = {
  print: (text: string) => void;
  say: (line: string) => void;
  faults?: readonly Fault[];
};

/** Does what the arguments request, one fault after the other, and returns whether every invariant held. */
export async function runFaults(args: string[], surroundings: Surroundings): Promise<boolean> {
  const { print, say, faults = allFaults } = surroundings;
  const options = readOptions(
    args,
    faults.map(({ id }) => id),
  );
  if (options.help) {
    print(helpText(faults));
    return true;
  }
  const file = join(root, '.cache', 'faults', 'result.json');
  if (options.docs) {
    writeFileSync(join(root, 'docs', 'faults.md'), documentReport(JSON.parse(readFileSync(file, 'utf8'))));
    say('Written: docs/faults.md');
    return true;
  }
  mkdirSync(dirname(file), { recursive: true });
  const report = emptyReport();
  for (const fault of faults.filter(({ id }) => options.only.includes(id))) {
    report.rows.push(await runOne(fault, options, say));
    // After each, so that a stopped run keeps its results.
    writeFileSync(file, `${JSON.stringify(withOlder(file, report), null, 2)}\n`);
  }
  print(formatReport(report));
  say(`The figures are in ${file}.`);
  return report.rows.every((row) => row.outcome !== 'broken');
}

async function runOne(
  { id, name, needs, run }: Fault,
  { lean, seed }: Pick<Options, 'lean' | 'seed'>,
  say: (line: string) => void,
): Promise<Row> {
  const missing = listMissing(needs);
  const startedAt = new Date().toISOString();
  if (missing.length > 0) {
    say(`${id} ${name}: skipped: needs ${missing.join(', ')}`);
    return { id, name, startedAt, outcome: 'skipped', problem: `needs ${missing.join(', ')}` };
  }
  say(`${id} ${name}`);
  const began = performance.now();
  try {
    const told = await run({ lean, seed, say: (line) => say(`  ${line}`) });
    const isHeld = Object.values(told.verdicts).every(({ problems }) => problems.length === 0);
    const seconds = Math.round((performance.now() - began) / 1000);
    return { id, name, startedAt, outcome: isHeld ? 'held' : 'broken', seconds, told };
  } catch (error) {
    say(`  ${error instanceof Error ? error.stack : error}`);
    const problem = (error instanceof Error ? error.message : String(error)).split('\n')[0] ?? '';
    return { id, name, startedAt, outcome: 'broken', problem };
  }
}

function emptyReport(): Report {
  const processors = cpus();
  return {
    machine: `${processors.length} × ${processors[0]?.model ?? 'unknown'}, ${process.platform} ${release()}, Node ${process.version}, SQLite ${process.versions.sqlite}`,
    rows: [],
  };
}

/** Faults that were not run this time keep their earlier results. */
function withOlder(file: string, { machine, rows }: Report): Report {
  const fresh = new Map(rows.map((row) => [row.id, row]));
  const older = readRows(file).filter(({ id }) => !fresh.has(id));
  const order = allFaults.map(({ id }) => id);
  const all = [...older, ...rows].filter(({ id }) => order.includes(id));
  return { machine, rows: all.sort((one, other) => order.indexOf(one.id) - order.indexOf(other.id)) };
}

function readRows(file: string): Row[] {
  try {
    return (JSON.parse(readFileSync(file, 'utf8')) as Report).rows;
  } catch {
    return [];
  }
}
