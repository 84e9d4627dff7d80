/** Writes documents as the managed export of Firestore does, by hand, so that they can also be wrong. */
import {
  BLOCK_BYTES,
  FRAGMENT,
  HEADER_BYTES,
  maskedCrc32c,
} from '#app/moving/formats/firebase/leveldb-log.ts';
import { isObject, type JsonObject } from '#app/sources/formats/json-value.ts';

export type ManagedDocument = { path: string[]; values: JsonObject };

/** The content of a file `output-0`. Google pads its last block with zeros, the emulator does not. */
export function managedExport(documents: Iterable<ManagedDocument>, { isPadded = false } = {}): Buffer {
  const records = Array.from(documents, ({ path, values }) => entityOf(path, values));
  const log = Buffer.concat([...logOf(records)]);
  return isPadded ? Buffer.concat([log, Buffer.alloc(BLOCK_BYTES - (log.length % BLOCK_BYTES))]) : log;
}

/** Fragments of records, in blocks. */
export function* logOf(records: Iterable<Uint8Array>): Generator<Buffer> {
  let left = BLOCK_BYTES;
  for (const record of records) {
    for (let from = 0, isFirst = true; isFirst || from < record.length; isFirst = false) {
      if (left < HEADER_BYTES) {
        yield Buffer.alloc(left);
        left = BLOCK_BYTES;
      }
      const data = record.subarray(from, from + left - HEADER_BYTES);
      from += data.length;
      yield fragment(typeOf(isFirst, from === record.length), data);
      left -= HEADER_BYTES + data.length;
    }
  }
}

function typeOf(isFirst: boolean, isLast: boolean): number {
  if (isFirst) return isLast ? FRAGMENT.whole : FRAGMENT.first;
  return isLast ? FRAGMENT.last : FRAGMENT.middle;
}

export function fragment(type: number, data: Uint8Array): Buffer {
  const bytes = Buffer.concat([Buffer.alloc(HEADER_BYTES), data]);
  bytes.writeUInt16LE(data.length, 4);
  bytes[HEADER_BYTES - 1] = type;
  bytes.writeUInt32LE(maskedCrc32c(bytes.subarray(HEADER_BYTES - 1)), 0);
  return bytes;
}

/**
 * A document. Its values are as JSON has them, and as Firestore's library writes them in JSON: `{_seconds,
 * _nanoseconds}`, `{_latitude, _longitude}`, `{_path: {segments}}`, `{type: 'Buffer', data}`; a bigint is an integer.
 */
export function entityOf(path: string[], values: JsonObject, more: Buffer[] = []): Buffer {
  const elements = pairsOf(path).map(([collection, id]) =>
    group(1, bytesField(2, collection), keyField(id, { id: 3, name: 4 })),
  );
  return Buffer.concat([
    bytesField(13, Buffer.concat([bytesField(13, 'dev~demo-town'), bytesField(14, Buffer.concat(elements))])),
    ...propertiesOf(values),
    ...more,
    bytesField(16, elements[0] ?? ''),
  ]);
}

function keyField(id: string, numbers: { id: number; name: number }): Buffer {
  const [, number] = /^__id(\d+)__$/.exec(id) ?? [];
  return number ? integerField(numbers.id, BigInt(number)) : bytesField(numbers.name, id);
}

function pairsOf(path: string[]): [string, string][] {
  return path.flatMap((id, at): [string, string][] => (at % 2 ? [[path[at - 1] as string, id]] : []));
}

/** Empty lists come first: they are the only values that are indexed. */
function propertiesOf(values: JsonObject): Buffer[] {
  const all = Object.entries(values);
  const isEmpty = ([, value]: [string, unknown]) => Array.isArray(value) && value.length === 0;
  return [...all.filter(isEmpty), ...all.filter((each) => !isEmpty(each))].flatMap(([name, value]) => {
    if (!Array.isArray(value)) return property(name, value);
    if (value.length === 0) return bytesField(14, propertyParts(name, 24, false, Buffer.alloc(0)));
    return value.map((each) => property(name, each, true));
  });
}

export function property(name: string, value: unknown, isMultiple = false): Buffer {
  const [meaning, bytes] = typedValue(value);
  return bytesField(15, propertyParts(name, meaning, isMultiple, bytes));
}

function propertyParts(name: string, meaning: number, isMultiple: boolean, value: Buffer): Buffer {
  return Buffer.concat([
    ...(meaning ? [integerField(1, meaning)] : []),
    bytesField(3, name),
    integerField(4, isMultiple ? 1 : 0),
    bytesField(5, value),
  ]);
}

/** What it means, and its bytes. */
function typedValue(value: unknown): [number, Buffer] {
  if (typeof value === 'string') return [0, bytesField(3, value)];
  if (typeof value === 'boolean') return [0, integerField(2, value ? 1 : 0)];
  if (typeof value === 'bigint') return [0, integerField(1, value)];
  if (typeof value === 'number')
    return [0, Number.isSafeInteger(value) ? integerField(1, value) : doubleField(4, value)];
  return isObject(value) ? objectOf(value) : [0, Buffer.alloc(0)];
}

function objectOf(value: JsonObject): [number, Buffer] {
  if ('_seconds' in value) {
    const micros =
      BigInt(value._seconds as number) * 1_000_000n + BigInt(value._nanoseconds as number) / 1000n;
    return [7, integerField(1, micros)];
  }
  if ('_latitude' in value)
    return [9, group(5, doubleField(6, Number(value._latitude)), doubleField(7, Number(value._longitude)))];
  if (isObject(value._path)) {
    const elements = pairsOf(value._path.segments as string[]).map(([collection, id]) =>
      group(14, bytesField(15, collection), keyField(id, { id: 16, name: 17 })),
    );
    return [0, group(12, bytesField(13, 's~demo-town'), ...elements)];
  }
  if (value.type === 'Buffer' && Array.isArray(value.data))
    return [16, bytesField(3, Buffer.from(value.data))];
  return [19, bytesField(3, embedded(propertiesOf(value)))];
}

/** A map: an entity with an empty key. */
export function embedded(properties: Buffer[]): Buffer {
  const key = Buffer.concat([bytesField(13, ''), bytesField(14, '')]);
  return Buffer.concat([bytesField(13, key), ...properties, bytesField(16, '')]);
}

export function group(number: number, ...fields: Buffer[]): Buffer {
  return Buffer.concat([varint(number * 8 + 3), ...fields, varint(number * 8 + 4)]);
}

export function bytesField(number: number, content: string | Uint8Array): Buffer {
  const bytes = Buffer.from(content as string);
  return Buffer.concat([varint(number * 8 + 2), varint(bytes.length), bytes]);
}

export function integerField(number: number, value: number | bigint): Buffer {
  return Buffer.concat([varint(number * 8), varint(value)]);
}

function doubleField(number: number, value: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeDoubleLE(value);
  return Buffer.concat([varint(number * 8 + 1), bytes]);
}

export function varint(value: number | bigint): Buffer {
  const bytes: number[] = [];
  let rest = BigInt.asUintN(64, BigInt(value));
  for (; rest > 127n; rest >>= 7n) bytes.push(Number(rest & 127n) | 128);
  return Buffer.from([...bytes, Number(rest)]);
}
