/** Records of databases without a schema and of tables as items. */
import { collections } from '#app/collections.server.ts';
import { webAddress } from '#app/items/provenance/web-address.ts';
import { instantIn } from '#app/moving/formats/tables/field-values.ts';
import { isObject, type JsonObject, textIn } from '#app/sources/formats/json-value.ts';
import {
  type Doubt,
  doubtful,
  type FieldHints,
  type FoundItem,
  type FoundPicture,
  type ItemKind,
  type RecordPosition,
  refused,
} from './format.ts';
import { namesOfFields, RECORD_FIELDS } from './record-fields.ts';

export type ItemRecord = {
  origin: string;
  /** As reports name it: 'events'. */
  collection: string;
  id: string;
  values: JsonObject;
  place: RecordPosition;
  /** Of times without one. */
  zone: string;
  notes: FieldHints;
  /** Which of its names is which field; without it, by their names. */
  names?: ReadonlyMap<string, string> | undefined;
};

/** Names that every record may have, and that say nothing beyond it. */
const OWN = new Set(['id', 'uid', 'name', 'createdAt', 'updatedAt']);

/**
 * A record as an item, after its picture if it has one of its own. Fields that are missing in the record, or can't be
 * read, are missing in the input; what can't be imported without an editor is a draft.
 */
export function foundItemsOf(kind: ItemKind, record: ItemRecord): (FoundItem | FoundPicture)[] {
  const { values, zone, place, origin, id } = record;
  const given = Object.keys(values).filter((name) => !isEmpty(values[name]));
  const names = record.names ?? namesOfFields(kind, given);
  const input: JsonObject = {};
  for (const [field, name] of names) {
    const value = isEmpty(values[name]) ? undefined : RECORD_FIELDS[kind][field]?.read(values[name], zone);
    if (value !== undefined) input[field] = value;
  }
  const doubts = [...doubtsOf(kind, input, (field) => values[names.get(field) ?? field])];
  doubts.push(...idDoubtsOf(record, input.id));
  doubts.push(...untakenFields(record, given, names, input));
  const isHidden = given.includes(names.get('publication') ?? '') && input.publication === undefined;
  if (isHidden || doubts.some(({ class: name }) => DRAFTS.has(name))) input.publication = 'draft';
  const { image, ...fields } = input;
  const address = webAddress(textIn(image));
  const picture: FoundPicture[] = address
    ? [{ kind: 'pictures', origin, key: address, place, doubts: [], address }]
    : [];
  const title = String(input[collections[kind].source.title] ?? '');
  const item = { kind, origin, key: id, place, doubts, title, input: { ...fields, id }, oldPaths: [] };
  return [...picture, address ? { ...item, pictureKey: address } : item];
}

const DRAFTS = new Set(['no-title', 'no-text', 'no-date']);

function isEmpty(value: unknown): boolean {
  return (
    value === undefined || value === null || value === '' || (Array.isArray(value) && value.length === 0)
  );
}

function idDoubtsOf({ id, place }: ItemRecord, written: unknown): Doubt[] {
  if (typeof written !== 'string' || written === id) return [];
  const problem = `The field “id” says ${written.slice(0, 128)}, but the record is ${place.record}. Its own ID is used`;
  return [doubtful('other-id', 'id', problem)];
}

function doubtsOf(kind: ItemKind, input: JsonObject, written: (field: string) => unknown): Doubt[] {
  if (kind === 'businesses') {
    if (input.category) return [];
    input.category = 'Other';
    return [doubtful('no-category', 'category', 'It has no category: “Other” is used')];
  }
  const doubts = input.title ? [] : [doubtful('no-title', 'title', 'It has no title')];
  if (kind === 'polls') {
    const options = written('options');
    if (typeof options === 'string' && !options.includes('\n'))
      doubts.push(doubtful('options', 'options', 'The options are one text, which is divided at its commas'));
    return doubts;
  }
  if (kind === 'events' && !input.eventDate)
    doubts.push(refused('no-date', 'eventDate', noDate('The event', written('eventDate'))));
  const { dateField } = collections[kind].json;
  if (dateField && !input[dateField])
    doubts.push(doubtful('no-date', dateField, noDate('It', written(dateField))));
  if (!input.description) doubts.push(doubtful('no-text', 'description', 'It has no text'));
  return doubts;
}

function noDate(what: string, value: unknown): string {
  const written = textIn(value)?.slice(0, 80);
  return written ? `The date “${written}” can't be read` : `${what} has no date`;
}

/** What of a record is not taken: fields that nothing here is like, and values that can't be read. */
function untakenFields(
  { collection, values, notes }: ItemRecord,
  given: string[],
  names: ReadonlyMap<string, string>,
  input: JsonObject,
): Doubt[] {
  const fields = new Map([...names].map(([field, name]) => [name, field]));
  return given.flatMap((name): Doubt[] => {
    const field = fields.get(name);
    if (OWN.has(name) || (field && (field in input || REPORTED.has(field)))) return [];
    if (!field || isObject(values[name])) return notes.note(collection, name, kindOfValue(values[name]));
    return [doubtful('field-value', name, "Its value can't be read and is left out")];
  });
}

/** Fields that have a doubt of their own when they can't be read. */
const REPORTED = new Set(['title', 'pubDate', 'eventDate', 'description']);

/** As an editor would say it. */
export function kindOfValue(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (!isObject(value)) return typeof value === 'boolean' ? 'yes or no' : `a ${typeof value}`;
  const type = String(value.__datatype__ ?? '');
  if (type === 'geopoint' || '_latitude' in value || 'latitude' in value) return 'a place on the map';
  if (type === 'documentReference' || '_path' in value) return 'a link to another document';
  return instantIn(value, 'UTC') === undefined ? 'a group of fields' : 'a date';
}
