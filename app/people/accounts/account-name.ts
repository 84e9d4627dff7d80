/** Longer names fit neither a byline nor the lists of the admin. */
const MOST_CHARACTERS = 80;

/**
 * Control characters, line separators, and characters that can't be seen or reverse the direction of text, with which a
 * name could look like another. The two joiners stay: some scripts need them.
 */
const REFUSED = /(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

/**
 * The name that someone typed, trimmed and with single spaces; null when there is none. Otherwise what is wrong with it,
 * as a message for the user. It is plain text, and never an address, which would look like another account's.
 */
export function parseAccountName(typed: string): { name: string | null } | { problem: string } {
  const line = typed.trim();
  if (REFUSED.test(line)) return { problem: 'Remove the control characters' };
  const name = line.replace(/\s+/g, ' ').normalize('NFC');
  if (name === '') return { name: null };
  if ([...name].length > MOST_CHARACTERS) return { problem: `Use at most ${MOST_CHARACTERS} characters` };
  if (name.includes('@')) return { problem: 'Enter a name, not an email address' };
  return /\p{L}/u.test(name) ? { name } : { problem: 'Use at least one letter' };
}

/** What is wrong with a typed name; undefined if nothing is. */
export function findNameProblem(typed: string): string | undefined {
  const parsed = parseAccountName(typed);
  return 'problem' in parsed ? parsed.problem : undefined;
}

/** The name as stored; null for none, and for one that can't be used. */
export function readAccountName(typed: string | undefined): string | null {
  const parsed = parseAccountName(typed ?? '');
  return 'problem' in parsed ? null : parsed.name;
}
