/** Documents of Firestore, as its export tools write them and as plain JSON. */
import { collectionNames } from '#app/collections.server.ts';
import {
  FieldHints,
  type Format,
  type Found,
  type FoundUser,
  guarded,
  type Head,
  type ItemKind,
  LeftOutCount,
  type Member,
  type ReadOptions,
  type RecordPosition,
  unreadable,
} from '#app/moving/formats/format.ts';
import { foundItemsOf, type ItemRecord, kindOfValue } from '#app/moving/formats/record-items.ts';
import { streamJson } from '#app/moving/formats/stream-json.ts';
import { instantIn, lineIn, problemOfRecord, truthIn } from '#app/moving/formats/tables/field-values.ts';
import { isObject, type JsonObject } from '#app/sources/formats/json-value.ts';

const KINDS: Record<string, ItemKind | 'users'> = {
  ...Object.fromEntries(collectionNames.map((name) => [name, name])),
  users: 'users',
};

/** Where the documents are: how many keys lead to one, and the collection of a file that has only one. */
type Layout = { depth: number; collection: string | undefined };

export const firestore: Format = {
  name: 'firestore',
  label: 'Firestore',
  recognize: (head) => layoutOf(head) !== undefined,
  read: readDocuments,
};

const KEY = String.raw`\s*"[^"\\]{1,200}"\s*:\s*`;
/** `{"__collections__": {`, also below a document that has subcollections. */
const TOOL = /^\s*\{\s*"__collections__"\s*:\s*\{/;
/** `{"articles": {"id": {`, after collections without documents. */
const COLLECTIONS = new RegExp(String.raw`^\s*\{(?:${KEY}(?:\{\s*\}|\[\s*\])\s*,)*${KEY}\{${KEY}\{`);
/** `{"articles": [{`: only of collections that are known, because many other files are lists in an object. */
const LISTS = new RegExp(
  String.raw`^\s*\{(?:${KEY}(?:\{\s*\}|\[\s*\])\s*,)*\s*"(?:${Object.keys(KINDS).join('|')})"\s*:\s*\[\s*\{`,
);
const DOCUMENTS = new RegExp(String.raw`^\s*\{${KEY}\{`);

function layoutOf({ name, text }: Head): Layout | undefined {
  if (TOOL.test(text)) return { depth: 3, collection: undefined };
  const collection = name.replace(/\.json$/, '');
  // A collection of its own, named after it: `{"id": {…}}`.
  if (KINDS[collection] && DOCUMENTS.test(text) && !firstKeyIsCollection(text))
    return { depth: 1, collection };
  const isOther = /^\s*\{\s*"(db|meta|data|hash_config)"/.test(text);
  return (COLLECTIONS.test(text) && !isOther) || LISTS.test(text)
    ? { depth: 2, collection: undefined }
    : undefined;
}

function firstKeyIsCollection(text: string): boolean {
  const [, key = ''] = /^\s*\{\s*"([^"\\]{1,200})"/.exec(text) ?? [];
  return key in KINDS;
}

async function* readDocuments(member: Member, options: ReadOptions): AsyncGenerator<Found> {
  const layout = layoutOf(member.head) ?? { depth: 2, collection: undefined };
  const left = new LeftOutCount();
  const notes = options.notes ?? new FieldHints();
  for await (const record of streamJson(member.text(), ({ length }) => length === layout.depth)) {
    const keys = record.path.map(String);
    const collection = layout.collection ?? keys[layout.depth - 2] ?? '';
    const key = keys[layout.depth - 1] ?? '';
    if (record.problem) {
      yield problemOfRecord(member.file, record.problem, key ? `${collection}/${key}` : '');
      continue;
    }
    const values = documentOf(record.value, left, `${collection}/…`);
    // The documents of a list have no other id than their field.
    const id = typeof record.path.at(-1) === 'number' ? (ownIdOf(values) ?? key) : key;
    const place = { file: member.file, record: `${collection}/${id}` };
    const document = { collection, id, values, place, zone: options.zone, notes };
    yield* guarded(member.file, place.record, () => readDocument(document, left));
  }
  yield* notes.leftOut();
  yield* left.leftOut();
}

/** Without the collections below it, which are counted. */
function documentOf(value: unknown, left: LeftOutCount, above: string): unknown {
  if (!isObject(value)) return value;
  const { __collections__, subCollection, ...document } = value;
  for (const below of [__collections__, subCollection]) {
    if (!isObject(below)) continue;
    for (const [name, documents] of Object.entries(below))
      if (isObject(documents))
        left.add(`documents of “${above}/${lastOf(name)}”`, Object.keys(documents).length);
  }
  return document;
}

/** firestore-export-import writes the whole path: 'articles/9fT2/comments'. */
function lastOf(path: string): string {
  return path.split('/').at(-1) ?? path;
}

function ownIdOf(values: unknown): string | undefined {
  return isObject(values) ? lineIn(values.id ?? values.uid) : undefined;
}

type FirestoreDocument = Omit<ItemRecord, 'values' | 'origin'> & { values: unknown };

/** The records of a document of a collection; what is not taken is counted. */
export function* readDocument(document: FirestoreDocument, left: LeftOutCount): Generator<Found> {
  const { collection, place, values } = document;
  const kind = Object.hasOwn(KINDS, collection) ? KINDS[collection] : undefined;
  if (!kind) left.add(`documents of “${collection}”`);
  else if (!isObject(values)) yield unreadable(place.file, place.record, 'invalid', 'It is not a document');
  else if (kind === 'users') yield firestoreUser({ ...document, values });
  else yield* foundItemsOf(kind, { ...document, values, origin: 'firestore' });
}

const PROFILE = new Set([
  ...['email', 'newsletterOptIn', 'newsletterOptInAt', 'consentAt'],
  ...['id', 'uid', 'createdAt', 'updatedAt'],
]);

type Profile = { id: string; values: JsonObject; place: RecordPosition; zone: string; notes: FieldHints };

function firestoreUser({ id, values, place, zone, notes }: Profile): FoundUser {
  const doubts = Object.keys(values)
    .filter((name) => !PROFILE.has(name) && values[name] !== null && values[name] !== '')
    .flatMap((name) => notes.note('users', name, kindOfValue(values[name])));
  return {
    ...{ kind: 'users', origin: 'firebase', key: id, place, doubts },
    isProfile: true,
    email: lineIn(values.email),
    newsletterOptIn: truthIn(values.newsletterOptIn),
    consentAt: instantIn(values.newsletterOptInAt ?? values.consentAt ?? values.createdAt, zone),
    createdAt: instantIn(values.createdAt, zone),
  };
}
