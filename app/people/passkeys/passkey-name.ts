/** The longest name of a passkey, in characters. */
export const MAX_PASSKEY_NAME = 60;

/** The name as typed, without extra spaces; undefined when it is empty or too long. */
export function parsePasskeyName(typed: string): string | undefined {
  const name = typed.replace(/\s+/g, ' ').trim();
  return name === '' || name.length > MAX_PASSKEY_NAME ? undefined : name;
}
