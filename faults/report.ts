import { type InvariantName, invariants, type Outcome } from './fault.ts';

export type Row = {
  id: string;
  name: string;
  startedAt: string;
  outcome: 'held' | 'broken' | 'skipped';
  seconds?: number;
  told?: Outcome;
  /** Why there are no results. */
  problem?: string;
};

export type Report = { machine: string; rows: Row[] };

const names = Object.keys(invariants) as InvariantName[];

/** The table for a terminal, and below it what did not hold. */
export function formatReport({ rows }: Report): string {
  const head = ['fault', 'times', ...names, 'recovery', 'what'];
  const lines = rows.map((row) => [row.id, ...cellsOf(row), row.name]);
  const widths = head.map((_, column) =>
    Math.max(...[head, ...lines].map((line) => line[column]?.length ?? 0)),
  );
  const table = [head, ...lines].map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
  return ['', ...table, ...rows.flatMap(listProblems), ''].join('\n');
}

function cellsOf({ told, problem, outcome }: Row): string[] {
  if (!told) return ['', ...names.map(() => ''), outcome === 'skipped' ? `skipped: ${problem}` : 'failed'];
  const verdicts = names.map((name) => {
    const verdict = told.verdicts[name];
    return verdict ? (verdict.problems.length === 0 ? 'ok' : 'BAD') : '–';
  });
  return [String(told.times), ...verdicts, recoveryOf(told)];
}

function recoveryOf({ recoveriesMs }: Outcome): string {
  if (recoveriesMs.length === 0) return '–';
  const sorted = [...recoveriesMs].sort((one, other) => one - other);
  const [median = 0, most = 0] = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)];
  return sorted.length === 1
    ? `${Math.round(most)} ms`
    : `${Math.round(median)} ms, ${Math.round(most)} at most`;
}

function listProblems({ id, problem, outcome, told }: Row): string[] {
  if (outcome !== 'broken') return [];
  const found = Object.entries(told?.verdicts ?? {}).flatMap(([name, { problems }]) =>
    problems.map((each) => `  ${name}: ${each}`),
  );
  return ['', `${id} did not hold:`, ...(problem ? [`  ${problem}`] : []), ...found];
}

/** The same as a page of the documentation. */
export function documentReport({ machine, rows }: Report): string {
  const table = rows.map(
    (row) =>
      `| ${[`**${row.id}** ${row.name}`, row.told?.injected ?? row.problem ?? '', ...cellsOf(row)].join(' | ')} |`,
  );
  const notes = rows.flatMap(({ id, told }) => told?.notes.map((note) => `- ${id}: ${note}`) ?? []);
  return `# What was done to it

Made by \`npm run faults\` and \`npm run faults -- --docs\`. Each line is something that happens on real machines, done to a
real site under writes; afterwards a checker asks everything that must hold. A dash means that there was nothing to ask.

${names.map((name) => `- **${name}**: ${invariants[name]}.`).join('\n')}

| fault | how | times | ${names.join(' | ')} | recovery |
|---|---|---|${names.map(() => '---|').join('')}---|
${table.join('\n')}

${notes.join('\n')}
${rows.flatMap(listProblems).join('\n')}

Taken on ${machine}, ${rows
    .map(({ startedAt }) => startedAt.slice(0, 10))
    .sort()
    .at(-1)}.
`;
}
