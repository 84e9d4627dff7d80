/** Lines of RFC 5545: texts escaped, folded at 75 octets, ended by CR LF. */

const MAX_OCTETS = 75;

/**
 * A property with a text value (RFC 5545, section 3.3.11), folded. Control characters, which calendars forbid, are left
 * out; lone surrogates become U+FFFD.
 */
export function formatText(name: string, text: string): string {
  return formatLine(`${name}:${escapeText(text)}`);
}

/** A line that needs no escaping, folded between characters (RFC 5545, section 3.1), with its end. */
export function formatLine(line: string): string {
  if (Buffer.byteLength(line) <= MAX_OCTETS) return `${line}\r\n`;
  const octets = Buffer.from(line);
  const pieces: string[] = [];
  for (let from = 0; from < octets.length; ) {
    // Each piece except the first begins with a space, which counts.
    const to = endOfPiece(octets, from + (from === 0 ? MAX_OCTETS : MAX_OCTETS - 1));
    pieces.push(octets.toString('utf8', from, to));
    from = to;
  }
  return `${pieces.join('\r\n ')}\r\n`;
}

/** The last position at or before `to` at which a character begins. */
function endOfPiece(octets: Buffer, to: number): number {
  if (to >= octets.length) return octets.length;
  let end = to;
  while (((octets[end] as number) & 0xc0) === 0x80) end--;
  return end;
}

function escapeText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replaceAll('\t', ' ')
    .replace(/(?!\n)\p{Cc}/gu, '')
    .replace(/[\\;,]/g, '\\$&')
    .replaceAll('\n', '\\n');
}
