import type { PictureWords } from '#app/items/collection/facets.ts';

/** The content of a share image; all of it is also on the page that it leads to. */
export type SharePicture = PictureWords & {
  /** A collection's name, or 'site'. */
  section: string;
  siteTitle: string;
  /** The item's lead picture as a file, instead of `image`. */
  lead?: PictureFile | undefined;
  /** The site's logo as a file, instead of the belfry. */
  logo?: Uint8Array | undefined;
  /** The site's own share image, which is all that is drawn. */
  whole?: PictureFile | undefined;
};

/** A picture of the library as a file, and the point of it that stays in view, 1 to 9. */
export type PictureFile = { bytes: Uint8Array; focalPoint: number };

/** `type` is the image's media type. */
export type DrawnPicture = { bytes: Uint8Array<ArrayBuffer>; type: 'image/png' | 'image/jpeg' };

/** Width and height of every image, in pixels, as social networks require. */
export const PICTURE_SIZE = { width: 1200, height: 630 };

const UNDRAWABLE =
  /[^\p{Script=Latin}\p{M}\p{N}\p{P}\p{Zs}$+<=>|~^`€£¥©®°™]|\p{Extended_Pictographic}(?<![\d#*])/gu;
const MOST_LETTERS = 200;

/**
 * The text without characters that the fonts lack: scripts other than Latin, emoji, control characters. Empty when too
 * little remains.
 */
export function drawableText(text: string): string {
  const left = text
    .normalize('NFC')
    .replace(/\s+/g, ' ')
    .replace(UNDRAWABLE, '')
    .replace(/ {2,}/g, ' ')
    .trim();
  const letters = (all: string) => all.match(/\p{L}/gu)?.length ?? 0;
  if (letters(left) * 2 < letters(text)) return '';
  return left.length > MOST_LETTERS ? `${left.slice(0, MOST_LETTERS).trimEnd()}…` : left;
}
