import { createReadStream } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { moveToFinalName } from '#app/platform/storage/work-folder.server.ts';

/** Where the files of pictures and documents are. Names are those of `isStoredName`, and the only ones that exist. */
export type MediaFiles = {
  /** Moves the file at `path` here, whole or not at all, also when the power fails. Replaces one of the same name. */
  put: (name: string, path: string) => Promise<void>;
  /** The whole file; undefined if there is none. */
  read: (name: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;
  /** Bytes `start` to `end` of a file that there is, both included, piece by piece: a large one takes no more memory. */
  stream: (name: string, start: number, end: number) => Promise<ReadableStream<Uint8Array>>;
  /** Undefined if there is none. */
  find: (name: string) => Promise<StoredFile | undefined>;
  /** Does nothing if there is none. */
  remove: (name: string) => Promise<void>;
  /** All files, by name in byte order. */
  list: () => AsyncGenerator<StoredFile, undefined>;
};

/** `changedAt` is UTC epoch milliseconds. */
export type StoredFile = { name: string; changedAt: number; bytes: number };

/** Pictures and documents in a folder, whose subfolders are the first two characters of the names. */
export function folderFiles(folder: string): MediaFiles {
  const pathOf = (name: string) => join(folder, name.slice(0, 2), name);
  return {
    async put(name, path) {
      const target = pathOf(name);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await moveToFinalName(path, target);
    },
    read: (name) => readFile(pathOf(name)).catch(ifMissing(undefined)),
    stream: async (name, start, end) =>
      Readable.toWeb(createReadStream(pathOf(name), { start, end })) as ReadableStream<Uint8Array>,
    find: (name) => statsOf(pathOf(name), name),
    remove: (name) => rm(pathOf(name), { force: true }),
    async *list() {
      for (const part of (await readdir(folder).catch(ifMissing([]))).sort()) {
        if (!/^[0-9a-f]{2}$/.test(part)) continue;
        const names = (await readdir(join(folder, part))).filter((name) => name.startsWith(part));
        for (const name of names.sort()) {
          const file = await statsOf(join(folder, part, name), name);
          if (file) yield file;
        }
      }
      return undefined;
    },
  };
}

function statsOf(path: string, name: string): Promise<StoredFile | undefined> {
  return stat(path)
    .then((stats) => (stats.isFile() ? { name, changedAt: stats.mtimeMs, bytes: stats.size } : undefined))
    .catch(ifMissing(undefined));
}

function ifMissing<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}
