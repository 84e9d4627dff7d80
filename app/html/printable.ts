/**
 * The text without characters that HTML or XML 1.0 forbid, written out or as a reference: control characters except tab
 * and line breaks, lone surrogates, and noncharacters. (HTML: "control", "noncharacter"; XML 1.0 section 2.2.)
 */
export function printable(text: string): string {
  return text.toWellFormed().replace(unprintable, '');
}

const unprintable = /(?![\t\n\r])\p{Cc}|\p{Noncharacter_Code_Point}/gu;
