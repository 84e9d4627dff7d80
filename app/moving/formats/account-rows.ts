/**
 * The rows of a CSV file of `firebase auth:export`. Its exporter has a mistake: in a column with JSON, a quotation mark
 * after a backslash is not doubled. So a cell that begins with a brace goes on after such a mark.
 */
import { linesOf } from './text-lines.ts';

/** A row; without `cells` one that can't be divided into them, or lacks some. `line` is that on which it begins, counted from 1. */
type AccountRow = { line: number; cells?: string[] };

/** A longer row has a quotation mark that nothing closes. */
const MOST_ROW = 64 * 1024;

/** A uid, an email address, and whether it is verified: nothing that a name contains. */
const NEW_ROW = /^[\w-]{20,128},[^,"]{0,320},(true|false),/;

/** Up to what says whether the account is disabled, and its claims. */
const LEAST_CELLS = 28;

/** Each row once, in time that grows with the length of the text. What follows a broken row is read. */
export async function* readAccountRows(text: AsyncIterable<string>): AsyncGenerator<AccountRow> {
  let row: Row | undefined;
  let line = 0;
  let columns: number | undefined;
  const finish = (finished: Row): AccountRow => {
    const read = finished.finished(columns);
    columns ??= read.cells?.length;
    return read;
  };
  let end = '';
  const noted = async function* () {
    for await (const piece of text) {
      end = piece.at(-1) ?? end;
      yield piece;
    }
  };
  for await (const written of linesOf(noted(), MOST_ROW)) {
    line++;
    if (row?.isOpen && !NEW_ROW.test(written) && row.length + written.length <= MOST_ROW)
      row.add(`\n${written}`);
    else {
      if (row) yield finish(row);
      row = new Row(line);
      row.add(written);
    }
  }
  // Nothing says how many cells the only row must have: one without its line break was cut off.
  const isCut = columns === undefined && end !== '\n';
  if (row) yield isCut ? { line: row.line } : finish(row);
}

class Row {
  /** Whether a quotation mark is open. */
  isOpen = false;
  length = 0;
  readonly line: number;
  readonly #cells: string[] = [];
  #cell = '';
  #isQuoted = false;
  #isJson = false;

  constructor(line: number) {
    this.line = line;
  }

  add(text: string): void {
    this.length += text.length;
    for (let at = 0; at < text.length; )
      at = this.isOpen ? this.#takeQuoted(text, at) : this.#takePlain(text, at);
  }

  /** Up to the next comma, or a quotation mark that begins a cell. Returns where to go on. */
  #takePlain(text: string, from: number): number {
    if (text[from] === '"' && this.#cell === '' && !this.#isQuoted) {
      this.isOpen = this.#isQuoted = true;
      return from + 1;
    }
    const comma = text.indexOf(',', from);
    this.#cell += text.slice(from, comma < 0 ? text.length : comma);
    if (comma < 0) return text.length;
    this.#endCell();
    return comma + 1;
  }

  /** Up to the next quotation mark, and that. Returns where to go on. */
  #takeQuoted(text: string, from: number): number {
    if (this.#cell === '') this.#isJson = text[from] === '{';
    const mark = text.indexOf('"', from);
    this.#cell += text.slice(from, mark < 0 ? text.length : mark);
    if (mark < 0) return text.length;
    const isEscaped = this.#isJson && text[mark - 1] === '\\';
    const isDoubled = !isEscaped && text[mark + 1] === '"';
    if (isEscaped || isDoubled) this.#cell += '"';
    else this.isOpen = false;
    return mark + (isDoubled ? 2 : 1);
  }

  #endCell(): void {
    this.#cells.push(this.#cell);
    this.#cell = '';
    this.#isQuoted = this.#isJson = false;
  }

  /** `columns`: as many cells as the rows before it have, because one that was cut off lacks the last ones. */
  finished(columns: number | undefined): AccountRow {
    this.#endCell();
    const count = this.#cells.length;
    const isWhole = !this.isOpen && this.length <= MOST_ROW && count >= (columns ?? LEAST_CELLS);
    return isWhole ? { line: this.line, cells: this.#cells } : { line: this.line };
  }
}
