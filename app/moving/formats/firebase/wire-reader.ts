/** Reads messages in the format of protocol buffers: https://protobuf.dev/programming-guides/encoding */
import { isUtf8 } from 'node:buffer';
import { MOST_NESTING } from '#app/moving/formats/format.ts';

const WINDOWS = new TextDecoder('windows-1252');

const WIRE = { varint: 0, fixed64: 1, bytes: 2, group: 3, groupEnd: 4, fixed32: 5 } as const;

/**
 * One message, field by field: `next` returns the number of a field, and then its value must be read or skipped. All
 * methods throw RangeError for bytes that are no message, and for a value of another type than expected.
 */
export class WireReader {
  readonly #bytes: Buffer;
  #at = 0;
  #type = -1;
  readonly #groups: number[] = [];

  constructor(bytes: Uint8Array) {
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  /** 0 at the end of the message, or of the group that `enter` has entered. */
  next(): number {
    if (this.#at === this.#bytes.length) {
      if (this.#groups.length > 0) throw new RangeError('A group has no end');
      return 0;
    }
    const tag = this.#length();
    const number = Math.floor(tag / 8);
    this.#type = tag % 8;
    if (number === 0) throw new RangeError('A field has no number');
    if (this.#type !== WIRE.groupEnd) return number;
    if (this.#groups.pop() !== number) throw new RangeError('A group ends that has not begun');
    return 0;
  }

  /** The fields of a group follow, up to its end. */
  enter(number: number): void {
    this.#expect(WIRE.group);
    if (this.#groups.push(number) > MOST_NESTING) throw new RangeError('Groups nest too deeply');
  }

  /** A signed number of 64 bits. */
  integer(): bigint {
    this.#expect(WIRE.varint);
    const from = this.#at;
    const small = this.#smallVarint();
    if (small !== undefined) return BigInt(small);
    this.#at = from;
    let value = 0n;
    for (let shift = 0n; shift < 70n; shift += 7n) {
      const byte = this.#byte();
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return BigInt.asIntN(64, value);
    }
    throw new RangeError('A number has no end');
  }

  double(): number {
    this.#expect(WIRE.fixed64);
    return this.#bytes.readDoubleLE(this.#take(8));
  }

  /** Not a copy. */
  bytes(): Uint8Array {
    this.#expect(WIRE.bytes);
    const length = this.#length();
    const from = this.#take(length);
    return this.#bytes.subarray(from, from + length);
  }

  /** Text is UTF-8; what can't be is read as Windows-1252, the alphabet of most such texts. */
  text(): string {
    const bytes = this.bytes() as Buffer;
    const text = bytes.toString();
    return text.includes('\uFFFD') && !isUtf8(bytes) ? WINDOWS.decode(bytes) : text;
  }

  skip(number: number): void {
    if (this.#type === WIRE.varint) this.integer();
    else if (this.#type === WIRE.fixed64) this.#take(8);
    else if (this.#type === WIRE.fixed32) this.#take(4);
    else if (this.#type === WIRE.bytes) this.bytes();
    else {
      this.enter(number);
      for (let inner = this.next(); inner > 0; inner = this.next()) this.skip(inner);
    }
  }

  #expect(type: number): void {
    if (this.#type !== type) throw new RangeError('A value has another type');
  }

  #take(length: number): number {
    const from = this.#at;
    if (length > this.#bytes.length - from) throw new RangeError('A value is longer than its message');
    this.#at += length;
    return from;
  }

  #byte(): number {
    return this.#bytes[this.#take(1)] as number;
  }

  #length(): number {
    const length = this.#smallVarint();
    if (length === undefined) throw new RangeError('A length is too large');
    return length;
  }

  /** A number of at most 28 bits; undefined if it is larger. */
  #smallVarint(): number | undefined {
    let value = 0;
    for (let shift = 0; shift < 28; shift += 7) {
      const byte = this.#byte();
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
    return undefined;
  }
}
