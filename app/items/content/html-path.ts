/** Fields with HTML that are in an object of the item: 'meeting.agendaText'. */

type Json = Record<string, unknown>;

/** The text of a field; undefined where the object that would have it is missing. */
export function textAt(input: Json, path: string): unknown {
  const [name = '', inner] = path.split('.');
  const value = input[name];
  if (inner === undefined) return value;
  return typeof value === 'object' && value !== null ? (value as Json)[inner] : undefined;
}

/** Replaces the text of a field that `textAt` found. The object that has it is copied. */
export function putTextAt(input: Json, path: string, text: string): void {
  const [name = '', inner] = path.split('.');
  input[name] = inner === undefined ? text : { ...(input[name] as Json), [inner]: text };
}

/** The columns that have these fields. */
export function columnsOfHtml(paths: readonly string[]): string[] {
  return [...new Set(paths.map((path) => path.split('.')[0] ?? ''))];
}

/** The text of a field in an item's row, which has objects as JSON; '' where there is none. */
export function textInRow(row: Json, path: string): string {
  const [name = '', inner] = path.split('.');
  const column = row[name];
  if (inner === undefined) return String(column ?? '');
  const held = typeof column === 'string' ? (JSON.parse(column) as Json) : {};
  return String(held[inner] ?? '');
}
