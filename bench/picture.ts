/** The cost of a page over the size of the town, as a picture for the documentation. */
import type { Report, Row } from './report.ts';

type Point = { articles: number; micros: number };

type Curve = { label: string; className: string; points: Point[] };

/** The source of each curve: a row of a target, ours or its limit. */
const CURVES: { label: string; target: string; row: RegExp; side: 'ours' | 'limit' }[] = [
  { label: 'cold list page', target: 'cold', row: /^list page$/, side: 'ours' },
  { label: 'cold article', target: 'cold', row: /^article page$/, side: 'ours' },
  { label: 'cold list page far back', target: 'depth', row: /by its link/, side: 'ours' },
  { label: 'bare renderToString of the list', target: 'cold', row: /^list page$/, side: 'limit' },
  { label: 'cached list page', target: 'cached', row: /^article list$/, side: 'ours' },
  { label: 'bare node:http, the same bytes', target: 'cached', row: /^article list$/, side: 'limit' },
];

const WIDTH = 760;
const HEIGHT = 420;
const AREA = { left: 70, right: 500, top: 50, bottom: 360 };
const SIZES = { least: 1000, most: 1_000_000 };
const MICROS = { least: 10, most: 10_000 };

/** An SVG of what a request costs, from reports of several sizes; without curves that none of them measured. */
export function drawPicture(reports: readonly Report[]): string {
  const curves = CURVES.map((wanted, at) => ({
    label: wanted.label,
    className: `c${at}`,
    points: reports
      .flatMap((report) => pointOf(report, wanted))
      .sort((one, other) => one.articles - other.articles),
  })).filter(({ points }) => points.length > 0);
  const described = curves.map(
    ({ label, points }) =>
      `${label}: ${points.map(({ articles, micros }) => `${Math.round(micros)} µs at ${articles}`).join(', ')}`,
  );
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" role="img" aria-labelledby="t d">`,
    '<title id="t">What a request costs, by the number of articles</title>',
    `<desc id="d">${described.join('. ')}.</desc>`,
    `<style>${STYLE}</style>`,
    `<rect class="paper" width="${WIDTH}" height="${HEIGHT}"/>`,
    '<text class="head" x="20" y="28">Server CPU per request, in µs, by the number of articles (both scales logarithmic)</text>',
    ...axes(),
    ...curves.map(drawCurve),
    ...placeLabels(curves).map(drawLabel),
    '</svg>',
    '',
  ].join('\n');
}

function pointOf(report: Report, { target, row, side }: (typeof CURVES)[number]): Point[] {
  const rows: Row[] = report.targets.find(({ name }) => name === target)?.rows ?? [];
  const figure = rows.find(({ what }) => row.test(what))?.[side];
  return figure?.unit === 'µs' ? [{ articles: report.articles, micros: figure.median }] : [];
}

const STYLE = `
.paper{fill:#fff}text{font:13px system-ui,sans-serif;fill:#222}.head{font-weight:600}.grid{stroke:#ddd}
polyline{fill:none;stroke-width:2.5}circle{stroke:none}
.c0{stroke:#0b5cad;fill:#0b5cad}.c1{stroke:#8a3b9c;fill:#8a3b9c}.c2{stroke:#0a7a52;fill:#0a7a52}
.c3{stroke:#666;fill:#666;stroke-dasharray:6 4}.c4{stroke:#b34700;fill:#b34700}.c5{stroke:#6b6b6b;fill:#6b6b6b;stroke-dasharray:2 4}
text.c0,text.c1,text.c2,text.c3,text.c4,text.c5{stroke:none}polyline[class]{fill:none}
@media(prefers-color-scheme:dark){
.paper{fill:#14181c}text{fill:#e6e6e6}.grid{stroke:#3a4148}
.c0{stroke:#6cb2ff;fill:#6cb2ff}.c1{stroke:#d79be6;fill:#d79be6}.c2{stroke:#5fd3a3;fill:#5fd3a3}
.c3{stroke:#aaa;fill:#aaa}.c4{stroke:#ffa366;fill:#ffa366}.c5{stroke:#999;fill:#999}
}`;

function axes(): string[] {
  const rows = [10, 100, 1000, 10_000].map((micros) => {
    const y = yOf(micros);
    const line = `<line class="grid" x1="${AREA.left}" x2="${AREA.right}" y1="${y}" y2="${y}"/>`;
    return `${line}<text x="${AREA.left - 8}" y="${y + 4}" text-anchor="end">${spaced(micros)}</text>`;
  });
  const columns = [1000, 10_000, 100_000, 1_000_000].map((articles) => {
    const x = xOf(articles);
    const line = `<line class="grid" x1="${x}" x2="${x}" y1="${AREA.top}" y2="${AREA.bottom}"/>`;
    return `${line}<text x="${x}" y="${AREA.bottom + 22}" text-anchor="middle">${spaced(articles)}</text>`;
  });
  return [...rows, ...columns];
}

function drawCurve({ className, points }: Curve): string {
  const places = points.map(({ articles, micros }) => ({ x: xOf(articles), y: yOf(micros) }));
  const line = `<polyline class="${className}" points="${places.map(({ x, y }) => `${x},${y}`).join(' ')}"/>`;
  return (
    line + places.map(({ x, y }) => `<circle class="${className}" cx="${x}" cy="${y}" r="3.5"/>`).join('')
  );
}

type Label = { text: string; className: string; y: number };

const LINE_HEIGHT = 17;

/** Labels next to the ends of their curves, without overlaps. */
function placeLabels(curves: readonly Curve[]): Label[] {
  const wanted = curves
    .map(({ label, className, points }) => ({
      text: label,
      className,
      y: yOf(points.at(-1)?.micros ?? 1) + 4,
    }))
    .sort((one, other) => one.y - other.y);
  let last = Number.NEGATIVE_INFINITY;
  return wanted.map((label) => {
    last = Math.max(label.y, last + LINE_HEIGHT);
    return { ...label, y: last };
  });
}

function drawLabel({ text, className, y }: Label): string {
  return `<text class="${className}" x="${AREA.right + 10}" y="${y}">${text}</text>`;
}

function xOf(articles: number): number {
  return Math.round(AREA.left + 10 + (AREA.right - AREA.left - 20) * shareOfScale(articles, SIZES));
}

function yOf(micros: number): number {
  return Math.round(AREA.bottom - (AREA.bottom - AREA.top) * shareOfScale(micros, MICROS));
}

function shareOfScale(value: number, { least, most }: { least: number; most: number }): number {
  return Math.log(value / least) / Math.log(most / least);
}

function spaced(value: number): string {
  return value.toLocaleString('en').replaceAll(',', ' ');
}
