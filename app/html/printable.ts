/**
 * The text without what neither HTML nor XML 1.0 may hold, written out or as a reference: control characters but tab
 * and line breaks, halves of pairs, and what Unicode says are no characters. (HTML: "control", "noncharacter"; XML 1.0
 * section 2.2.)
 */
export function printable(text: string): string {
  return text.toWellFormed().replace(unprintable, '');
}

const unprintable = /(?![\t\n\r])\p{Cc}|\p{Noncharacter_Code_Point}/gu;
