/** Crockford's base 32: without letters that look like digits or like each other. */
export const CODE_LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';

/** 80 random bits: too many to guess, however many attempts. */
export const CODE_LENGTH = 16;

/** How many codes a user gets at once. */
export const CODES_AT_ONCE = 10;

/** The code formatted for people: groups of four. */
export function spellRecoveryCode(code: string): string {
  return code.replace(/(.{4})(?=.)/g, '$1-');
}

/**
 * A code as typed, in any case, with or without hyphens, and with letters mistaken for digits. Undefined when it can't
 * be one.
 */
export function parseRecoveryCode(typed: string): string | undefined {
  if (typed.length > 64) return undefined;
  const code = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return code.length === CODE_LENGTH && [...code].every((letter) => CODE_LETTERS.includes(letter))
    ? code
    : undefined;
}
