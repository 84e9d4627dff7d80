/** The pictures of a sanitized text that stand alone, and what can be done with them. */
import { escapeValue, plainValueOf } from './absolute-html.server.ts';
import { plainTextOf } from './extract.server.ts';
import { figureClasses } from './figure-widths.ts';

/** `block` is its place among the blocks of the text, `width` a value of `figureWidths`. */
export type TextFigure = { block: number; src: string; alt: string; caption: string; width: string };

export type FigureWords = Pick<TextFigure, 'alt' | 'caption' | 'width'>;

const VOID = new Set(['br', 'hr', 'img']);

/** The outermost elements of a text, each with the words that follow it, in order; joined they are the text. */
export function blocksOf(html: string): string[] {
  const blocks: string[] = [];
  let [depth, start] = [0, 0];
  // Output of `sanitize` has no bracket inside of an attribute.
  for (const { 0: tag, 1: end, 2: name = '', index } of html.matchAll(/<(\/)?([a-z0-9]+)[^>]*>/g)) {
    if (depth === 0 && !end && index > start) {
      blocks.push(html.slice(start, index));
      start = index;
    }
    if (end) depth--;
    else if (!VOID.has(name) && !tag.endsWith('/>')) depth++;
  }
  if (start < html.length) blocks.push(html.slice(start));
  return blocks;
}

const ONE_IMAGE = /^(?:(?!<img )[\s\S])*<img ([^>]*)>(?:(?!<img )[\s\S])*$/;
const ALONE = /^<(?:p>\s*<)?img [^>]*>\s*(?:<\/p>)?\s*$/;

/** The figures with one picture, and the pictures that are a block of their own. */
export function listFigures(html: string): TextFigure[] {
  return blocksOf(html).flatMap((text, block) => {
    const [, attributes = ''] = ONE_IMAGE.exec(text) ?? [];
    const isFigure = /^<figure[ >]/.test(text) && !/<(?:table|p|ul|ol|blockquote)[ >]/.test(text);
    const value = (name: string) =>
      plainValueOf(new RegExp(`(?:^| )${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');
    if (attributes === '' || !(isFigure || ALONE.test(text))) return [];
    const given = /^<figure[^>]* class="(\w+)"/.exec(text)?.[1] ?? '';
    const width = isFigure && figureClasses.includes(given) ? given : '';
    const caption = isFigure ? plainTextOf(CAPTION.exec(text)?.[0] ?? '') : '';
    return [{ block, src: value('src'), alt: value('alt'), caption, width }];
  });
}

const CAPTION = /<figcaption[^>]*>[\s\S]*<\/figcaption>/;

/** The text with other words and another width of this picture. A caption that stays the same keeps its markup. */
export function describeFigure(html: string, figure: TextFigure, words: FigureWords): string {
  const caption = words.caption && `<figcaption>${escapeValue(words.caption)}</figcaption>`;
  const width = figureClasses.includes(words.width) ? ` class="${words.width}"` : '';
  return changeBlock(html, figure.block, (text) => {
    const described = text.replace(/<img [^>]*>/, (image) =>
      image.replace(/ alt="[^"]*"/, '').replace(/^<img/, `<img alt="${escapeValue(words.alt)}"`),
    );
    if (!described.startsWith('<figure')) {
      const [image = ''] = /<img [^>]*>/.exec(described) ?? [];
      return caption || width ? `<figure${width}>${image}${caption}</figure>\n` : described;
    }
    const sized = described.replace(/^<figure([^>]*?)(?: class="\w+")?>/, `<figure$1${width}>`);
    if (words.caption === figure.caption) return sized;
    return sized.replace(CAPTION, '').replace('</figure>', () => `${caption}</figure>`);
  });
}

/** The text with another picture in place of this one, with the caption and width of the first. */
export function replaceFigure(html: string, figure: TextFigure, image: string): string {
  return changeBlock(html, figure.block, (text) => text.replace(/<img [^>]*>/, () => image));
}

export function removeFigure(html: string, figure: TextFigure): string {
  return changeBlock(html, figure.block, (text) => text.slice(text.lastIndexOf('>') + 1));
}

/** The text with this picture before the block above it, or after the one below it; unchanged at the end of the text. */
export function moveFigure(html: string, { block }: TextFigure, direction: 'up' | 'down'): string {
  const blocks = blocksOf(html);
  const other = direction === 'up' ? block - 1 : block + 1;
  const [one, two] = [blocks[block], blocks[other]];
  if (one === undefined || two === undefined) return html;
  blocks[block] = two;
  blocks[other] = one;
  return blocks.join('');
}

/** The element of a picture. */
export function imageTag({
  src,
  alt,
  width,
  height,
}: {
  src: string;
  alt: string;
  width: number;
  height: number;
}): string {
  return `<img src="${src}" alt="${escapeValue(alt)}" width="${width}" height="${height}">`;
}

function changeBlock(html: string, block: number, change: (text: string) => string): string {
  return blocksOf(html)
    .map((text, place) => (place === block ? change(text) : text))
    .join('');
}
