/**
 * The text on one line, for headers and lists: line breaks, NUL, other control characters and separators that some
 * program takes for a line break (U+2028, U+2029, U+0085) become spaces, so that no text can add a header.
 * Characters that reverse the direction of text are dropped. Cut at `most` characters.
 */
export function plainLine(text: string, most = 200): string {
  const line = text
    .replace(/[\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  const characters = [...line.toWellFormed()];
  return characters.length > most ? `${characters.slice(0, most - 1).join('')}…` : line.toWellFormed();
}

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Text for the HTML of an email, also in the value of an attribute. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
