import fc from 'fast-check';
import { anyCharacter } from './any-character.ts';

const signs = [
  ...['"', '*', '-', '(', ')', ':', '^', '|', '!', '&', "'", '\\', '<->', ' ', '\0'],
  ...['NEAR', 'AND', 'a', 'town', 'é', 'ß', '中', '🎉', '٣', 'ﬁ', 'ʼ', '½', '⑴', 'ﷺ', 'ि', '\u0301'],
];

/** Any search input: the special characters of databases, and any other characters. */
export const anyTyped = fc.oneof(
  fc.array(fc.constantFrom(...signs), { maxLength: 30 }).map((all) => all.join('')),
  fc.string({ unit: anyCharacter, maxLength: 300 }),
);
