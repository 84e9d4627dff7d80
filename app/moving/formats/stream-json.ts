/** Reads the records of a JSON document of any size, one at a time. */
import { MOST_NESTING, MOST_RECORD } from './format.ts';

/** Keys and positions from the root to a value: `['users', 3]`. */
export type JsonPath = readonly (string | number)[];

/** A record, or why it can't be read; after 'truncated' and 'broken' nothing follows. */
export type JsonRecord =
  | { path: JsonPath; value: unknown; problem?: undefined }
  | { path: JsonPath; problem: 'too-large' | 'too-deep' | 'invalid' | 'truncated' | 'broken' };

/**
 * The values of a document for which `isRecord` says yes, outermost first: nothing inside one is looked at. Everything
 * else is skipped in constant memory, so what is above records must be asked for by its path. A record that is not JSON,
 * is larger than MOST_RECORD or nests deeper than MOST_NESTING is reported and the next one is read. Time grows with the
 * length of the text. Keys may repeat; `path` is a copy.
 */
export async function* streamJson(
  text: AsyncIterable<string>,
  isRecord: (path: JsonPath) => boolean,
): AsyncGenerator<JsonRecord> {
  const scanner = new Scanner(isRecord);
  for await (const piece of text) {
    yield* scanner.take(piece);
    if (scanner.isBroken) return;
  }
  yield* scanner.end();
}

type Open = { isList: boolean; key: string | number; expects: 'key' | 'colon' | 'value' | 'comma' };

/** A record that is being read. `depth` counts its open brackets. */
type OpenRecord = { path: JsonPath; text: string; depth: number; problem?: 'too-large' | 'too-deep' };

/** Deeper, a document has no records for which it would be worth the memory. */
const MOST_DEPTH = 1000;

const LITERAL = /[^\s,\]}:"[{]/;

class Scanner {
  isBroken = false;
  readonly #isRecord: (path: JsonPath) => boolean;
  readonly #open: Open[] = [];
  #hasRoot = false;
  #record: OpenRecord | undefined;
  #text: 'key' | 'value' | undefined;
  #escaped = false;
  #key = '';

  constructor(isRecord: (path: JsonPath) => boolean) {
    this.#isRecord = isRecord;
  }

