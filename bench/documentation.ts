/** Writes the latest figures of each size into docs/performance.md and its picture. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { drawPicture } from './picture.ts';
import { formatFigure, type Report, type Row } from './report.ts';

const BEGIN = '<!-- Figures, made by `npm run bench -- --docs`. -->';
const END = '<!-- End of the figures. -->';

/** Returns which files it wrote. Throws when there are no figures. */
export function writeDocumentation(root: string, resultFiles: readonly string[]): string[] {
  const reports = resultFiles
    .filter((file) => existsSync(file))
    .map((file) => JSON.parse(readFileSync(file, 'utf8')) as Report);
  if (reports.length === 0) throw new Error('There are no figures yet: run npm run bench first.');
  const picture = join(root, 'docs', 'performance.svg');
  writeFileSync(picture, drawPicture(reports));
  const page = join(root, 'docs', 'performance.md');
  writeFileSync(page, withFigures(readFileSync(page, 'utf8'), reports));
  return [picture, page];
}

/** The page with a new table between its two marks. */
export function withFigures(page: string, reports: readonly Report[]): string {
  const [begin, end] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (begin < 0 || end < begin) throw new Error('docs/performance.md has lost the marks around its figures.');
  return `${page.slice(0, begin + BEGIN.length)}\n\n${figuresTable(reports)}\n\n${page.slice(end)}`;
}

function figuresTable(reports: readonly Report[]): string {
  const sizes = reports.map(({ articles }) => `${articles.toLocaleString('en')} articles`);
  const head = [`| | goal | ${sizes.join(' | ')} |`, `|---|---|${'---|'.repeat(sizes.length)}`];
  const lines = targetsOf(reports).flatMap(({ name, title }) => {
    const bySize = reports.map((report) => report.targets.find((target) => target.name === name)?.rows ?? []);
    const whats = [...new Set(bySize.flat().map(({ what }) => plain(what)))];
    return [
      `| **${title}** | |${' |'.repeat(sizes.length)}`,
      ...whats.map((what) => tableLine(what, bySize)),
    ];
  });
  const times = reports.map(({ articles, startedAt, rounds, machine }) => {
    const processor = `${machine.processors} × ${machine.model}, Node ${machine.node}`;
    return `${articles.toLocaleString('en')}: ${startedAt.slice(0, 10)}, ${rounds} rounds, ${processor}, load ${machine.loadAtStart.toFixed(1)}`;
  });
  return [...head, ...lines, '', ...times.map((line) => `- ${line}`)].join('\n');
}

function targetsOf(reports: readonly Report[]): { name: string; title: string }[] {
  const found = new Map(
    reports.flatMap(({ targets }) => targets.map(({ name, title }) => [name, title] as const)),
  );
  return [...found].map(([name, title]) => ({ name, title }));
}

/** The same row has other numbers in its name at other sizes. */
function plain(what: string): string {
  return what
    .replace(/\b(page|of) \d+ (by|articles)/, '$1 N $2')
    .replace(/ at \d+\/s/, '')
    .replace(/ page \d+$/, ' a nearer one');
}

function tableLine(what: string, bySize: readonly Row[][]): string {
  const rows = bySize.map((rows) => rows.find((row) => plain(row.what) === what));
  const goal = rows.find((row) => row?.goal)?.goal ?? '–';
  return `| ${what} | ${goal} | ${rows.map(cellOf).join(' | ')} |`;
}

function cellOf(row: Row | undefined): string {
  if (!row) return '–';
  const { ours, ratio, limit, verdict } = row;
  const text = ratio
    ? `${formatFigure(ratio)}; ${shortOf(ours)}${limit ? ` beside ${shortOf(limit)}` : ''}`
    : formatFigure(ours);
  return verdict === 'missed' ? `**missed:** ${text}` : text;
}

function shortOf(figure: Row['ours']): string {
  return formatFigure({ ...figure, min: figure.median, max: figure.median });
}
