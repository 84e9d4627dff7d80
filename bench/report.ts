import { type Figure, figureOf } from './figures.ts';

export type Verdict = 'met' | 'missed' | 'no goal';

/** One line of the table. */
export type Row = {
  what: string;
  ours: Figure;
  limit?: Figure;
  /** Ours relative to the limit; for alternating measurements, the median of the pairs' ratios. */
  ratio?: Figure;
  goal?: string;
  verdict: Verdict;
  note?: string;
};

export type TargetReport = { name: string; title: string; rows: Row[]; problem?: string };

export type Report = {
  articles: number;
  rounds: number;
  startedAt: string;
  machine: { node: string; platform: string; processors: number; model: string; loadAtStart: number };
  notes: string[];
  targets: TargetReport[];
};

/** A row with a goal that `ours` or the ratio meets or misses. */
export function row(
  what: string,
  facts: Omit<Row, 'what' | 'goal' | 'verdict'>,
  goal?: { text: string; met: boolean },
): Row {
  if (!goal) return { what, ...facts, verdict: 'no goal' };
  return { what, ...facts, goal: goal.text, verdict: goal.met ? 'met' : 'missed' };
}

export function atLeast(value: number, least: number, text: string): { text: string; met: boolean } {
  return { text: `≥ ${text}`, met: value >= least };
}

export function atMost(value: number, most: number, text: string): { text: string; met: boolean } {
  return { text: `≤ ${text}`, met: value <= most };
}

/** The share of the limit that is reached when less cost is better: 100% is as cheap as the limit. */
export function shareOf(pairs: readonly { ours: number; limit: number }[]): Figure {
  return figureOf(
    pairs.map(({ ours, limit }) => (100 * limit) / ours),
    '%',
  );
}

export function timesOf(pairs: readonly { ours: number; limit: number }[]): Figure {
  return figureOf(
    pairs.map(({ ours, limit }) => ours / limit),
    '×',
  );
}

const COLUMNS = ['target', 'ours', 'limit', 'ratio', 'goal', 'verdict'];

/** The report as a plain table, with the notes below it. */
export function formatReport(report: Report): string {
  const groups = report.targets.map(({ title, rows, problem }) => ({
    title,
    problem,
    lines: rows.map(cells),
  }));
  const widths = COLUMNS.map((column, at) =>
    Math.max(column.length, ...groups.flatMap(({ lines }) => lines.map((line) => line[at]?.length ?? 0))),
  );
  const line = (columns: string[]) =>
    columns
      .map((text, at) => text.padEnd(widths[at] ?? 0))
      .join('  ')
      .trimEnd();
  const body = groups.flatMap(({ title, lines, problem }) => [
    '',
    `${title}${problem ? `: not measured, ${problem}` : ''}`,
    ...lines.map(line),
  ]);
  const notes = [...report.notes, ...rowNotes(report)];
  return [line(COLUMNS), ...body, '', ...notes].join('\n');
}

function cells({ what, ours, limit, ratio, goal, verdict }: Row): string[] {
  const texts = [ours, limit, ratio].map((figure) => (figure ? formatFigure(figure) : '–'));
  return [`  ${what}`, ...texts, goal ?? '–', verdict === 'no goal' ? '–' : verdict];
}

function rowNotes({ targets }: Report): string[] {
  return targets.flatMap(({ rows }) => rows.flatMap(({ what, note }) => (note ? [`${what}: ${note}`] : [])));
}

export function formatFigure({ median, min, max, unit, aside }: Figure): string {
  const spread = min === max ? '' : ` (${formatNumber(min)}–${formatNumber(max)})`;
  return `${formatNumber(median)} ${unit}${spread}${aside ? `, ${aside}` : ''}`;
}

export function formatNumber(value: number): string {
  const size = Math.abs(value);
  if (!Number.isFinite(value)) return '–';
  if (size >= 1000) return Math.round(value).toLocaleString('en').replaceAll(',', ' ');
  if (size > 0 && size < 0.1) return value.toPrecision(2);
  return value.toFixed(Number.isInteger(value) || size >= 100 ? 0 : size >= 10 ? 1 : 2);
}
