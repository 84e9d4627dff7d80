/** Texts as HTML. Nothing that people write gets into an email in another way. */

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** The value of an attribute, without control characters and those that reverse the direction of text. */
export function attribute(value: string): string {
  const plain = value.toWellFormed().replace(/[\u202a-\u202e\u2066-\u2069]|\p{Cc}/gu, '');
  return plain.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** Wider than a phone. Programs may break it after each part: Outlook knows no style for that. Addresses stay whole. */
const LONG_WORD = /(?<![^\s\u200b])(?!https?:\/\/)[^\s\u200b]{25,}/giu;
const PART = /.{8}(?=.)/gsu;

/** The same for text between tags. */
export function text(value: string): string {
  return attribute(value.replace(LONG_WORD, (word) => word.replace(PART, '$&\u200b')));
}
