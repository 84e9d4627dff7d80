/** An edition as plain text: not the HTML without its tags, but a layout of its own. */

import type { Block, Edition, EventDay } from '#app/newsletter/issues/edition.ts';
import { plainLine } from '#app/platform/mail/plain-line.ts';
import { briefOf, type ShortEdition } from './email-limits.ts';
import type { EmailLinks, EmailSite } from './email-markup.ts';

/** The maximum width of a line, in columns. Only an address can be longer: it must stay whole. */
export const COLUMNS = 72;

const STRONG = '='.repeat(COLUMNS);
const LINE = '-'.repeat(COLUMNS);
/** Between sections. */
const RULE = ['', LINE, ''];

/** The whole text. Addresses are on lines of their own. Lines end with LF. */
export function renderText(edition: ShortEdition, site: EmailSite, links: EmailLinks): string {
  const address = (path: string) => `${site.url}${path}`;
  const head = [
    ...wrap(edition.title),
    ...wrap(`${edition.town}, ${edition.date}`),
    ...(links.webUrl ? ['On the web:', links.webUrl] : []),
    STRONG,
  ];
  const note = edition.note === '' ? [] : [...paragraphs(edition.note), LINE];
  const brief = briefOf(edition.blocks);
  const body = edition.blocks.flatMap((block, index) => {
    const before = edition.blocks[index - 1];
    if (!brief.has(block) || block.kind !== 'story')
      return [...(index === 0 ? [] : RULE), ...sectionOf(block, address)];
    const head = before && brief.has(before) ? [''] : [...RULE, 'Also new', ''];
    return [...head, ...briefLines(block, address)];
  });
  const { moreItems: more } = edition;
  const rest = more > 0 ? [...RULE, `${more} more on the site:`, links.webUrl ?? site.url] : [];
  return `${[...head, '', ...note, ...(note.length > 0 ? [''] : []), ...body, ...rest, '', ...footer(edition, links)].join('\n')}\n`;
}

/** Its title and source. */
function briefLines(
  { title, source, path }: Extract<Block, { kind: 'story' }>,
  address: (path: string) => string,
): string[] {
  return [...wrap(`* ${title}${source ? ` (${source})` : ''}`, '', '  '), `  ${address(path)}`];
}

function sectionOf(block: Block, address: (path: string) => string): string[] {
  switch (block.kind) {
    case 'events':
      return eventLines(block, address);
    case 'poll':
      return [
        block.isOpen ? 'One question' : 'Poll result',
        '',
        ...wrap(block.title),
        ...wrap(block.turnout || block.time, '  '),
        ...block.results.flatMap(({ text, share, votes }) =>
          wrap(`${share}  ${text} (${votes})`, '  ', '       '),
        ),
        `  ${block.isOpen ? 'Vote' : 'See the poll'}:`,
        `  ${address(block.path)}`,
      ];
    case 'correction':
      return [
        block.corrections.length > 1 ? 'Corrections' : 'Correction',
        '',
        ...wrap(block.title),
        ...block.corrections.flatMap(({ text }) => wrap(text, '  ')),
        `  ${address(block.path)}`,
      ];
    default:
      return [
        ...wrap(block.title),
        ...(block.source ? wrap(`From ${block.source}`, '  ') : []),
        ...wrap(block.deck, '  '),
        `  ${address(block.path)}`,
      ];
  }
}

function eventLines(block: Extract<Block, { kind: 'events' }>, address: (path: string) => string): string[] {
  const more = block.more > 0 ? ['', `And ${block.more} more:`, address(block.path)] : [];
  return [...wrap(block.title), ...block.days.flatMap((day) => ['', ...dayLines(day, address)]), ...more];
}

function dayLines({ weekday, date, events }: EventDay, address: (path: string) => string): string[] {
  return [
    ...wrap(`${weekday}, ${date}`),
    ...events.flatMap(({ title, status, time, place, note, source, path }) => [
      ...wrap(`* ${status ? `${status}: ` : ''}${title}`, '  ', '    '),
      ...wrap([time, place].filter(Boolean).join(', '), '    '),
      ...wrap(note, '    '),
      ...(source ? wrap(`From ${source}`, '    ') : []),
      `    ${address(path)}`,
    ]),
  ];
}

/** After the mark of RFC 3676, email programs show small print. */
function footer(
  { town, postalAddress }: Edition,
  { unsubscribeUrl, preferencesUrl, isTest }: EmailLinks,
): string[] {
  const reason = isTest
    ? `This is a test that an administrator of ${town} sent.`
    : `You’re getting this because you asked for community updates from ${town}.`;
  return [
    '-- ',
    ...wrap(reason),
    ...(unsubscribeUrl ? ['Unsubscribe:', unsubscribeUrl] : []),
    ...(preferencesUrl ? ['Change what you get:', preferencesUrl] : []),
    ...wrap(postalAddress),
  ];
}

function paragraphs(note: string): string[] {
  const lines = note.split(/\n{2,}/).map((paragraph) => paragraph.split('\n').flatMap((line) => wrap(line)));
  return lines.flatMap((paragraph) => [...paragraph, '']);
}

/** The text on lines of at most `COLUMNS` columns, the first after `first`, the others after `rest`. */
function wrap(text: string, first = '', rest = first): string[] {
  const words = plainLine(text, 10_000).split(' ').flatMap(piecesOf).filter(Boolean);
  const lines: string[] = [];
  let line = '';
  for (const word of words) {
    const indent = lines.length === 0 ? first : rest;
    if (line !== '' && widthOf(indent) + widthOf(line) + 1 + widthOf(word) > COLUMNS) {
      lines.push(indent + line);
      line = word;
    } else line = line === '' ? word : `${line} ${word}`;
  }
  return line === '' ? lines : [...lines, (lines.length === 0 ? first : rest) + line];
}

/** The longest indent and what is left of a line after it. */
const WORD_COLUMNS = COLUMNS - 8;

/** A word that is too long for a line, in pieces that are not. */
function piecesOf(word: string): string[] {
  if (widthOf(word) <= WORD_COLUMNS) return [word];
  const pieces: string[] = [];
  let piece = '';
  for (const { segment } of graphemes.segment(word)) {
    if (piece !== '' && widthOf(piece + segment) > WORD_COLUMNS) {
      pieces.push(piece);
      piece = '';
    }
    piece += segment;
  }
  return [...pieces, piece];
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Characters that terminals and email programs show two columns wide. */
const WIDE =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Emoji_Presentation}\u3000-\u303f\uff00-\uff60]/u;

/** Marks, joiners and wide characters: without them, each code point takes one column. */
const isUneven = new RegExp(`[\\p{M}\\u200d\\ufe0f]|${WIDE.source}`, 'u');

/** How many columns a text takes. */
export function widthOf(text: string): number {
  if (!isUneven.test(text)) return [...text].length;
  return [...graphemes.segment(text)].reduce((sum, { segment }) => sum + (WIDE.test(segment) ? 2 : 1), 0);
}
