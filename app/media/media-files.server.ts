import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { putInPlace } from '#app/storage/work-folder.server.ts';

/** Where the files of pictures are. Names are those of `readFileName`, and the only ones that exist. */
export type MediaFiles = {
  /** Moves the file at `path` here, whole or not at all, also when the power fails. Replaces one of the same name. */
  put: (name: string, path: string) => Promise<void>;
  /** The whole file; undefined if there is none. */
  read: (name: string) => Promise<Uint8Array<ArrayBuffer> | undefined>;
  has: (name: string) => Promise<boolean>;
  /** Does nothing if there is none. */
  remove: (name: string) => Promise<void>;
  /** All files, in any order. `changedAt` is UTC epoch milliseconds. */
  list: () => AsyncIterable<{ name: string; changedAt: number; bytes: number }>;
};

/** Pictures in a folder, whose subfolders are the first two characters of the names. */
export function folderFiles(folder: string): MediaFiles {
  const pathOf = (name: string) => join(folder, name.slice(0, 2), name);
  return {
    async put(name, path) {
      const target = pathOf(name);
      await mkdir(dirname(target), { recursive: true, mode: 0o700 });
      await putInPlace(path, target);
    },
    read: (name) => readFile(pathOf(name)).catch(ifMissing(undefined)),
    has: (name) =>
      stat(pathOf(name))
        .then((stats) => stats.isFile())
        .catch(ifMissing(false)),
    remove: (name) => rm(pathOf(name), { force: true }),
    async *list() {
      for (const part of await readdir(folder).catch(ifMissing([]))) {
        if (!/^[0-9a-f]{2}$/.test(part)) continue;
        for (const name of await readdir(join(folder, part))) {
          const stats = await stat(join(folder, part, name)).catch(ifMissing(undefined));
          if (stats) yield { name, changedAt: stats.mtimeMs, bytes: stats.size };
        }
      }
    },
  };
}

function ifMissing<Value>(value: Value): (error: NodeJS.ErrnoException) => Value {
  return (error) => {
    if (error.code === 'ENOENT') return value;
    throw error;
  };
}
