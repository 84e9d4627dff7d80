/**
 * A table according to RFC 4180: CRLF, and quotes where needed. Texts that a spreadsheet would run as a formula get a
 * leading ' (R-30).
 */
export function formatCsv(rows: (string | number)[][]): string {
  return rows.map((row) => `${row.map(fieldOf).join(',')}\r\n`).join('');
}

function fieldOf(value: string | number): string {
  if (typeof value === 'number') return String(value);
  const text = isFormula(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** The text that `formatCsv` wrote, without the ' before what looks like a formula. */
export function withoutGuard(cell: string): string {
  return cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell;
}

function isFormula(text: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: spreadsheets skip them before a formula
  return /^[=+\-@\t\r\n\u0000\uff1d\uff0b\uff0d\uff20]/.test(text);
}
