const KEY_LENGTH = 200;

/**
 * The key by which a list is sorted case-insensitively: compared byte by byte it gives the same order in every
 * database. Made of the first 200 characters, so that a cursor that carries it stays short.
 */
export function sortKeyOf(text: string): string {
  const key = text.normalize('NFC').toLocaleLowerCase('en').normalize('NFC');
  return Array.from(key).slice(0, KEY_LENGTH).join('');
}
