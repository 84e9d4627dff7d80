/** Documents of Firestore as its managed export writes them: messages of the type EntityProto of Datastore. */

import { MOST_NESTING } from '#app/moving/formats/format.ts';
import type { JsonObject } from '#app/sources/formats/json-value.ts';
import { WireReader } from './wire-reader.ts';

/** Numbers of fields, by message. Paths and references are the same in two messages, with different numbers. */
const ENTITY = { key: 13, property: 14, unindexedProperty: 15 };
const KEY = { path: 14 };
const PATH = { element: 1, collection: 2, id: 3, name: 4 };
const PROPERTY = { meaning: 1, name: 3, isMultiple: 4, value: 5 };
const VALUE = { integer: 1, truth: 2, text: 3, double: 4, point: 5, reference: 12 };
const POINT = { latitude: 6, longitude: 7 };
const REFERENCE = { element: 14, collection: 15, id: 16, name: 17 };

/** What a value is, where its type doesn't say it. */
const MEANING = { date: 7, blob: 14, bytes: 16, entity: 19, emptyList: 24 };

/** Firestore's limit for IDs, and for names of collections, in bytes. */
const MOST_NAME = 1500;

/** A document nests too deeply. */
export class TooDeep extends Error {
  override name = 'TooDeep';
}

/**
 * Its collection and its ID, after those of the documents above it: `['articles', 'a1', 'comments', 'c1']`. Throws
 * RangeError if it can't be read.
 */
export function pathOf(entity: Uint8Array): string[] {
  const reader = new WireReader(entity);
  for (let field = reader.next(); field > 0; field = reader.next()) {
    if (field === ENTITY.key) return pathOfKey(reader.bytes());
    reader.skip(field);
  }
  throw new RangeError('It has no key');
}

/**
 * Its fields, with values as the JSON of Firestore's Node library has them: `{_seconds, _nanoseconds}` for a timestamp,
 * `{_latitude, _longitude}`, `{_path: {segments}}` for a reference, `{type: 'Buffer', data}`. Integers beyond 2^53 are
 * text. Throws RangeError if they can't be read, and TooDeep.
 */
export function valuesOf(entity: Uint8Array, depth = 0): JsonObject {
  if (depth > MOST_NESTING) throw new TooDeep();
  const values = new Map<string, unknown>();
  const reader = new WireReader(entity);
  for (let field = reader.next(); field > 0; field = reader.next()) {
    if (field !== ENTITY.property && field !== ENTITY.unindexedProperty) {
      reader.skip(field);
      continue;
    }
    const { name, isMultiple, value } = propertyIn(reader.bytes(), depth);
    const list = values.get(name);
    if (isMultiple && Array.isArray(list)) list.push(value);
    else values.set(name, isMultiple ? [value] : value);
  }
  return Object.fromEntries(values);
}

function pathOfKey(key: Uint8Array): string[] {
  const reader = new WireReader(key);
  for (let field = reader.next(); field > 0; field = reader.next()) {
    if (field !== KEY.path) {
      reader.skip(field);
      continue;
    }
    const path = elementsIn(new WireReader(reader.bytes()), PATH);
    if (path.length > 0) return path;
  }
  throw new RangeError('Its key has no path');
}

/** Up to the end of the message or the group. */
function elementsIn(reader: WireReader, numbers: typeof PATH): string[] {
  const path: string[] = [];
  for (let field = reader.next(); field > 0; field = reader.next()) {
    if (field !== numbers.element) {
      reader.skip(field);
      continue;
    }
    reader.enter(field);
    path.push(...elementIn(reader, numbers));
    if (path.length > 2 * MOST_NESTING) throw new RangeError('A path is too long');
  }
  return path;
}

function elementIn(reader: WireReader, numbers: typeof PATH): string[] {
  let [collection, id]: (string | undefined)[] = [];
  for (let field = reader.next(); field > 0; field = reader.next()) {
    if (field === numbers.collection) collection = reader.text();
    else if (field === numbers.name) id = reader.text();
    // Firestore's name for documents whose ID is a number in Datastore.
    else if (field === numbers.id) id = `__id${reader.integer()}__`;
    else reader.skip(field);
  }
  if (!collection || !id) throw new RangeError('A document has no ID');
  if (collection.length > MOST_NAME || id.length > MOST_NAME) throw new RangeError('An ID is too long');
  return [collection, id];
}

type Property = { name: string; isMultiple: boolean; value: unknown };

function propertyIn(bytes: Uint8Array, depth: number): Property {
  const reader = new WireReader(bytes);
  let [meaning, name, isMultiple] = [0, '', false];
  let value: Uint8Array | undefined;
  for (let field = reader.next(); field > 0; field = reader.next()) {
    if (field === PROPERTY.meaning) meaning = Number(reader.integer());
    else if (field === PROPERTY.name) name = reader.text();
    else if (field === PROPERTY.isMultiple) isMultiple = reader.integer() !== 0n;
    else if (field === PROPERTY.value) value = reader.bytes();
    else reader.skip(field);
  }
  if (meaning === MEANING.emptyList) return { name, isMultiple: false, value: [] };
  return { name, isMultiple, value: value ? valueIn(value, meaning, depth) : null };
}

/** Null is a value without a field. */
function valueIn(bytes: Uint8Array, meaning: number, depth: number): unknown {
  const reader = new WireReader(bytes);
  let value: unknown = null;
  for (let field = reader.next(); field > 0; field = reader.next()) {
    if (field === VALUE.integer) value = integerAs(reader.integer(), meaning);
    else if (field === VALUE.truth) value = reader.integer() !== 0n;
    else if (field === VALUE.text) value = textAs(reader, meaning, depth);
    else if (field === VALUE.double) value = finite(reader.double());
    else if (field === VALUE.point) value = pointIn(reader);
    else if (field === VALUE.reference) value = referenceIn(reader);
    else reader.skip(field);
  }
  return value;
}

function integerAs(integer: bigint, meaning: number): unknown {
  if (meaning !== MEANING.date) {
    const number = Number(integer);
    return Number.isSafeInteger(number) ? number : String(integer);
  }
  const rest = ((integer % 1_000_000n) + 1_000_000n) % 1_000_000n;
  return { _seconds: Number((integer - rest) / 1_000_000n), _nanoseconds: Number(rest) * 1000 };
}

function textAs(reader: WireReader, meaning: number, depth: number): unknown {
  if (meaning === MEANING.entity) return valuesOf(reader.bytes(), depth + 1);
  if (meaning === MEANING.blob || meaning === MEANING.bytes) return Buffer.from(reader.bytes()).toJSON();
  return reader.text();
}

/** As in JSON, which has no others. */
function finite(number: number): number | null {
  return Number.isFinite(number) ? number : null;
}

function pointIn(reader: WireReader): JsonObject {
  reader.enter(VALUE.point);
  let [_latitude, _longitude] = [0, 0];
  for (let field = reader.next(); field > 0; field = reader.next()) {
    if (field === POINT.latitude) _latitude = reader.double();
    else if (field === POINT.longitude) _longitude = reader.double();
    else reader.skip(field);
  }
  return { _latitude, _longitude };
}

function referenceIn(reader: WireReader): JsonObject {
  reader.enter(VALUE.reference);
  return { _path: { segments: elementsIn(reader, REFERENCE) } };
}
