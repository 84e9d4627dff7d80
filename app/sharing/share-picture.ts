/** What the picture of a shared link says; everything in it can be read on the page it leads to. */
export type SharePicture = {
  section: 'articles' | 'news' | 'events' | 'polls' | 'site';
  siteTitle: string;
  headline: string;
  /** The line at the foot: where and when. */
  foot: string;
  /** The address of the story's own image on this site; undefined where it has none, or one that lies elsewhere. */
  image: string | undefined;
};

/** Width and height of every picture, in pixels, as networks want them. */
export const PICTURE_SIZE = { width: 1200, height: 630 };

const UNDRAWABLE =
  /[^\p{Script=Latin}\p{M}\p{N}\p{P}\p{Zs}$+<=>|~^`€£¥©®°™]|\p{Extended_Pictographic}(?<![\d#*])/gu;
const MOST_LETTERS = 200;

/**
 * The text without what the fonts of the pictures do not have: other scripts than Latin, emoji, control characters. Empty
 * when too little of it is left to be understood.
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
