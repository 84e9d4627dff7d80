import { encodingOf, guessedCharset } from './decode-text.ts';

/** Enough for a byte order mark, an XML declaration, and a guess at UTF-16 without a mark. */
const HEAD_BYTES = 2048;

/**
 * The text of a document that may be larger than memory, without its byte order mark: as `decodeText` reads it. Text
 * that declares nothing is UTF-8 until the first bytes that aren't; if nothing before them showed that it is, the rest
 * is read in the encoding that these bytes suggest. Never throws for wrong bytes: they become U+FFFD.
 */
export async function* decodeStream(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: Decoder | undefined;
  let held: Uint8Array = new Uint8Array(0);
  for await (const chunk of bytes) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    if (!decoder && held.length < HEAD_BYTES) continue;
    decoder ??= decoderOf(held);
    const { text, rest } = decoder.take(held);
    if (text) yield text;
    held = rest;
  }
  decoder ??= decoderOf(held);
  const { text } = decoder.take(held, true);
  if (text) yield text;
}

type Taken = { text: string; rest: Uint8Array };
type Decoder = { take: (bytes: Uint8Array, isLast?: boolean) => Taken };

const NOTHING = new Uint8Array(0);

function decoderOf(head: Uint8Array): Decoder {
  const { certain = unmarkedUtf16(head), fallback } = encodingOf(head.subarray(0, HEAD_BYTES));
  return certain && certain !== 'utf-8' ? new OneEncoding(certain) : new GuessedEncoding(fallback);
}

/** Text of programs that write UTF-16 without a mark: each second byte of the first ASCII characters is 0. */
function unmarkedUtf16([a, b, c, d]: Uint8Array): string | undefined {
  if (a && b === 0 && c && d === 0) return 'utf-16le';
  if (a === 0 && b && c === 0 && d) return 'utf-16be';
  return undefined;
}

class OneEncoding implements Decoder {
  readonly #decoder: TextDecoder;

  constructor(label: string) {
    this.#decoder = new TextDecoder(label);
  }

  take(bytes: Uint8Array, isLast = false): Taken {
    return { text: this.#decoder.decode(bytes, { stream: !isLast }), rest: NOTHING };
  }
}

/** UTF-8 as far as it is; `#settled` once the text is known to be something, or shown to be UTF-8 with mistakes. */
class GuessedEncoding implements Decoder {
  readonly #fallback: string | undefined;
  #isFirst = true;
  #isUtf8 = false;
  #settled: OneEncoding | undefined;

  constructor(fallback: string | undefined) {
    this.#fallback = fallback === 'utf-8' ? undefined : fallback;
  }

  take(bytes: Uint8Array, isLast = false): Taken {
    if (this.#settled) return this.#settled.take(bytes, isLast);
    const end = isLast ? bytes.length : wholeLength(bytes);
    const whole = bytes.subarray(0, end);
    try {
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: !this.#isFirst }).decode(whole);
      this.#isUtf8 ||= text.length < whole.length;
      this.#isFirst = false;
      return { text, rest: bytes.subarray(end) };
    } catch {
      this.#settled = new OneEncoding(this.#seemsUtf8(whole) ? 'utf-8' : this.#other(whole));
      return this.#settled.take(bytes, isLast);
    }
  }

  /** More whole characters of several bytes than wrong bytes: UTF-8 that was cut or damaged. */
  #seemsUtf8(bytes: Uint8Array): boolean {
    if (this.#isUtf8) return true;
    const text = new TextDecoder().decode(bytes);
    const wrong = text.split('\uFFFD').length - 1;
    return text.replace(/[\0-\x7f\uFFFD]/g, '').length > wrong;
  }

  #other(bytes: Uint8Array): string {
    return this.#fallback ?? guessedCharset(bytes);
  }
}

/** Without a character whose last bytes are not there yet. */
function wholeLength(bytes: Uint8Array): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] as number;
    if (byte < 0x80) break;
    if (byte >= 0xc0) return bytes.length - back + (lengthOf(byte) <= back ? back : 0);
  }
  return bytes.length;
}

function lengthOf(first: number): number {
  if (first >= 0xf0) return 4;
  return first >= 0xe0 ? 3 : 2;
}