  *take(piece: string): Generator<JsonRecord> {
    let at = 0;
    while (at < piece.length && !this.isBroken) {
      if (this.#text) at = this.#takeText(piece, at);
      else if (this.#record) at = yield* this.#takeRecord(piece, at);
      else at = yield* this.#takeMark(piece, at);
    }
  }

  *end(): Generator<JsonRecord> {
    if (this.#record?.depth === 0 && !this.#text && this.#open.length === 0)
      yield this.#finished(this.#record);
    if (this.#open.length > 0 || this.#record || this.#text || !this.#hasRoot)
      yield { path: this.#record?.path ?? this.#path(), problem: 'truncated' };
  }

  /** Inside quotation marks, up to the one that closes. Returns where to go on. */
  #takeText(piece: string, from: number): number {
    let at = from;
    if (this.#escaped) {
      this.#escaped = false;
      at++;
    }
    for (; at < piece.length; at++) {
      const next = nextOf(piece, at);
      if (next < 0) at = piece.length;
      else if (piece[next] === '\\') {
        at = next + 1;
        if (at >= piece.length) this.#escaped = true;
      } else {
        this.#keepText(piece.slice(from, next + 1));
        this.#endText();
        return next + 1;
      }
    }
    this.#keepText(piece.slice(from));
    return piece.length;
  }

  #keepText(text: string): void {
    if (this.#record) this.#keep(text);
    else if (this.#text === 'key' && this.#key.length <= MOST_RECORD) this.#key += text;
  }

  #endText(): void {
    const open = this.#open.at(-1);
    if (!this.#record && open && this.#text === 'key') {
      open.key = keyOf(this.#key);
      open.expects = 'colon';
    }
    this.#text = undefined;
  }

  #keep(text: string): void {
    const record = this.#record;
    if (!record || record.problem) return;
    if (record.text.length + text.length > MOST_RECORD) {
      record.problem = 'too-large';
      record.text = '';
    } else record.text += text;
  }

  /** Inside a record, up to its next bracket, quotation mark or end. */
  *#takeRecord(piece: string, from: number): Generator<JsonRecord, number> {
    const record = this.#record as OpenRecord;
    MARK.lastIndex = from;
    for (let mark = MARK.exec(piece); mark; mark = MARK.exec(piece)) {
      const { 0: character, index } = mark;
      if (character === '"') {
        this.#keep(piece.slice(from, index + 1));
        this.#text = 'value';
        return index + 1;
      }
      if (character === '{' || character === '[') {
        record.depth++;
        if (record.depth > MOST_NESTING) record.problem ??= 'too-deep';
      } else if (record.depth === 0) {
        // A comma or the bracket of what is around it: not part of it.
        this.#keep(piece.slice(from, index));
        yield this.#finished(record);
        return index;
      } else if (character !== ',' && --record.depth === 0) {
        this.#keep(piece.slice(from, index + 1));
        yield this.#finished(record);
        return index + 1;
      }
    }
    this.#keep(piece.slice(from));
    return piece.length;
  }

  #finished({ path, text, problem }: OpenRecord): JsonRecord {
    this.#record = undefined;
    this.#hasRoot = true;
    if (problem) return { path, problem };
    try {
      return { path, value: JSON.parse(text) };
    } catch {
      return { path, problem: 'invalid' };
    }
  }

  /** Between records. */
  *#takeMark(piece: string, at: number): Generator<JsonRecord, number> {
    const character = piece[at] as string;
    if (/\s/.test(character)) return at + 1;
    const open = this.#open.at(-1);
    if (open ? open.expects === 'value' && character !== ']' : !this.#hasRoot) {
      if (this.#open.length < MOST_DEPTH) return this.#beginValue(piece, at);
      this.isBroken = true;
    }
    if (this.isBroken) {
      // Reported below.
    } else if (character === '"' && open?.expects === 'key') {
      this.#text = 'key';
      this.#key = '"';
    } else if (character === ':' && open?.expects === 'colon') open.expects = 'value';
    else if (character === ',' && open) this.#next(open);
    else if ((character === ']' || character === '}') && open) this.#open.pop();
    else if (open?.expects !== 'comma' || !LITERAL.test(character)) this.isBroken = true;
    if (this.isBroken) yield { path: this.#path(), problem: 'broken' };
    return at + 1;
  }

  #next(open: Open): void {
    if (open.isList) open.key = Number(open.key) + 1;
    open.expects = open.isList ? 'value' : 'key';
  }

  /** The first character of a value. */
  #beginValue(piece: string, at: number): number {
    const path = this.#path();
    const character = piece[at] as string;
    const open = this.#open.at(-1);
    if (open) open.expects = 'comma';
    if (this.#isRecord(path)) {
      this.#record = { path, text: '', depth: 0 };
      return at;
    }
    this.#hasRoot = true;
    if (character === '"') {
      this.#text = 'value';
      return at + 1;
    }
    if (character === '{' || character === '[') {
      const isList = character === '[';
      this.#open.push({ isList, key: isList ? 0 : '', expects: isList ? 'value' : 'key' });
    }
    return at + 1;
  }

  #path(): JsonPath {
    return this.#open.map(({ key }) => key);
  }
}

const MARK = /["{}[\],]/g;
const TEXT_MARK = /["\\]/g;

function nextOf(piece: string, at: number): number {
  TEXT_MARK.lastIndex = at;
  return TEXT_MARK.exec(piece)?.index ?? -1;
}

function keyOf(text: string): string {
  try {
    return String(JSON.parse(text));
  } catch {
    return text.slice(1, -1);
  }
}
