/** Reads a JSON array one record at a time: a file may be larger than memory. */
import { createReadStream } from 'node:fs';

const MAX_RECORD_LENGTH = 16 * 1024 * 1024;

/** The file is not a JSON array of records. The message completes 'FILE cannot be read: …'. */
export class JsonRecordsError extends Error {
  override name = 'JsonRecordsError';
}

/** The records of the array in `file`, in order. Throws JsonRecordsError where the file stops being one. */
export async function* readRecords(file: string): AsyncGenerator<unknown> {
  const splitter = new ArraySplitter();
  const decoder = new TextDecoder('utf-8', { fatal: true });
  for await (const chunk of createReadStream(file)) {
    for (const text of splitter.take(decode(decoder, chunk as Buffer))) yield parseRecord(text, splitter);
  }
  for (const text of splitter.take(decode(decoder, undefined))) yield parseRecord(text, splitter);
  splitter.end();
}

/** Reads the whole file and returns its number of records. Throws like `readRecords`. */
export async function countRecords(file: string): Promise<number> {
  let count = 0;
  for await (const _record of readRecords(file)) count++;
  return count;
}

function decode(decoder: TextDecoder, chunk: Buffer | undefined): string {
  try {
    return decoder.decode(chunk, { stream: chunk !== undefined });
  } catch {
    throw new JsonRecordsError('it is not UTF-8 text');
  }
}

function parseRecord(text: string, { records }: ArraySplitter): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const problem = text.trim() === '' ? 'is missing: there is an extra comma' : 'is not valid JSON';
    throw new JsonRecordsError(`record ${records} ${problem}`);
  }
}

/** Splits the text of an array into the texts of its elements, at any chunk boundaries. */
class ArraySplitter {
  records = 0;
  #state: 'before' | 'inside' | 'after' = 'before';
  #depth = 0;
  #inString = false;
  #escaped = false;
  #element = '';

  *take(text: string): Generator<string> {
    let from = 0;
    for (let at = 0; at < text.length; at++) {
      const character = text[at] as string;
      if (this.#state !== 'inside') {
        this.#expectBracketOrSpace(character);
        from = at + 1;
      } else if (this.#endsElement(character)) {
        const element = this.#element + text.slice(from, at);
        from = at + 1;
        this.#element = '';
        if (character === ']') this.#state = 'after';
        if (character === ',' || this.records > 0 || element.trim() !== '') {
          this.records++;
          yield element;
        }
      }
    }
    if (this.#state === 'inside') this.#keep(text.slice(from));
  }

  end(): void {
    if (this.#state === 'before') throw new JsonRecordsError('it is empty or not a JSON array of records');
    if (this.#state === 'inside')
      throw new JsonRecordsError(`it is cut off in or after record ${this.records + 1}`);
  }

  #keep(text: string): void {
    this.#element += text;
    if (this.#element.length > MAX_RECORD_LENGTH) {
      throw new JsonRecordsError(
        `record ${this.records + 1} is longer than 16 million characters, or never ends`,
      );
    }
  }

  #expectBracketOrSpace(character: string): void {
    if (character === '[' && this.#state === 'before') this.#state = 'inside';
    else if (!/[\s\uFEFF]/.test(character)) {
      throw new JsonRecordsError(
        this.#state === 'before'
          ? 'it is not a JSON array of records'
          : 'there is something after the end of the array',
      );
    }
  }

  #endsElement(character: string): boolean {
    if (this.#inString) {
      if (this.#escaped) this.#escaped = false;
      else if (character === '\\') this.#escaped = true;
      else if (character === '"') this.#inString = false;
      return false;
    }
    if (character === '"') this.#inString = true;
    else if (character === '{' || character === '[') this.#depth++;
    else if (this.#depth > 0 && (character === '}' || character === ']')) this.#depth--;
    else return this.#depth === 0 && (character === ',' || character === ']');
    return false;
  }
}
