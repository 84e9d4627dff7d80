/** The managed export of Firestore (`gcloud firestore export`, `firebase emulators:export`): its files `output-0`, …. */
import {
  FieldHints,
  type Format,
  type Found,
  guarded,
  LeftOutCount,
  type Member,
  type ReadOptions,
  unreadable,
} from '#app/moving/formats/format.ts';
import { problemOfRecord } from '#app/moving/formats/tables/field-values.ts';
import { pathOf, TooDeep, valuesOf } from './datastore-entity.ts';
import { firestore, readDocument } from './firestore.ts';
import { isLog, type LogRecord, readLog } from './leveldb-log.ts';

export const firestoreManaged: Format = {
  ...firestore,
  // By its name, too, because the first record can be damaged, and a part of an export empty.
  recognize: ({ name, bytes }) => isLog(bytes) || /^output-\d+$/.test(name),
  read: readExport,
  canBeEmpty: true,
};

async function* readExport(member: Member, options: ReadOptions): AsyncGenerator<Found> {
  const left = new LeftOutCount();
  const notes = options.notes ?? new FieldHints();
  for await (const record of readLog(member.bytes())) {
    if (record.problem) yield refused(member.file, record);
    else
      yield* guarded(member.file, offsetLabelOf(record), () =>
        readEntity(record, { member, options, left, notes }),
      );
  }
  yield* notes.leftOut();
  yield* left.leftOut();
}

function offsetLabelOf({ offset }: LogRecord): string {
  return `byte ${offset}`;
}

function refused(file: string, record: Exclude<LogRecord, { bytes: Uint8Array }>): Found {
  if (record.problem !== 'damaged') return problemOfRecord(file, record.problem, offsetLabelOf(record));
  const problem = `The file is damaged from here to byte ${record.end}. The records in between can't be read`;
  return unreadable(file, offsetLabelOf(record), 'damaged', problem);
}

type Reading = { member: Member; options: ReadOptions; left: LeftOutCount; notes: FieldHints };

function* readEntity(
  { bytes }: { bytes: Uint8Array },
  { member: { file }, options: { zone }, left, notes }: Reading,
): Generator<Found> {
  const path = pathOf(bytes);
  const [collection = '', id = '', ...below] = path;
  if (below.length > 0) {
    const collections = path.filter((_, at) => at % 2 === 0).join('/…/');
    left.add(`documents of “${collections.slice(0, 200)}”`);
    return;
  }
  const place = { file, record: `${collection}/${id}` };
  try {
    const document = { collection, id, values: valuesOf(bytes), place, zone, notes };
    yield* guarded(file, place.record, () => readDocument(document, left));
  } catch (error) {
    if (!(error instanceof TooDeep) && !(error instanceof RangeError)) throw error;
    yield problemOfRecord(file, error instanceof TooDeep ? 'too-deep' : 'invalid', place.record);
  }
}
