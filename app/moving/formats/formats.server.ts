/** The formats of other systems, and the reading of files in any of them. */

import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { firebaseAuth } from '#app/moving/formats/firebase/firebase-auth.ts';
import { firestore } from '#app/moving/formats/firebase/firestore.ts';
import { firestoreManaged } from '#app/moving/formats/firebase/firestore-managed.ts';
import { isLog } from '#app/moving/formats/firebase/leveldb-log.ts';
import { ghost } from '#app/moving/formats/ghost/ghost.ts';
import { ghostMembers } from '#app/moving/formats/ghost/ghost-members.ts';
import { calendar } from '#app/moving/formats/tables/calendar.ts';
import type { CsvTable } from '#app/moving/formats/tables/csv-mapping.ts';
import { csv, readCsvTable } from '#app/moving/formats/tables/csv-records.ts';
import { feed } from '#app/moving/formats/tables/feed-records.ts';
import { opml } from '#app/moving/formats/tables/opml.ts';
import { wordpress } from '#app/moving/formats/wordpress/wordpress.ts';
import { nameWorkFolder, removeLeftovers } from '#app/platform/storage/work-folder.server.ts';
import { decodeStream } from '#app/sources/formats/decode-stream.ts';
import {
  bytesOfFile,
  type Container,
  containerOf,
  type Entry,
  entriesOf,
  isGzip,
  isTar,
  isZip,
  readHead,
} from './archive.server.ts';
import { belfry } from './belfry-export.ts';
import {
  endsFile,
  FieldHints,
  FileProblem,
  type Format,
  type FormatName,
  type Found,
  type Head,
  type ItemKind,
  type Member,
  type ReadOptions,
  unreadable,
} from './format.ts';

/** In the order in which they are tried: the more specific first. */
const FORMATS: Format[] = [
  firestoreManaged,
  wordpress,
  ghostMembers,
  ghost,
  firebaseAuth,
  firestore,
  belfry,
  opml,
  feed,
  calendar,
  csv,
];

/** What a file is. `label` names its formats: 'WordPress export'. `formats` are those in an archive or a folder, each once. */
export type Recognized = { formats: FormatName[]; label: string; container: Container };

/**
 * What a file, an archive or a folder is, or why it can't be imported, as a sentence without a period. Reads only the
 * beginnings of files. `isUnknown`: nothing in it is in any known format. Throws errors of the file system.
 */
export async function recognizeFile(
  path: string,
  options: { workFolder?: string | undefined } = {},
): Promise<Recognized | { problem: string; isUnknown: boolean }> {
  const formats = new Map<FormatName, string>();
  let [problem, unknown]: (string | undefined)[] = [];
  try {
    for await (const opened of membersOf(path, options.workFolder)) {
      const format = 'problem' in opened ? opened.problem : formatOf(opened.head);
      if (format instanceof FileProblem && format.class !== 'unknown-format') problem ??= format.message;
      else if (format instanceof FileProblem) unknown ??= format.message;
      else formats.set(format.name, format.label);
    }
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    problem ??= error.message;
  }
  if (formats.size === 0) return { problem: problem ?? unknown ?? NOTHING, isUnknown: problem === undefined };
  const label = [...formats.values()].join(', ');
  return { formats: [...formats.keys()], label, container: await containerOf(path) };
}

/**
 * The records of a file, an archive or a folder, one at a time, in the order of the files in it. What can't be read is
 * reported as a refused record, and what comes after it is read. Throws only errors of the file system.
 */
export async function* readFile(path: string, options: FileOptions): AsyncGenerator<Found> {
  let isAnything = false;
  for await (const found of readMembers(path, { ...options, notes: new FieldHints() })) {
    isAnything ||= found.kind !== 'left-out';
    yield found;
  }
  if (!isAnything) yield unreadable(basename(path), '', 'nothing', NOTHING);
}

type FileOptions = ReadOptions & { workFolder?: string | undefined };

async function* readMembers(path: string, options: FileOptions): AsyncGenerator<Found> {
  let others = 0;
  const refused = new Set<string>();
  try {
    for await (const opened of membersOf(path, options.workFolder)) {
      const format = 'problem' in opened ? opened.problem : formatOf(opened.head);
      if (!(format instanceof FileProblem)) yield* readMember(format, opened as Member, options);
      else if (isOther(format, opened)) others++;
      else if (isReported(format, refused)) yield unreadable(opened.file, '', format.class, format.message);
    }
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
    yield unreadable(basename(path), '', error.class, error.message);
  }
  if (others > 0) yield { kind: 'left-out', what: 'other files', count: others };
}

const NOTHING = 'There is nothing in it that can be imported';

/** Other files of an archive are counted. */
function isOther({ class: name }: FileProblem, opened: Opened): boolean {
  return name === 'unknown-format' && 'entry' in opened && opened.entry !== '';
}

/** What several files are together is said once. */
function isReported({ class: name }: FileProblem, refused: Set<string>): boolean {
  return name !== 'spreadsheet' || refused.size < refused.add(name).size;
}

/**
 * The first table in a file or an archive, with its columns as `mapColumns` understands them; undefined when there is
 * none that can be read. Throws errors of the file system.
 */
