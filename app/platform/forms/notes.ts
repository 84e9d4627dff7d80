/** A dated note, as its inputs have it: an instant as ISO text, or what was typed. */
export type Note = { date: string; text: string };

/** The inputs of notes have one name: the text and the date of the first, of the second, and so on. */
export function pairNotes(values: string[]): Note[] {
  return Array.from({ length: Math.ceil(values.length / 2) }, (_, place) => ({
    text: values[2 * place] ?? '',
    date: values[2 * place + 1] ?? '',
  }));
}
