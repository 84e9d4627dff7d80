/** How words are compared: the same for indexed and typed text, on both databases. */

/** Latin letters that don't decompose to ASCII, and how people type them without such keys. */
const unfoldedLetters: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  đ: 'd',
  ð: 'd',
  ł: 'l',
  þ: 'th',
  ħ: 'h',
  ı: 'i',
};

const UNFOLDED = new RegExp(`[${Object.keys(unfoldedLetters).join('')}]`, 'g');

/** The same text of lower-case letters with all of them replaced. */
export function unfoldLetters(text: string): string {
  return text.replace(UNFOLDED, (letter) => unfoldedLetters[letter] ?? letter);
}

/**
 * Lower case, compatibility forms as plain letters (ﬁ is fi, full-width Ａ is a), Latin letters without diacritics. In
 * other scripts, marks make different letters or syllables, and stay. Can be 18 times as long as `text` (NFKC).
 */
export function foldText(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  return unfoldLetters(text.normalize('NFKC').toLowerCase())
    .replaceAll('ς', 'σ')
    .normalize('NFD')
    .replace(/(?<=\p{Script=Latin})[\u0300-\u036f]+/gu, '')
    .normalize('NFC');
}

/** Punctuation that folding does not change: it separates words. */
const PUNCTUATION = /[\u2010-\u2023\u2030-\u2038]+/g;

/** Most texts are: they are folded ten times as fast. */
function isAscii(text: string): boolean {
  return !/\P{ASCII}/u.test(text);
}

/** The words of a text, folded: letters and digits with their marks. */
export function wordsOf(text: string): string[] {
  const plain = text.replace(PUNCTUATION, ' ');
  if (isAscii(plain)) return plain.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  return foldText(text).match(/[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu) ?? [];
}
