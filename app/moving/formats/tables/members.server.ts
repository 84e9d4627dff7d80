/** The files of a move, opened: those that are given, and those in archives and folders. */
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import {
  type Container,
  containerOf,
  type Entry,
  entriesOf,
  isGzip,
  isTar,
  isZip,
  readHead,
} from '#app/moving/formats/archive.server.ts';
import { isLog } from '#app/moving/formats/firebase/leveldb-log.ts';
import { FileProblem, type Head, type Member } from '#app/moving/formats/format.ts';
import { bytesOfFile } from '#app/moving/formats/unpacked-bytes.server.ts';
import { nameWorkFolder, removeLeftovers } from '#app/platform/storage/work-folder.server.ts';
import { decodeStream } from '#app/sources/formats/decode-stream.ts';

const HEAD_BYTES = 64 * 1024;

/** Entries that can have records: what else is in an archive is only read when a record names it. */
const READABLE =
  /(^|\/)[^./]+$|\.(json|xml|csv|tsv|txt|ics|ical|opml|rss|atom|rdf|wxr|gz|tgz|zip|tar|belfry)$/i;

/** Bookkeeping of macOS, of programs and of Firestore. */
const HIDDEN = /(^|\/)(__MACOSX\/|\.)|\.(overall_)?export_metadata$/;

/** A file, or why it can't be opened. */
export type Opened = Member | { file: string; problem: FileProblem };

/**
 * The files in `path` that can have records, one after the other: each must be read before the next one. `workFolder`
 * is where an entry of a tar waits while it is read. Throws FileProblem for the rest of an archive, and errors of the
 * file system.
 */
export async function* membersOf(path: string, workFolder = tmpdir()): AsyncGenerator<Opened> {
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
