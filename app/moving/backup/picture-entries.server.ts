/** The files of pictures and documents in a backup: an entry each, in the order of the table `picture_file`. */
import { createReadStream } from 'node:fs';
import { mkdir, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { Readable } from 'node:stream';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { PictureFileRow } from '#app/platform/database/tables/tables.ts';
import { isBucketError } from '#app/platform/media/bucket-files.server.ts';
import type { MediaFiles } from '#app/platform/media/media-files.server.ts';
import { hashOf, readIntact } from '#app/platform/media/picture-files.server.ts';
import { isStoredName } from '#app/platform/media/stored-name.ts';
import type { Manifest } from './manifest.ts';
import { readTableEntry } from './table-entry.server.ts';

export const PICTURE_FILES = 'picture_file';

/** Far more than any file has: none is held in memory that does. */
const MOST_BYTES = 64 * 1024 * 1024;

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Calls `add` with each file of the rows that were written to `folder`, one after the other. A file that is missing or
 * damaged is empty: it must not keep everything else from being backed up.
 */
export async function eachPictureFile(
  { tables }: Manifest,
  folder: string,
  files: MediaFiles,
  add: (name: string, content: Uint8Array) => Promise<void>,
): Promise<void> {
  const entry = tables.find(({ name }) => name === PICTURE_FILES);
  if (!entry) return;
  const at = (column: string) => entry.columns.indexOf(column);
  let isDown = false;
  const written = Readable.toWeb(createReadStream(join(folder, `${entry.name}.jsonl.zst`)));
  await readTableEntry(written as ReadableStream<Uint8Array>, entry, async (rows) => {
    for (const values of rows) {
      const [name = '', picture = '', sha256 = ''] = ['name', 'picture', 'sha256'].map((column) =>
        String(values[at(column)]),
      );
      const row = { name, picture, sha256, bytes: Number(values[at('bytes')]) };
      // A bucket that is down is not asked again for each of thousands of files.
      const content = isDown
        ? 'missing'
        : await readIntact(files, row).catch((error) => {
            if (!isBucketError(error)) throw error;
            isDown = true;
            return 'missing' as const;
          });
      await add(name, typeof content === 'string' ? new Uint8Array(0) : content);
    }
  });
}

/** What a backup's entry of a file is: as in its table, lost before the backup was made, or something else. */
type CheckedFile = { row: PictureFileRow; content: Bytes } | 'lost' | 'altered';

/** Checks the entries against the rows of a restored town, one call for each, in order. */
export function openFileChecks(
  connection: DatabaseSync,
): (name: string, size: number, read: () => Promise<Bytes>) => Promise<CheckedFile> {
  // One row at a time: a migration can't change tables of a connection that has not read a result to its end.
  const next = connection.prepare(
    `select "name", "picture", "bytes", "sha256" from "${PICTURE_FILES}" where "name" > ? order by "name" limit 1`,
  );
  let last = '';
  return async (name, size, read) => {
    const row = next.get(last) as PictureFileRow | undefined;
    last = row?.name ?? last;
    if (row?.name !== name || !isStoredName(name)) return 'altered';
    if (size === 0) return 'lost';
    if (size !== row.bytes || size > MOST_BYTES) return 'altered';
    const content = await read();
    return hashOf(content) === row.sha256 ? { row, content } : 'altered';
  };
}

/** Files of a backup that wait to be put in place. */
export type Waiting = {
  keep: (row: PictureFileRow, content: Bytes) => Promise<void>;
  /**
   * Leaves the present file where the present town `present` has another file under the same name, which is the same
   * picture encoded by another version: `restored` gets its checksum, so that both towns have what their rows say.
   */
  settle: (present: ReadDb, restored: WriteDb) => Promise<void>;
  moveToFinalName: () => Promise<void>;
};

/** Collects files in `folder` that `files` does not have. */
export function openWaiting(folder: string, files: MediaFiles): Waiting {
  const differing = new Map<string, string>();
  return {
    async keep(row, content) {
      const present = await files.read(row.name);
      const hash = present && hashOf(present);
      if (hash === row.sha256) return;
      if (hash) differing.set(row.name, hash);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFile(join(folder, row.name), content, { mode: 0o600 });
    },
    async settle(present, restored) {
      for (const [name, sha256] of differing) {
        const row = await present
          .selectFrom(PICTURE_FILES)
          .select('bytes')
          .where('name', '=', name)
          .where('sha256', '=', sha256)
          .executeTakeFirst();
        if (!row) continue;
        const bytes = Number(row.bytes);
        await restored.updateTable(PICTURE_FILES).set({ bytes, sha256 }).where('name', '=', name).execute();
        await rm(join(folder, name));
      }
    },
    async moveToFinalName() {
      for (const name of await readdir(folder).catch(() => [])) await files.put(name, join(folder, name));
    },
  };
}
