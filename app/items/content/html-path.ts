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
