/** Latin letters that decomposing does not make ASCII, and how people write them who have no key for them. */
export const unfoldedLetters: Readonly<Record<string, string>> = {
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

/** The same text of small letters with all of them written so. */
export function unfoldLetters(text: string): string {
  return text.replace(UNFOLDED, (letter) => unfoldedLetters[letter] ?? letter);
}