export async function suggestMapping(
  path: string,
  options: { workFolder?: string | undefined; collection?: ItemKind | undefined } = {},
): Promise<CsvTable | undefined> {
  try {
    for await (const opened of membersOf(path, options.workFolder))
      if ('head' in opened && formatOf(opened.head) === csv)
        return await readCsvTable(opened, options.collection);
  } catch (error) {
    if (!(error instanceof FileProblem)) throw error;
  }
  return undefined;
}

async function* readMember(format: Format, member: Member, options: ReadOptions): AsyncGenerator<Found> {
  let isFound = false;
  try {
    for await (const found of format.read(member, options)) {
      isFound ||= found.kind !== 'left-out';
      yield found;
    }
    if (!isFound && !format.canBeEmpty) yield unreadable(member.file, '', 'nothing', NOTHING);
  } catch (error) {
    if (error instanceof FileProblem) yield unreadable(member.file, '', error.class, error.message);
    else if (endsFile(error)) throw error;
    else yield unreadable(member.file, '', 'broken', 'From here on, the file is damaged and can’t be read');
  }
}

function formatOf(head: Head): Format | FileProblem {
  return FORMATS.find((format) => format.recognize(head)) ?? unknownFormat(head);
}

const BACKUP =
  'This is a backup of Belfry. It is restored as a whole: on the set-up page of an empty site, or with “belfry restore”';
const METADATA = 'This only describes an export of Firestore: import its whole folder, or a .zip of it';

/** Why a file of no known format is refused. */
function unknownFormat({ name, text }: Head): FileProblem {
  if (name.endsWith('.belfry') || text.startsWith('age-encryption.org/'))
    return new FileProblem('backup', BACKUP);
  if (name.endsWith('export_metadata')) return new FileProblem('unknown-format', METADATA);
  if (name === 'workbook.xml')
    return new FileProblem('spreadsheet', 'This is a spreadsheet: save it as CSV and import that');
  if (text.trim() === '') return new FileProblem('empty', 'The file is empty');
  return new FileProblem('unknown-format', 'This is not an export that can be imported');
}

const HEAD_BYTES = 64 * 1024;

/** Entries that can have records: what else is in an archive is only read when a record names it. */
const READABLE =
  /(^|\/)[^./]+$|\.(json|xml|csv|tsv|txt|ics|ical|opml|rss|atom|rdf|wxr|gz|tgz|zip|tar|belfry)$/i;

/** Bookkeeping of macOS, of programs and of Firestore. */
const HIDDEN = /(^|\/)(__MACOSX\/|\.)|\.(overall_)?export_metadata$/;

/** A file, or why it can't be opened. */
type Opened = Member | { file: string; problem: FileProblem };

/**
 * The files in `path` that can have records, one after the other: each must be read before the next one. `workFolder`
 * is where an entry of a tar waits while it is read. Throws FileProblem for the rest of an archive, and errors of the
 * file system.
 */
async function* membersOf(path: string, workFolder = tmpdir()): AsyncGenerator<Opened> {
  const container = await containerOf(path);
  for await (const entry of entriesOf(path, container)) {
    const file = entry.path ? `${basename(path)}/${entry.path}` : basename(path);
    if (entry.problem) yield { file, problem: entry.problem };
    else if (HIDDEN.test(entry.path)) continue;
    else if (!entry.path || READABLE.test(entry.path)) {
      if (entry.isOnce) yield* spooledMember(entry, file, workFolder);
      else yield await memberOf(entry, file, container);
    }
  }
}

/** Formats read a file more than once, which a tar does not allow. */
async function* spooledMember(entry: Entry, file: string, workFolder: string): AsyncGenerator<Opened> {
  await removeLeftovers(workFolder);
  const folder = nameWorkFolder(workFolder);
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const spooled = join(folder, 'entry');
  try {
    await pipeline(Readable.from(entry.bytes()), createWriteStream(spooled, { mode: 0o600 }));
    yield await memberOf({ ...entry, bytes: () => bytesOfFile(spooled) }, file, 'tar');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function memberOf({ path, bytes }: Entry, file: string, container: Container): Promise<Opened> {
  try {
    const head = await readHead(bytes(), HEAD_BYTES);
    const isPacked = isZip(head) || isGzip(head) || isTar(head);
    if (container !== 'folder' && isPacked)
      throw new FileProblem('nested-archive', 'It is an archive inside another one: unpack it first');
    return {
      file,
      entry: path,
      head: await headOf(path || file, head),
      bytes,
      text: () => decodeStream(bytes()),
    };
  } catch (error) {
    if (error instanceof FileProblem) return { file, problem: error };
    throw error;
  }
}

async function headOf(path: string, bytes: Uint8Array): Promise<Head> {
  const name = basename(path).toLowerCase().replace(/\.gz$/, '');
  // A guess at its encoding would take longer than its records.
  if (isLog(bytes)) return { name, bytes, text: '' };
  const pieces = await Array.fromAsync(decodeStream(Readable.from([bytes])));
  return { name, bytes, text: pieces.join('') };
}
