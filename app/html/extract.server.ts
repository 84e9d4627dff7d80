import { Parser } from 'htmlparser2';

/** A picture as the lists show it. */
export type TeaserImage = { src: string; alt: string; width: number; height: number };

/** What a list shows of a longer text. `deck` is empty and `image` null when the text has none. */
export type Teaser = { deck: string; image: TeaserImage | null };

const DECK_LENGTH = 160;
const BLOCKS = new Set(['p', 'li', 'div', 'blockquote', 'h2', 'h3', 'h4', 'td', 'th', 'dt', 'dd', 'br', 'tr']);
const SKIPPED = new Set(['figure', 'figcaption', 'table', 'h2', 'h3', 'h4']);

/** The teaser of sanitized HTML: its first words outside headings and pictures, and its first picture. */
export function extractTeaser(html: string): Teaser {
  let text = '';
  let image: TeaserImage | null = null;
  let skipping = 0;
  const parser = new Parser({
    onopentag(name, attributes) {
      if (SKIPPED.has(name)) skipping++;
      if (BLOCKS.has(name)) text += ' ';
      if (name === 'img' && !image) image = imageFrom(attributes);
    },
    ontext(data) {
      if (skipping === 0 && text.length < 4 * DECK_LENGTH) text += data;
    },
    onclosetag(name) {
      if (SKIPPED.has(name)) skipping--;
      if (BLOCKS.has(name)) text += ' ';
    },
  });
  parser.end(html);
  return { deck: shorten(text), image };
}

/** The words of sanitized HTML on one line, without markup. */
export function plainTextOf(html: string): string {
  let text = '';
  const parser = new Parser({
    onopentag: (name) => {
      if (BLOCKS.has(name)) text += ' ';
    },
    ontext: (data) => {
      text += data;
    },
    onclosetag: (name) => {
      if (BLOCKS.has(name)) text += ' ';
    },
  });
  parser.end(html);
  return text.replace(/\s+/g, ' ').trim();
}

function imageFrom({ src = '', alt = '', width, height }: Record<string, string>): TeaserImage | null {
  return src ? { src, alt, width: Number(width) || 1200, height: Number(height) || 800 } : null;
}

/** Cut at a sentence where one ends beyond the first quarter, else at a word, with an ellipsis. */
function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim();
  if (line.length <= DECK_LENGTH) return line;
  const head = line.slice(0, DECK_LENGTH);
  const sentence = Math.max(head.lastIndexOf('. '), head.lastIndexOf('? '), head.lastIndexOf('.” '));
  if (sentence > DECK_LENGTH / 4) return head.slice(0, sentence + 1).trim();
  return `${head.slice(0, head.lastIndexOf(' ')).replace(/[,;:–—-]$/, '')}…`;
}
