import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createTarDecoder, createTarPacker } from 'modern-tar';
import type { MediaFiles } from '#app/platform/media/media-files.server.ts';
import { BackupError, throwIfStopped } from './backup-error.ts';
import { decrypted, type Encryption, encrypted, type OpeningKeys } from './encryption.server.ts';
import {
  countManifestFiles,
  type DocumentName,
  isFormatNewer,
  type Manifest,
  manifestSchema,
  type TableEntry,
  type TownDocument,
} from './manifest.ts';
import { eachPictureFile } from './picture-entries.server.ts';
import { readTableEntry } from './table-entry.server.ts';
import type { TownRow } from './town-rows.server.ts';

const MANIFEST = 'manifest.json';
const MANIFEST_HASH = 'manifest.sha256';
const MOST_MANIFEST_BYTES = 4 * 1024 * 1024;

type Bytes = Uint8Array<ArrayBuffer>;

/** The name of a table's entry in the file, and of its file before that. */
function entryNameOf(table: string): string {
  return `tables/${table}.jsonl.zst`;
}

const MEDIA = 'media/';

type Writing = {
  media: MediaFiles;
  /** Those that the manifest lists. */
  documents?: TownDocument[];
  encryption?: Encryption | undefined;
  signal?: AbortSignal | undefined;
};

/**
 * Writes a backup under a name that must be free: the manifest, its checksum, the documents, the tables in
 * `folder`, and the files of pictures. A plain tar, or encrypted as a whole.
 */
export async function writeBackupFile(
  file: string,
  manifest: Manifest,
  folder: string,
  { media, documents = [], encryption, signal }: Writing,
): Promise<void> {
  const { readable, controller } = createTarPacker();
  const fill = async () => {
    const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
    const mtime = new Date(manifest.madeAt);
    const add = (name: string, bytes: Uint8Array) =>
      addBytes(controller.add({ name, size: bytes.length, mtime, mode: 0o600 }), bytes);
    await add(MANIFEST, text);
    await add(MANIFEST_HASH, Buffer.from(`${createHash('sha256').update(text).digest('hex')}\n`));
    for (const { name, text } of documents) await add(name, Buffer.from(text));
    for (const { name, bytes } of manifest.tables) {
      const entry = controller.add({ name: entryNameOf(name), size: bytes, mtime, mode: 0o600 });
      await Readable.toWeb(createReadStream(join(folder, `${name}.jsonl.zst`))).pipeTo(
        entry as WritableStream,
      );
    }
    await eachPictureFile(manifest, folder, media, async (name, content) => {
      throwIfStopped(signal);
      await add(MEDIA + name, content);
    });
    controller.finalize();
  };
  const output = encryption ? await encrypted(readable as ReadableStream<Bytes>, encryption) : readable;
  const written = pipeline(
    Readable.fromWeb(output as Parameters<typeof Readable.fromWeb>[0]),
    createWriteStream(file, { mode: 0o600, flags: 'wx' }),
    signal ? { signal } : {},
  );
  const filled = fill().catch((error) => {
    controller.error(error);
    throw error;
  });
  const [outcome] = await Promise.allSettled([written, filled]);
  throwIfStopped(signal);
  if (outcome.status === 'rejected') throw outcome.reason;
  await filled;
}

async function addBytes(entry: WritableStream<Uint8Array>, bytes: Uint8Array): Promise<void> {
  const writer = entry.getWriter();
  await writer.write(bytes);
  await writer.close();
}

type Reading = {
  keys?: OpeningKeys | undefined;
  signal?: AbortSignal | undefined;
  /** Called with the contents of the file before any row; if it throws, reading ends. */
  onManifest: (manifest: Manifest) => Promise<void>;
  /** Called with each document, before any row. */
  onDocument?: (name: DocumentName, text: string) => void;
  /** Called with the rows of a table, a few hundred at a time, in the order of the manifest. */
  onRows: (entry: TableEntry, rows: TownRow[]) => Promise<void>;
  /** Called with each file of a picture, after all rows; returns whether it is what it must be. Without it, they are skipped. */
  onFile?: (name: string, size: number, read: () => Promise<Bytes>) => Promise<boolean>;
};

/**
 * Reads a backup from beginning to end and checks every byte of it. Throws BackupError, whose line says whether the
 * file is not a backup, is incomplete, was altered, is encrypted, or is from a newer version.
 */
export async function readBackupFile(file: string, reading: Reading): Promise<Manifest> {
  const size = await stat(file).catch((error: NodeJS.ErrnoException) => {
    throw new BackupError(
      error.code === 'ENOENT'
        ? `There is no file ${file}.`
        : `The file ${file} cannot be read (${error.code}).`,
    );
  });
  if (!size.isFile()) throw new BackupError(`${file} is a folder, not a backup.`);
  const seen = { isBackup: false };
  try {
    return await readEntries(file, reading, seen);
  } catch (error) {
    throwIfStopped(reading.signal);
    throw error instanceof BackupError ? error : (wordFailure(error, file, seen.isBackup) ?? error);
  }
}

