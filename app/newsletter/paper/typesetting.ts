/** Breaking text into lines. All lengths are in points. */

/** A font at a size, and the distance between its lines. */
export type Style = { face: Face; size: number; leading: number };

export type Face = 'serif' | 'serif-italic' | 'serif-bold' | 'sans' | 'sans-bold';

/** The width of a text on one line. */
export type Measure = (text: string, face: Face, size: number) => number;

const ELLIPSIS = '…';

/**
 * Text as it can be set on one line: without control characters, line breaks and marks of writing direction, which
 * strangers could hide text with.
 */
export function plainText(text: string): string {
  return text
    .normalize('NFC')
    .replace(/[\p{Cf}\p{Co}\p{Cs}]/gu, '')
    .replace(/[\p{Cc}\p{Z}\s]+/gu, ' ')
    .trim();
}

/**
 * The lines of a text in a column. Words that are wider than the column are broken anywhere. With more than `most` lines
 * the last one ends with an ellipsis.
 */
export function breakLines(
  text: string,
  { face, size }: Style,
  { width, most, measure }: { width: number; most: number; measure: Measure },
): string[] {
  const fits = (line: string) => measure(line, face, size) <= width;
  const lines: string[] = [];
  let line = '';
  for (const word of piecesOf(text.slice(0, 4000), fits)) {
    const longer = line && !word.isJoined ? `${line} ${word.text}` : line + word.text;
    if (line === '' || (!word.isJoined && fits(longer))) {
      line = longer;
      continue;
    }
    lines.push(line);
    line = word.text;
    if (lines.length > most) break;
  }
  if (line) lines.push(line);
  if (lines.length <= most) return lines;
  const kept = lines.slice(0, most);
  return [...kept.slice(0, -1), shorten(kept.at(-1) ?? '', fits)];
}

/** Like `breakLines`, with lines of about the same length, as headlines have them. */
export function balanceLines(
  text: string,
  style: Style,
  column: { width: number; most: number; measure: Measure },
): string[] {
  const lines = breakLines(text, style, column);
  if (lines.length < 2 || lines.length > 4) return lines;
  let [narrow, wide] = [column.width / 2, column.width];
  while (wide - narrow > 2) {
    const width = (narrow + wide) / 2;
    const isEnough = breakLines(text, style, { ...column, width, most: 9 }).length <= lines.length;
    if (isEnough) wide = width;
    else narrow = width;
  }
  return breakLines(text, style, { ...column, width: wide });
}

/** One line, shortened to the width. */
export function oneLineOf(text: string, { face, size }: Style, width: number, measure: Measure): string {
  const fits = (line: string) => measure(line, face, size) <= width;
  return fits(text) ? text : shorten(text.slice(0, 500), fits);
}

function shorten(line: string, fits: (line: string) => boolean): string {
  const letters = [...line];
  while (letters.length > 0 && !fits(letters.join('').trimEnd() + ELLIPSIS)) letters.pop();
  return letters.join('').replace(/[\s.,;:–—-]+$/, '') + ELLIPSIS;
}

type Piece = { text: string /** It continues a word that did not fit on a line. */; isJoined: boolean };

function piecesOf(text: string, fits: (line: string) => boolean): Piece[] {
  return text
    .split(' ')
    .filter(Boolean)
    .flatMap((word) => (fits(word) ? [{ text: word, isJoined: false }] : breakWord(word, fits)));
}

function breakWord(word: string, fits: (line: string) => boolean): Piece[] {
  const pieces: Piece[] = [];
  let piece = '';
  for (const letter of word) {
    if (piece && !fits(piece + letter)) {
      pieces.push({ text: piece, isJoined: pieces.length > 0 });
      piece = '';
    }
    piece += letter;
  }
  return [...pieces, { text: piece, isJoined: pieces.length > 0 }];
}
