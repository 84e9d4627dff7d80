/** Crockford's base 32: no letters that look like a digit or like each other. */
export const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 80 random bits: too many to guess, however often somebody tries. */
export const CODE_LENGTH = 16;

/** How many codes a person gets at once. */
export const CODES_AT_ONCE = 10;

/** The code as people read it: groups of four. */
export function spellRecoveryCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-');
}

/**
 * The code that somebody typed in any case, with or without the hyphens, and with letters that were taken for digits.
 * Undefined for what cannot be one.
 */
export function parseRecoveryCode(typed: string): string | undefined {
  if (typed.length > 64) return undefined;
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return code.length === CODE_LENGTH && [...code].every((letter) => CODE_LETTERS.includes(letter))
    ? code
    : undefined;
}
