import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Collection } from '#app/content/collection.server.ts';
import type { CollectionName } from '#app/content/item-schema.ts';
import { countItems } from '#app/database/counted-list.server.ts';
import type { ReadDb } from '#app/database/handles.ts';
import { readCursor } from '#app/database/paginate.server.ts';

export type ExportOptions = {
  signal?: AbortSignal;
  onProgress?: (name: CollectionName, written: number, total: number) => void;
};

export type Exported = { name: CollectionName; file: string; records: number };

/** Whole items in memory at a time; each may have half a megabyte of text. */
const BATCH_SIZE = 100;

/**
 * Writes each collection as `{folder}/{name}.json`, an array of records as import takes them, one to a line. The files
 * get their names when all are complete: earlier ones stay whole until then. Undefined when `signal` was aborted, and
 * then nothing was changed. Throws what the database or the file system throws, likewise.
 */
export async function exportCollections(
  db: ReadDb,
  collections: Collection[],
  folder: string,
  options: ExportOptions = {},
): Promise<Exported[] | undefined> {
  const done: (Exported & { unfinished: string })[] = [];
  const unfinished = (name: CollectionName) => join(folder, `.${name}.json.unfinished`);
  try {
    for (const collection of collections) {
      const { name } = collection;
      const records = await writeFileOf(db, collection, unfinished(name), options);
      if (options.signal?.aborted) return undefined;
      done.push({ name, file: join(folder, `${name}.json`), records, unfinished: unfinished(name) });
    }
    for (const { unfinished, file } of done) await rename(unfinished, file);
    return done.map(({ name, file, records }) => ({ name, file, records }));
  } finally {
    for (const { name } of collections) await rm(unfinished(name), { force: true });
  }
}

async function writeFileOf(
  db: ReadDb,
  collection: Collection,
  path: string,
  options: ExportOptions,
): Promise<number> {
  const file = await open(path, 'w');
  try {
    const records = await writeRecords(db, collection, file, options);
    await file.sync();
    return records;
  } finally {
    await file.close();
  }
}

/** Waits for each batch to be written before it reads the next: memory does not grow with the collection. */
async function writeRecords(
  db: ReadDb,
  { name, order, list, toInputJson }: Collection,
  file: FileHandle,
  { signal, onProgress }: ExportOptions,
): Promise<number> {
  const total = await countItems(db, order.table);
  let written = 0;
  let next: string | null = null;
  do {
    const page = await list(db, { limit: BATCH_SIZE, after: readCursor(next, order) });
    const lines = page.items.map((item) => JSON.stringify(toInputJson(item)));
    const start = written === 0 ? '[\n' : ',\n';
    if (lines.length > 0) await file.writeFile(start + lines.join(',\n'));
    written += lines.length;
    next = page.next;
    onProgress?.(name, written, Math.max(written, total));
  } while (next && !signal?.aborted);
  await file.writeFile(written === 0 ? '[]\n' : '\n]\n');
  return written;
}
