import { Parser } from 'htmlparser2';

/** A picture as lists show it. */
export type TeaserImage = { src: string; alt: string; width: number; height: number };

/** What a list shows of a longer text. `deck` is empty and `image` null when the text has none. */
export type Teaser = { deck: string; image: TeaserImage | null };

const DECK_LENGTH = 160;
const SMALLEST_PICTURE = 100;

/** Not part of the running text. */
const asides = new Set(['figure', 'figcaption', 'table', 'h2', 'h3', 'h4']);

/** Inline: does not end a block. */
const inLine = new Set(['br', 'img']);

/** All others end a word. */
const inline = new Set(
  'a abbr b cite code del em i ins mark q s small span strong sub sup time u'.split(' '),
);

/**
 * The teaser of sanitized HTML: the text of its first block (paragraph, list item …) outside headings, figures and
 * tables, at most 160 characters and an ellipsis, and its first picture that is larger than an icon.
 */
export function extractTeaser(html: string): Teaser {
  let image: TeaserImage | null = null;
  const text = readText(html, {
    skipped: asides,
    onlyFirstBlock: true,
    // Abbreviations and white space at the cut need a little more than what is shown.
    maxLength: 2 * DECK_LENGTH,
    onImage(attributes) {
      image ??= imageFrom(attributes);
    },
  });
  return { deck: shorten(text.trim()), image };
}

/** A tag, also an incomplete one: in sanitized HTML `<` begins nothing else. */
const TAG = /<\/?([a-z0-9]*)[^>]*(?:>|$)/gi;

/** The only entities in sanitized HTML. */
const entities: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', nbsp: ' ' };

/** The text of sanitized HTML on one line, without markup. It may be cut off anywhere. */
export function plainTextOf(html: string): string {
  return withoutTags(html, ' ').replace(/\s+/g, ' ').trim();
}

/** The same with a line for each block, such as a paragraph, and none that is empty. */
export function plainLinesOf(html: string): string {
  const lines = withoutTags(html.replace(/\s+/g, ' '), '\n').split('\n');
  return lines
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

function withoutTags(html: string, between: string): string {
  return html
    .replace(TAG, (_tag, name: string) => (inline.has(name.toLowerCase()) ? '' : between))
    .replace(/&(amp|lt|gt|quot|nbsp);/g, (_entity, name: string) => entities[name] ?? ' ');
}

type Attributes = Record<string, string>;

type ReadOptions = {
  skipped: Set<string>;
  maxLength?: number;
  onlyFirstBlock?: boolean;
  onImage?: (attributes: Attributes) => void;
};

function readText(
  html: string,
  { skipped, maxLength = Number.POSITIVE_INFINITY, onlyFirstBlock = false, onImage }: ReadOptions,
): string {
  let text = '';
  // Tracked separately: reading a string that is still being concatenated copies all of it.
  let isAfterSpace = true;
  let skipping = 0;
  let isComplete = false;
  function append(data: string): void {
    if (skipping > 0 || isComplete || text.length >= maxLength) return;
    const words = data.replace(/\s+/g, ' ');
    const added = isAfterSpace ? words.trimStart() : words;
    if (added === '') return;
    text += added;
    isAfterSpace = added.endsWith(' ');
  }
  function endWord(name: string): void {
    if (inline.has(name)) return;
    append(' ');
    if (onlyFirstBlock && text !== '' && !inLine.has(name)) isComplete = true;
  }
  const parser = new Parser({
    onopentag(name, attributes) {
      endWord(name);
      if (name === 'img') onImage?.(attributes);
      if (skipped.has(name)) skipping++;
    },
    ontext: append,
    onclosetag(name) {
      if (skipped.has(name)) skipping--;
      endWord(name);
    },
  });
  parser.end(html);
  return text;
}

function imageFrom({ src = '', alt = '', width, height }: Attributes): TeaserImage | null {
  const size = { width: Number(width) || 1200, height: Number(height) || 800 };
  if (src === '' || Math.min(size.width, size.height) < SMALLEST_PICTURE) return null;
  return { src, alt, ...size };
}

/**
 * The beginning of a line without markup. Cut after a sentence if one ends beyond the first quarter, otherwise after a
 * word, with an ellipsis.
 */
export function shorten(line: string): string {
  if (line.length <= DECK_LENGTH) return line;
  const head = line.slice(0, DECK_LENGTH + 1);
  const end = Math.max(0, ...[...head.matchAll(sentenceEnd)].map((match) => match.index + match[0].length));
  if (end > DECK_LENGTH / 4) return head.slice(0, end);
  const space = head.lastIndexOf(' ');
  // A text without spaces must not be cut within a surrogate pair.
  const words = space > 0 ? head.slice(0, space) : head.slice(0, DECK_LENGTH).replace(/[\ud800-\udbff]$/, '');
  return `${words.replace(/[\s.,;:–—-]+$/, '')}…`;
}

/** Not after an initial or an abbreviation: 7 a.m., J. Smith, St. Mary. */
const sentenceEnd = /(?<!(?<!\p{L})(?:\p{L}|Mr|Mrs|Ms|Dr|St|Rd|Ave|No|Jr|Sr|vs))[.!?…][”’"')\]]*(?= )/gu;
