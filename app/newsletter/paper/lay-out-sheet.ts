/** Where everything on the sheet is. */
import { eventHeight, eventLines, headingHeight, pollLines } from './fit-sheet.ts';
import { pictureHeightOf, storyLines } from './fit-stories.ts';
import type { Pen } from './open-pen.server.ts';
import { qrCodeOf } from './qr-path.ts';
import { CODE_TEXT, CODE_TITLE, FREE, MM, type Paper, papers, type Sheet, SUBTITLE } from './sheet.ts';
import * as s from './sheet-styles.ts';
import { breakLines, type Measure, oneLineOf } from './typesetting.ts';

const { styles } = s;

/** Draws the sheet with the pen. `picture` is the file for the first story. */
export function layOutSheet(sheet: Sheet, pen: Pen, measure: Measure, picture: Buffer | undefined): void {
  const paper = papers[sheet.size];
  const page = { sheet, paper, measure, pen, width: paper.width - 2 * paper.marginX };
  drawFoot(page, drawBody(page, drawHead(page), picture));
}

type Page = { sheet: Sheet; paper: Paper; measure: Measure; pen: Pen; width: number };

export function shapeOf({ stories, events }: Sheet) {
  return { hasStories: stories.length > 0, hasEvents: events !== null };
}

/** Returns where the body begins. */
function drawHead({ sheet, paper, measure, pen, width }: Page): number {
  const { marginX: x, marginY } = paper;
  const { name, line } = styles;
  const size = Math.max(
    24,
    Math.min(name.size, (name.size * width) / measure(sheet.name, name.face, name.size)),
  );
  const style = { ...name, size };
  const shown = oneLineOf(sheet.name, style, width, measure);
  const left = x + (width - measure(shown, name.face, size)) / 2;
  pen.pieces('H1', [{ text: shown, style, x: left, y: marginY }]);
  let y = marginY + name.leading + 2 * MM;
  pen.rule(x, y, width, 0.75);
  y += 0.75 + 1.5 * MM;
  const of = (text: string) => measure(text, line.face, line.size);
  const middle = x + (of(sheet.date) + width - of(FREE) - of(SUBTITLE)) / 2;
  pen.pieces('P', [
    { text: sheet.date, style: line, x, y },
    { text: SUBTITLE, style: line, x: middle, y },
    { text: FREE, style: line, x: x + width - of(FREE), y },
  ]);
  y += line.leading + 1.5 * MM;
  return drawDoubleRule(pen, x, y, width) + 4 * MM;
}

function drawDoubleRule(pen: Pen, x: number, y: number, width: number): number {
  pen.rule(x, y, width, 1);
  pen.rule(x, y + 2, width, 1);
  return y + 3;
}

/** Returns where the body ends. */
function drawBody(page: Page, y: number, picture: Buffer | undefined): number {
  const { sheet, paper, width } = page;
  const columns = s.columnsOf(width, shapeOf(sheet));
  const stories = drawStories(page, { x: paper.marginX, y, width: columns.stories }, picture);
  const events = drawEvents(page, { x: paper.marginX + width - columns.events, y, width: columns.events });
  return Math.max(stories, events);
}

type Place = { x: number; y: number; width: number };

function drawStories(
  { sheet, pen, measure }: Page,
  { x, y, width }: Place,
  picture: Buffer | undefined,
): number {
  let at = y;
  for (const [index, story] of sheet.stories.entries()) {
    const isFirst = index === 0;
    if (!isFirst) {
      pen.rule(x, at + 3 * MM, width, 0.75, '#aaa');
      at += s.STORY_GAP;
    }
    if (isFirst && story.picture && picture) {
      const height = pictureHeightOf(story.picture, sheet.pictureShare, width);
      pen.image(picture, story.picture.alt, { x, y: at, width, height });
      at += height + s.PICTURE_GAP;
    }
    const { headline, text } = storyLines(story, { isFirst, width }, measure);
    at = pen.lines('H2', headline, { x, y: at, style: isFirst ? styles.lead : styles.headline });
    if (text.length === 0) continue;
    const style = isFirst ? styles.leadText : styles.text;
    const italic = { ...style, face: 'serif-italic' as const };
    at += s.TEXT_GAP;
    const pieces = text.flatMap((line, row) => {
      const place = { x, y: at + row * style.leading };
      const gap = line.text ? measure(`${line.text} `, style.face, style.size) : 0;
      return [
        ...(line.text ? [{ ...place, text: line.text, style }] : []),
        ...(line.source ? [{ ...place, text: line.source, style: italic, x: x + gap }] : []),
      ];
    });
    pen.pieces('P', pieces);
    at += text.length * style.leading;
  }
  return at;
}

