import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Collection, CollectionName, StoredItem } from '#app/items/collection/collection.ts';
import { unpublishedOrders } from '#app/items/drafts/item-version-store.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { countItems } from '#app/platform/database/lists/counted-list.server.ts';
import {
  type ListOrder,
  type Page,
  type PageRequest,
  readCursor,
} from '#app/platform/database/lists/paginate.server.ts';
import type { PictureFileRow } from '#app/platform/database/tables/tables.ts';
import { copyPictureFiles } from '#app/platform/media/copy-picture-files.server.ts';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import type { MediaFiles } from '#app/platform/media/media-files.server.ts';
import { listFilesOf } from '#app/platform/media/picture-files.server.ts';
import { listPictures, type Picture, pictureOrder } from '#app/platform/media/picture-store.server.ts';
import { withWorkFolder } from '#app/platform/storage/work-folder.server.ts';

type ExportOptions = {
  signal?: AbortSignal;
  onProgress?: (name: CollectionName, written: number, total: number) => void;
};

type Exported = { name: CollectionName; file: string; records: number };

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
  const { name } = collection;
  const total = await countRecords(db, collection);
  let written = 0;
  for await (const items of listRecords(db, collection)) {
    const lines = items.map((item) => JSON.stringify(item));
    const start = written === 0 ? '[\n' : ',\n';
    if (lines.length > 0) await file.writeFile(start + lines.join(',\n'));
    written += lines.length;
    onProgress?.(name, written, Math.max(written, total));
    if (signal?.aborted) break;
  }
  await file.writeFile(written === 0 ? '[]\n' : '\n]\n');
  return written;
}

/** How many records there are, published or not. */
export async function countRecords(
  db: ReadDb,
  { store: { order, unpublished } }: Collection,
): Promise<number> {
  const { draft = 0, scheduled = 0 } = (await unpublished?.count(db)) ?? {};
  return (await countItems(db, order.table)) + scheduled + draft;
}

/** Published items, then scheduled ones and drafts, each as import reads it; some at a time. */
async function* listRecords(db: ReadDb, collection: Collection): AsyncGenerator<Record<string, unknown>[]> {
  for await (const items of listPublished(db, collection)) yield items.map(collection.json.toInputJson);
  yield* listUnpublished(db, collection);
}

/** Published items, some at a time. */
export function listPublished(
  db: ReadDb,
  { store: { order, list } }: Collection,
): AsyncGenerator<StoredItem[]> {
  return pagesOf(order, (request) => list(db, request));
}

/** Scheduled items and drafts, each as import reads it; some at a time. */
export async function* listUnpublished(
  db: ReadDb,
  { store: { unpublished } }: Collection,
): AsyncGenerator<Record<string, unknown>[]> {
  if (!unpublished) return;
  for (const status of ['scheduled', 'draft'] as const) {
    const pages = pagesOf(unpublishedOrders[status], (request) => unpublished.list(db, status, request));
    for await (const items of pages)
      yield items.map(({ input, publishAt }) => ({
        ...{ ...input, publication: status },
        ...(publishAt === null ? {} : { publishAt: new Date(publishAt).toISOString() }),
      }));
  }
}

/** All pages of a list. */
export async function* pagesOf<Item>(
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

/** `lost` is how many files are missing or damaged. */
type ExportedPictures = {
  records: number;
  lost: number;
  /** Gives the list its name, `pictures.json`. A town without pictures has none. */
  moveToFinalName: () => Promise<void>;
  /** Deletes the list if it has no name yet. */
  discard: () => Promise<void>;
};

/**
 * Copies the files of all pictures to the folder `media` in `folder`, where files of an earlier export stay, and writes
 * the list that import can read. Throws the reason of `signal` when that is aborted.
 */
export async function exportPictures(
  db: ReadDb,
  from: MediaFiles,
  folder: string,
  signal: AbortSignal,
): Promise<ExportedPictures> {
  const unfinished = join(folder, '.pictures.json.unfinished');
  const file = join(folder, 'pictures.json');
  const discard = () => rm(unfinished, { force: true });
  const to = openMediaFiles({ dataFolder: folder });
  const onFile = () => signal.throwIfAborted();
  const lost = await withWorkFolder(folder, (workFolder) =>
    copyPictureFiles(db, { from, to, workFolder, onFile }),
  );
  const records = await writeList(db, unfinished).catch(async (error) => {
    await discard();
    throw error;
  });
  const moveToFinalName = () =>
    records > 0 ? rename(unfinished, file) : rm(file, { force: true }).then(discard);
  return { records, lost, moveToFinalName, discard };
}

async function writeList(db: ReadDb, path: string): Promise<number> {
  const file = await open(path, 'w');
  let records = 0;
  try {
    for await (const pictures of pagesOf(pictureOrder, (request) => listPictures(db, {}, request))) {
      const ids = pictures.map(({ id }) => id);
      const files = await listFilesOf(db, ids);
      for (const picture of pictures) {
        const own = files.filter((each) => each.picture === picture.id);
        await file.writeFile(`${records++ === 0 ? '[\n' : ',\n'}${JSON.stringify(recordOf(picture, own))}`);
      }
    }
    await file.writeFile(records === 0 ? '[]\n' : '\n]\n');
    await file.sync();
    return records;
  } finally {
    await file.close();
  }
}

function recordOf(
  { updatedAt, addedBy, addedByToken, createdAt, ...picture }: Picture,
  files: PictureFileRow[],
) {
  return {
    ...picture,
    createdAt: new Date(createdAt).toISOString(),
    files: files.map(({ name, bytes, sha256 }) => ({
      name,
      bytes,
      sha256,
    })),
  };
}