async function readEntries(
  file: string,
  { keys, signal, onManifest, onDocument, onRows, onFile = async () => true }: Reading,
  seen: { isBackup: boolean },
): Promise<Manifest> {
  const bytes = Readable.toWeb(createReadStream(file, signal ? { signal } : {})) as ReadableStream<Bytes>;
  const opened = await decrypted(bytes, file, keys);
  const entries = opened.pipeThrough(createTarDecoder({ strict: true })) as AsyncIterable<Entry> &
    ReadableStream;
  let manifest: Manifest | undefined;
  let text: Buffer | undefined;
  let [at, files, documents] = [0, 0, 0];
  for await (const { header, body } of entries) {
    if (text === undefined) {
      if (header.name !== MANIFEST || header.size > MOST_MANIFEST_BYTES) throw foreign(file);
      seen.isBackup = true;
      text = await bytesOf(body);
    } else if (manifest === undefined) {
      if (header.name !== MANIFEST_HASH || header.size > 100) throw foreign(file);
      const hash = createHash('sha256').update(text).digest('hex');
      if ((await bytesOf(body)).toString().trim() !== hash) throw altered(file);
      manifest = parseManifest(text, file);
      await onManifest(manifest);
    } else if (documents < (manifest.documents?.length ?? 0)) {
      const entry = manifest.documents?.[documents++];
      if (!entry || header.name !== entry.name || header.size !== entry.bytes) throw altered(file);
      const content = await bytesOf(body);
      if (createHash('sha256').update(content).digest('hex') !== entry.sha256)
        throw altered(file, entry.name);
      onDocument?.(entry.name, content.toString());
    } else if (at === manifest.tables.length) {
      const isExpected = header.name.startsWith(MEDIA) && files++ < countManifestFiles(manifest);
      const name = header.name.slice(MEDIA.length);
      const isWhole = isExpected && (await onFile(name, header.size, () => bytesOf(body)));
      if (!isWhole) throw altered(file, name);
      if (!body.locked) await body.cancel();
    } else {
      const entry = manifest.tables[at++];
      if (!entry || header.name !== entryNameOf(entry.name) || header.size !== entry.bytes)
        throw altered(file);
      const isWhole = await readTableEntry(body, entry, (rows) => onRows(entry, rows));
      if (!isWhole) throw altered(file, entry.name);
    }
  }
  if (!manifest) throw foreign(file);
  if (at !== manifest.tables.length || documents !== (manifest.documents?.length ?? 0)) throw truncated(file);
  if (files !== countManifestFiles(manifest)) throw truncated(file);
  return manifest;
}

type Entry = { header: { name: string; size: number }; body: ReadableStream<Bytes> };

async function bytesOf(body: ReadableStream<Bytes>): Promise<Buffer<ArrayBuffer>> {
  return Buffer.from(await new Response(body).arrayBuffer());
}

function parseManifest(text: Buffer, file: string): Manifest {
  let value: { format?: unknown; version?: unknown; madeBy?: unknown };
  try {
    value = JSON.parse(text.toString());
  } catch {
    throw foreign(file);
  }
  if (value?.format !== 'belfry-backup') throw foreign(file);
  const parsed = manifestSchema.safeParse(value);
  if (parsed.success) return parsed.data;
  if (isFormatNewer(value.version)) throw newer(file, value.madeBy);
  throw altered(file);
}

function foreign(file: string): BackupError {
  return new BackupError(`${file} is not a Belfry backup. Nothing was changed.`);
}

function truncated(file: string): BackupError {
  return new BackupError(`${file} is incomplete. Use another backup. Nothing was changed.`);
}

/** The file's content has changed since it was made. */
export function altered(file: string, table?: string): BackupError {
  const where = table ? ` (in ${table})` : '';
  return new BackupError(`${file} was changed or damaged${where}. Use another backup. Nothing was changed.`);
}

/** Made by a newer version of Belfry, which is named if the file says so. */
export function newer(file: string, madeBy?: unknown): BackupError {
  const version = typeof madeBy === 'string' && /^[\w.+-]{1,100}$/.test(madeBy) ? `, ${madeBy}` : '';
  return new BackupError(
    `${file} was made by a newer version of Belfry${version}. Install that version to restore it. Nothing was changed.`,
  );
}

/** Errors of the readers of tar and zstd; undefined for errors that are not the file's fault. */
function wordFailure(error: unknown, file: string, isBackup: boolean): BackupError | undefined {
  const { code = '', message = '' } = (error ?? {}) as { code?: string; message?: string };
  if (!isBackup && /tar|checksum|USTAR/i.test(message)) return foreign(file);
  if (/truncated|unexpected end/i.test(message) || code === 'Z_BUF_ERROR') return truncated(file);
  if (/^Z(STD)?_|^ERR_ZSTD|^ZSTD/.test(code)) return altered(file);
  return /checksum|tar|USTAR|magic/i.test(message) ? altered(file) : undefined;
}
