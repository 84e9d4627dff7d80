/**
 * A table according to RFC 4180: CRLF, and quotes where needed. Texts that a spreadsheet would run as a formula get a
 * leading ' (R-30), also where it would begin a new cell: spreadsheets of many countries separate cells by semicolons,
 * and then ignore quotation marks within a cell.
 */
export function formatCsv(rows: (string | number)[][]): string {
  return rows.map((row) => `${row.map(fieldOf).join(',')}\r\n`).join('');
}

function fieldOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = value.replace(UNGUARDED, "'");
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The text that `formatCsv` wrote, without the ' before what looks like a formula. */
export function withoutGuard(cell: string): string {
  return cell.replace(GUARDED, '');
}

/** What spreadsheets take for the beginning of a formula, in full width, too; they skip control characters before it. */
const FORMULA = '[=+\\-@\\uff1d\\uff0b\\uff0d\\uff20]';
/**
 * Where a cell begins: the whole text, and what follows a separator. Texts that begin with an apostrophe get another
 * one, so that `withoutGuard` returns every text as it was.
 */
const START = `^(?='*(?:[\\t\\r\\n\\0]|${FORMULA}))|(?<=[;\\t\\r\\n])(?='*\\0*${FORMULA})`;
const UNGUARDED = new RegExp(START, 'g');
const GUARDED = new RegExp(START.replaceAll("(?='*", "'(?='*"), 'g');
