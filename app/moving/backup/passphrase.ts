const LEAST_WORDS = 5;
const LEAST_CHARACTERS = 20;

/**
 * Why a passphrase is too weak for a file that anyone may copy and try to open for years, as a sentence without a
 * period; undefined for a strong one. Words are separated by spaces, hyphens or other punctuation.
 */
export function findPassphraseProblem(passphrase: string): string | undefined {
  const words = passphrase.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];
  if (passphrase.length > 1000) return 'Use at most 1,000 characters';
  if (new Set(words).size < LEAST_WORDS || words.join('').length < LEAST_CHARACTERS)
    return 'Use a passphrase of five different words or more';
  return undefined;
}
