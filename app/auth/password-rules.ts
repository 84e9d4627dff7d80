export const LEAST_PASSWORD_LENGTH = 8;
export const LEAST_ADMIN_PASSWORD_LENGTH = 12;
const GREATEST_PASSWORD_LENGTH = 256;

/**
 * What is wrong with a new password, as one sentence for a person; undefined when nothing is. Any characters are
 * allowed and none are demanded; `least` is 12 for the administrator.
 */
export function findPasswordProblem(password: string, least = LEAST_PASSWORD_LENGTH): string | undefined {
  const length = [...password].length;
  if (length < least) return `Use at least ${least} characters`;
  if (length > GREATEST_PASSWORD_LENGTH) return `Use at most ${GREATEST_PASSWORD_LENGTH} characters`;
  return undefined;
}
