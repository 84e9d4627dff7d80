import { escapeValue, plainValueOf } from './absolute-html.server.ts';
import { plainTextOf } from './extract.server.ts';

/** A picture of a text. `caption` is that of a figure with no other picture; '' without one. */
export type TextPicture = { address: string; alt: string; caption: string };

/** The address of a picture on this site, and the size of that file in pixels. */
export type PictureCopy = { src: string; width: number; height: number };

const PICTURE = /<img src="([^"]*)"([^>]*)>/g;

/** All pictures, in their order. */
export function listTextPictures(html: string): TextPicture[] {
  const captions = captionsOf(html);
  return [...html.matchAll(PICTURE)].map(({ 1: address = '', 2: rest = '', index }) => ({
    address: plainValueOf(address),
    alt: plainValueOf(/ alt="([^"]*)"/.exec(rest)?.[1] ?? ''),
    caption: captions.get(index) ?? '',
  }));
}

/** The captions of figures with one picture, by the place of that picture. */
function captionsOf(html: string): Map<number, string> {
  const captions = new Map<number, string>();
  for (const { 0: figure, index } of html.matchAll(/<figure[ >][\s\S]*?<\/figure>/g)) {
    const [only, other] = figure.matchAll(PICTURE);
    const caption = /<figcaption[^>]*>([\s\S]*?)<\/figcaption>/.exec(figure)?.[1];
    if (only && !other && caption) captions.set(index + only.index, plainTextOf(caption));
  }
  return captions;
}

/** The HTML with the copies in place of the pictures with these addresses. Sanitize it before it is stored. */
export function replaceTextPictures(html: string, copies: Map<string, PictureCopy>): string {
  return html.replace(PICTURE, (tag, address: string, rest: string) => {
    const copy = copies.get(plainValueOf(address));
    if (!copy) return tag;
    const others = rest.replace(/ (?:width|height)="[^"]*"/g, '');
    return `<img src="${escapeValue(copy.src)}" width="${copy.width}" height="${copy.height}"${others}>`;
  });
}

/** The HTML without figures of which only the caption is left. */
export function withoutEmptyFigures(html: string): string {
  return html.replace(
    /<figure[^>]*>\s*(?:<figcaption[^>]*>(?:(?!<\/figcaption>).)*<\/figcaption>\s*)?<\/figure>/gs,
    '',
  );
}
