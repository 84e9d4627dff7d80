/**
 * The text without characters that HTML or XML 1.0 forbid, written out or as a reference: control characters except tab
 * and line breaks, lone surrogates, and noncharacters. (HTML: "control", "noncharacter"; XML 1.0 section 2.2.) Controls
 * from U+0080 to U+009F are bytes of windows-1252 that someone took for Latin-1, and become its characters, as in
 * references of HTML.
 */
export function printable(text: string): string {
  return text
    .toWellFormed()
    .replace(unprintable, (character) => windows1252[character.charCodeAt(0) - 0x80]?.trim() ?? '');
}

const unprintable = /(?![\t\n\r])\p{Cc}|\p{Noncharacter_Code_Point}/gu;

/** From U+0080 on; a space where windows-1252 has no character, either. (HTML: numeric character reference end state.) */
const windows1252 = '€ ‚ƒ„…†‡ˆ‰Š‹Œ Ž  ‘’“”•–—˜™š›œ žŸ';
