import { Icon } from '#app/platform/ui/icon.tsx';
import script from '#app/platform/ui/print-page.js?url';
import type { LeftOff, PaperSize, Sheet } from './sheet.ts';
import { SheetView } from './sheet-view.tsx';

export type PaperPageFacts = {
  sheet: Sheet;
  /** This page's address; the PDF is next to it. */
  path: string;
  /** The same issue as newsletter. */
  issuePath: string;
};

const sizes: [size: PaperSize, label: string][] = [
  ['letter', 'Letter'],
  ['a4', 'A4'],
];

/** The sheet with what readers do with it: choose its size, print it, download it. */
export function PaperView({ sheet, path, issuePath }: PaperPageFacts) {
  const query = sheet.size === 'letter' ? '' : `?size=${sheet.size}`;
  const leftOff = leftOffWords(sheet.leftOff);
  return (
    <>
      <div className="screen mb">
        <header className="page-head">
          <h1>Paper edition</h1>
          <p>One sheet for the café wall and the library bulletin board, made from this week’s stories.</p>
        </header>
        <div className="cluster between">
          <nav className="segmented" aria-label="Paper size">
            {sizes.map(([size, label]) => (
              <a
                key={size}
                href={size === 'letter' ? path : `${path}?size=${size}`}
                aria-current={size === sheet.size ? 'true' : undefined}
              >
                {label}
              </a>
            ))}
          </nav>
          <p className="cluster">
            <button className="button button--primary needs-script print-page" type="button" hidden>
              <Icon name="print" />
              Print
            </button>
            <a href={`${path}.pdf${query}`}>Download PDF</a>
            <a href={issuePath}>View as newsletter</a>
          </p>
        </div>
        <p className="small muted mt">
          Prints in black from your browser. Everything fits on one page; anything left off is listed below
          the sheet.
        </p>
      </div>
      <SheetView sheet={sheet} />
      {leftOff ? (
        <section className="screen sheet-note mt" aria-labelledby="left-off">
          <h2 id="left-off">Left off this sheet</h2>
          <p className="small muted">
            {leftOff} Items follow the order of the <a href={issuePath}>newsletter</a>.
          </p>
        </section>
      ) : null}
      <script src={script} defer />
    </>
  );
}

const MOST_TITLES = 12;

/** '2 stories and 1 event: “…”, “…”.' Empty if nothing is left off. */
export function leftOffWords({ stories, events, others }: LeftOff): string {
  const counts = [
    countOf(stories.length, 'story', 'stories'),
    countOf(events.count, 'event', 'events'),
    countOf(others.length, 'other item', 'other items'),
  ].filter(Boolean);
  if (counts.length === 0) return '';
  const titles = [...stories, ...events.titles, ...others];
  const named = titles.slice(0, MOST_TITLES).map((title) => `“${title}”`);
  const rest = counts.length > 1 ? `${counts.slice(0, -1).join(', ')} and ${counts.at(-1)}` : counts[0];
  const more = titles.length > MOST_TITLES ? ' …' : '';
  return named.length > 0 ? `${rest}: ${named.join(', ')}${more}.` : `${rest}.`;
}

function countOf(count: number, one: string, many: string): string {
  return count === 0 ? '' : `${count} ${count === 1 ? one : many}`;
}
