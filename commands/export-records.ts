import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Collection, CollectionName, StoredItem } from '#app/collection/collection.ts';
import { countItems } from '#app/database/counted-list.server.ts';
import type { ReadDb } from '#app/database/handles.ts';
import { type ListOrder, type Page, type PageRequest, readCursor } from '#app/database/paginate.server.ts';
import { waitingOrder } from '#app/drafts/item-version-store.server.ts';

export type ExportOptions = {
  signal?: AbortSignal;
  onProgress?: (name: CollectionName, written: number, total: number) => void;
};

export type Exported = { name: CollectionName; file: string; records: number };

/** How many whole items are in memory at a time; each may have half a megabyte of text. */
const BATCH_SIZE = 100;

/**
 * Writes each collection as `{folder}/{name}.json`, an array of records that import can read, one per line. The files
 * get their names when all are complete: earlier ones stay intact until then. Undefined when `signal` was aborted, and
 * then nothing was changed. Throws errors of the database or the file system, also without changes.
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
  collection: Collection,
  file: FileHandle,
  { signal, onProgress }: ExportOptions,
): Promise<number> {
  const { name, order, waiting, toInputJson } = collection;
  const total = (await countItems(db, order.table)) + ((await waiting?.count(db)) ?? 0);
  let written = 0;
  for await (const items of batchesOf(db, collection)) {
    const lines = items.map((item) => JSON.stringify(toInputJson(item)));
    const start = written === 0 ? '[\n' : ',\n';
    if (lines.length > 0) await file.writeFile(start + lines.join(',\n'));
    written += lines.length;
    onProgress?.(name, written, Math.max(written, total));
    if (signal?.aborted) break;
  }
  await file.writeFile(written === 0 ? '[]\n' : '\n]\n');
  return written;
}

/** Published items, then scheduled ones. */
async function* batchesOf(db: ReadDb, { order, list, waiting }: Collection): AsyncGenerator<StoredItem[]> {
  yield* pagesOf(order, (request) => list(db, request));
  if (!waiting) return;
  for await (const found of pagesOf(waitingOrder, (request) => waiting.list(db, request)))
    yield found.map(({ item }) => item);
}

async function* pagesOf<Item>(
  order: ListOrder,
  list: (request: PageRequest) => Promise<Page<Item>>,
): AsyncGenerator<Item[]> {
  let next: string | null = null;
  do {
    const page: Page<Item> = await list({ limit: BATCH_SIZE, after: readCursor(next, order) });
    yield page.items;
    next = page.next;
  } while (next);
}
