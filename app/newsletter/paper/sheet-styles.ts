/** Measures of the sheet, in points: the same as in app/platform/ui/styles/paper.css. */
import { MM } from './sheet.ts';
import type { Style } from './typesetting.ts';

const style = (face: Style['face'], size: number, lineHeight: number): Style => ({
  face,
  size,
  leading: size * lineHeight,
});

export const styles = {
  name: style('serif-bold', 51, 1),
  line: style('sans', 10, 1.5),
  lead: style('serif-bold', 23, 1.04),
  leadText: style('serif', 11.5, 1.38),
  headline: style('serif-bold', 15, 1.12),
  text: style('serif', 10.5, 1.38),
  heading: style('sans-bold', 10.5, 1.3),
  day: style('sans-bold', 10, 1.3),
  event: style('sans-bold', 10, 1.3),
  place: style('sans', 10, 1.3),
  option: style('sans', 10, 1.3),
  note: style('sans', 9.5, 1.5),
  host: style('sans-bold', 9.5, 1.5),
} as const satisfies Record<string, Style>;

/** The name with its line, the line with the date, and the gap below. */
export const HEAD_HEIGHT = 51 + 2 * MM + 0.75 + 1.5 * MM + styles.line.leading + 1.5 * MM + 3 + 4 * MM;
/** Between the body and what is below, with the double line. */
export const FOOT_GAP = 5 * MM + 3 + 3 * MM;
/** Browsers break some lines elsewhere than the PDF: the page leaves room for two lines more. */
export const SPARE = 9 * MM;

const COLUMN_GAP = 7 * MM;
export const PICTURE_HEIGHT = 56 * MM;
export const PICTURE_GAP = 2 * MM;
export const STORY_GAP = 6 * MM + 0.75;
export const TEXT_GAP = 1 * MM;
/** The line above a heading, the gap below it, and the gap below the heading. */
export const HEADING_TOP = 1.5 + 1.5 * MM;
export const HEADING_BOTTOM = 1 * MM;
export const DAY_TOP = 2.5 * MM;
export const DAY_LINE = 0.75;
export const EVENT_PADDING = 1.2 * MM;
export const TIME_WIDTH = 20 * MM;
export const BOX = 3 * MM;
export const BOX_GAP = 2 * MM;
export const QR = 28 * MM;
export const QR_GAP = 4 * MM;

/** The widths of both columns; the one without the other takes all. */
export function columnsOf(
  width: number,
  { hasStories, hasEvents }: { hasStories: boolean; hasEvents: boolean },
) {
  const left = ((width - COLUMN_GAP) * 1.55) / 2.55;
  return {
    stories: hasEvents ? left : width,
    events: hasStories ? width - COLUMN_GAP - left : width,
  };
}

/** The widths of both parts at the foot; the code takes all without a poll. */
export function footColumnsOf(width: number, hasPoll: boolean) {
  const left = ((width - COLUMN_GAP) * 1.2) / 2.2;
  return { poll: left, code: hasPoll ? width - COLUMN_GAP - left : width };
}
