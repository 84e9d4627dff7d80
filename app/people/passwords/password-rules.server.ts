import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '#app/platform/command-line/project-folder.ts';

export const LEAST_PASSWORD_LENGTH = 8;
export const LEAST_ADMIN_PASSWORD_LENGTH = 12;
const GREATEST_PASSWORD_LENGTH = 256;

export type PasswordRules = {
  /** 12 for the administrator, otherwise 8. */
  least?: number;
  /** The names of site and town: the first things a stranger tries. */
  names?: readonly string[];
};

/**
 * What is wrong with a new password, as one message for the user; undefined when nothing is. All characters are allowed
 * and none are required.
 */
export function findPasswordProblem(
  password: string,
  { least = LEAST_PASSWORD_LENGTH, names = [] }: PasswordRules = {},
): string | undefined {
  // A character is one or two UTF-16 units: a text with more than twice as many units is not even counted.
  const isLong = password.length > 2 * GREATEST_PASSWORD_LENGTH;
  const length = isLong ? Number.POSITIVE_INFINITY : [...password].length;
  if (length < least) return `Use at least ${least} characters`;
  if (length > GREATEST_PASSWORD_LENGTH) return `Use at most ${GREATEST_PASSWORD_LENGTH} characters`;
  if (isCommon(password)) return 'That password is too common. Choose another';
  if (isName(password, names)) return 'Don’t use the name of the site or the town as your password';
  return undefined;
}

let common: Set<string> | undefined;

function isCommon(password: string): boolean {
  common ??= readCommonPasswords();
  return common.has(password.normalize('NFKC').toLowerCase());
}

/** Loaded with the first new password: most processes never need it. */
function readCommonPasswords(): Set<string> {
  const lines = readFileSync(join(projectFolder, 'app/people/passwords/common-passwords.txt'), 'utf8').split(
    '\n',
  );
  return new Set(lines.filter((line) => line && !line.startsWith('#')));
}

/** A name with other spaces, capitals, or digits and signs around it is still the name. */
function isName(password: string, names: readonly string[]): boolean {
  const core = lettersOf(password);
  return core !== '' && names.some((name) => lettersOf(name) === core);
}

function lettersOf(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}]/gu, '');
}