function drawHeading({ pen }: Page, lines: string[], { x, y, width }: Place): number {
  pen.rule(x, y, width, 1.5);
  return pen.lines('H2', lines, { x, y: y + s.HEADING_TOP, style: styles.heading }) + s.HEADING_BOTTOM;
}

function drawEvents(page: Page, place: Place): number {
  const { sheet, pen, measure } = page;
  const { x, y, width } = place;
  if (!sheet.events) return y;
  drawHeading(page, [sheet.events.title], place);
  let at = y + headingHeight();
  for (const day of sheet.events.days) {
    at = pen.lines('H3', [oneLineOf(day.title, styles.day, width, measure)], {
      x,
      y: at + s.DAY_TOP,
      style: styles.day,
    });
    pen.rule(x, at, width, s.DAY_LINE);
    at += s.DAY_LINE;
    for (const [index, event] of day.events.entries()) {
      if (index > 0) pen.rule(x, at, width, s.DAY_LINE, '#aaa');
      const { time, title, place: where } = eventLines(event, width, measure);
      const top = at + s.EVENT_PADDING + (index > 0 ? s.DAY_LINE : 0);
      pen.lines('P', time, { x, y: top, style: styles.place });
      const below = pen.lines('P', title, { x: x + s.TIME_WIDTH, y: top, style: styles.event });
      pen.lines('P', where, { x: x + s.TIME_WIDTH, y: below, style: styles.place });
      at += eventHeight(event, { width, isFirst: index === 0 }, measure);
    }
  }
  if (!sheet.events.more) return at;
  const more = oneLineOf(sheet.events.more, styles.place, width, measure);
  return pen.lines('P', [more], { x, y: at + s.EVENT_PADDING, style: styles.place });
}

function drawFoot(page: Page, bottom: number): void {
  const { sheet, paper, pen, measure, width } = page;
  const x = paper.marginX;
  const y = drawDoubleRule(pen, x, bottom + 5 * MM, width) + 3 * MM;
  const columns = s.footColumnsOf(width, sheet.poll !== null);
  if (sheet.poll) {
    const { question, options, note } = pollLines(sheet.poll, columns.poll, measure);
    let at = drawHeading(page, question, { x, y, width: columns.poll });
    for (const lines of options) {
      pen.box(x, at + (styles.option.leading - s.BOX) / 2, s.BOX);
      at = pen.lines('P', lines, { x: x + s.BOX + s.BOX_GAP, y: at, style: styles.option });
    }
    pen.lines('P', note, { x, y: at, style: styles.note });
  }
  drawCode(page, { x: x + width - columns.code, y, width: columns.code });
}

function drawCode(page: Page, place: Place): void {
  const { sheet, pen, measure } = page;
  const top = drawHeading(page, [CODE_TITLE], place);
  const code = qrCodeOf(sheet.url);
  pen.path(code.path, `QR code to ${sheet.host}`, { x: place.x, y: top, scale: s.QR / code.size });
  const x = place.x + s.QR + s.QR_GAP;
  const column = { width: place.width - s.QR - s.QR_GAP, measure };
  const host = breakLines(sheet.host, styles.host, { ...column, most: 3 });
  const text = breakLines(CODE_TEXT, styles.note, { ...column, most: 4 });
  const height = host.length * styles.host.leading + text.length * styles.note.leading;
  const below = pen.lines('P', host, { x, y: top + Math.max(0, (s.QR - height) / 2), style: styles.host });
  pen.lines('P', text, { x, y: below, style: styles.note });
}
