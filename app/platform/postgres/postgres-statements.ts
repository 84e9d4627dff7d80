/** What the text of a statement reveals. There are few texts: all come from the stores. */

const MAX_KNOWN = 400;

type Known = { isReading: boolean; name: string };

const known = new Map<string, Known>();

/** Whether the statement only reads. When in doubt, false. */
export function isReading(text: string): boolean {
  return find(text)?.isReading ?? judge(text);
}

/** The name under which a connection keeps a reading statement prepared; undefined where it does not pay. */
export function nameOf(text: string): string | undefined {
  const found = find(text);
  return found?.isReading ? found.name : undefined;
}

/** Whether the statement gives the following ones in its transaction more time. */
export function isLifting(text: string): boolean {
  return /^(select set_config\('statement_timeout', '0', true\)|set local statement_timeout )/.test(text);
}

function find(text: string): Known | undefined {
  const found = known.get(text);
  if (found || known.size >= MAX_KNOWN) return found;
  const made = { isReading: judge(text), name: `s${known.size}` };
  known.set(text, made);
  return made;
}

function judge(text: string): boolean {
  return /^\s*(select|with|show)\b/i.test(text) && !/\b(insert|update|delete|merge|truncate)\b/i.test(text);
}
