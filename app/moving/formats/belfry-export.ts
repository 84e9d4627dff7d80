/** What `belfry export` writes: a file of records for each collection, and the list of pictures with their files. */
import { dirname } from 'node:path/posix';
import { problemOfRecord } from '#app/moving/formats/tables/field-values.ts';
import { isObject, type JsonObject, listIn, textIn } from '#app/sources/formats/json-value.ts';
import {
  type Format,
  type Found,
  guarded,
  type ItemKind,
  type Member,
  type ReadOptions,
  type RecordPosition,
  unreadable,
} from './format.ts';
import { kindOfFile } from './record-fields.ts';
import { type JsonPath, streamJson } from './stream-json.ts';

export const belfry: Format = {
  name: 'belfry',
  label: 'Belfry export',
  recognize: ({ name, text }) =>
    /^\s*\[\s*(\{\s*"id"\s*:|\]\s*$)/.test(text) &&
    (name === 'pictures.json' || kindOfFile(name) !== undefined),
  read: readRecords,
  // A town without polls has an empty list of them.
  canBeEmpty: true,
};

const isRecord = ({ length }: JsonPath) => length === 1;

async function* readRecords(member: Member, options: ReadOptions): AsyncGenerator<Found> {
  const kind = kindOfFile(member.head.name);
  for await (const record of streamJson(member.text(), isRecord)) {
    const name = `record ${Number(record.path[0] ?? 0) + 1}`;
    if (record.problem)
      yield problemOfRecord(member.file, record.problem, record.path.length === 1 ? name : '');
    else if (!isObject(record.value) || !textIn(record.value.id))
      yield unreadable(member.file, name, 'invalid', 'It is not a record with an ID');
    else {
      const { value } = record;
      yield* guarded(member.file, name, () => [foundOf(value as JsonObject, kind, member, options)]);
    }
  }
}

function foundOf(
  record: JsonObject,
  kind: ItemKind | undefined,
  member: Member,
  options: ReadOptions,
): Found {
  const id = textIn(record.id) ?? '';
  const place: RecordPosition = { file: member.file, record: `${kind ?? 'pictures'}/${id}` };
  const common = { origin: 'belfry', key: id, place, doubts: [] };
  if (!kind) return { ...common, kind: 'pictures', ...pictureOf(record, member, options) };
  const { link, ...input } = record;
  const title = textIn(record.title) ?? textIn(record.name) ?? '';
  return { ...common, kind, title, input: isOwnPage(link, kind, id) ? input : record, oldPaths: [] };
}

/** Its page on the site that it is from: here it gets a page of its own. */
function isOwnPage(link: unknown, kind: ItemKind, id: string): boolean {
  const path = URL.parse(textIn(link) ?? '', 'https://belfry.invalid')?.pathname ?? '';
  return path === `/${kind}/${id}` || path.startsWith(`/${kind}/${id}/`);
}

/** Its largest file, which is in the folder `media` beside the list. */
function pictureOf({ files, alt, caption }: JsonObject, { entry }: Member, { town }: ReadOptions) {
  const names = listIn(files).flatMap((file) => (isObject(file) ? (textIn(file.name) ?? []) : []));
  const widthOf = (name: string) => Number(/-(\d{1,5})\.\w{3,4}$/.exec(name)?.[1] ?? 0);
  const jpegs = names.filter((name) => name.endsWith('.jpeg'));
  const [name = ''] = jpegs.toSorted((one, other) => widthOf(other) - widthOf(one));
  const folder = entry.includes('/') ? `${dirname(entry)}/` : '';
  return {
    address: `${town.address}/media/${name}`,
    entry: `${folder}media/${name.slice(0, 2)}/${name}`,
    alt: textIn(alt),
    caption: textIn(caption),
  };
}
