import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { listArchived } from '#app/items/archive/archive-store.server.ts';
import type { Collection, StoredItem } from '#app/items/collection/collection.ts';
import { isoOf, optionalIsoOf } from '#app/items/content/item-json.ts';
import { unpublishedOrders } from '#app/items/drafts/item-version-store.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { countItems } from '#app/platform/database/lists/counted-list.server.ts';
import type { PictureFileRow } from '#app/platform/database/tables/tables.ts';
import { copyPictureFiles } from '#app/platform/media/copy-picture-files.server.ts';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import type { MediaFiles } from '#app/platform/media/media-files.server.ts';
import { listFilesOf } from '#app/platform/media/picture-files.server.ts';
import { listPictures, type Picture, pictureOrder } from '#app/platform/media/picture-store.server.ts';
import { withWorkFolder } from '#app/platform/storage/work-folder.server.ts';
import { listAllNotices } from '#app/town/notices/notice-store.server.ts';
import { DOCUMENTS, listDocumentRecords } from './document-records.ts';
import { pagesOf } from './list-pages.ts';
import { writeWholeFiles } from './write-whole-files.ts';

type ExportOptions = {
  signal?: AbortSignal;
  onProgress?: (name: string, written: number, total: number) => void;
};

/**
 * Writes each collection as `{folder}/{name}.json`, an array of records that import can read, one per line, and the list
 * of pictures, if there are any. The files get their names when all are complete: earlier ones stay intact until then.
 * Returns how many records each has. Undefined when `signal` was aborted, and then nothing was changed. Throws errors of
 * the database or the file system, also without changes.
 */
export async function exportCollections(
  db: ReadDb,
  collections: Collection[],
  folder: string,
  { signal, onProgress }: ExportOptions = {},
): Promise<Map<string, number> | undefined> {
  const counts = new Map<string, number>();
  const fileOf = (name: string, pages: AsyncIterable<object[]>, total = async () => 0) => ({
    path: join(folder, `${name}.json`),
    pieces: jsonPieces(
      counted(pages, total, (written, all) => {
        counts.set(name, written);
        if (name !== PICTURES) onProgress?.(name, written, all);
      }),
    ),
  });
  const files = collections.map((collection) =>
    fileOf(collection.name, listRecords(db, collection), () => countRecords(db, collection)),
  );
  const notices = fileOf(NOTICES, listNoticeRecords(db));
  const documents = fileOf(DOCUMENTS, listDocumentRecords(db));
  const list = fileOf(PICTURES, listPictureRecords(db));
  if (!(await writeWholeFiles([...files, notices, documents, list], signal))) return undefined;
  if (counts.get(PICTURES) === 0) await rm(list.path);
  return counts;
}

export const PICTURES = 'pictures';

export const NOTICES = 'notices';

async function* listNoticeRecords(db: ReadDb): AsyncGenerator<object[]> {
  for await (const notices of listAllNotices(db))
    yield notices.map(({ createdAt: _, createdBy: __, ...notice }) => ({
      ...notice,
      startsAt: isoOf(notice.startsAt),
      endsAt: isoOf(notice.endsAt),
      plannedEnd: optionalIsoOf(notice.plannedEnd),
    }));
}

async function* jsonPieces(pages: AsyncIterable<object[]>): AsyncGenerator<string> {
  let isFirst = true;
  for await (const records of pages) {
    if (records.length === 0) continue;
    yield (isFirst ? '[\n' : ',\n') + records.map((record) => JSON.stringify(record)).join(',\n');
    isFirst = false;
  }
  yield isFirst ? '[]\n' : '\n]\n';
}

/** The same pages. `onPage` is called after each with how many items there were, and how many there will be. */
export async function* counted<Item>(
  pages: AsyncIterable<Item[]>,
  total: () => Promise<number>,
  onPage: (done: number, total: number) => void,
): AsyncGenerator<Item[]> {
  const all = await total();
  let done = 0;
  for await (const items of pages) {
    yield items;
    done += items.length;
    onPage(done, Math.max(done, all));
  }
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
  for await (const items of listPublished(db, collection)) {
    const ids = items.map(({ id }) => id);
    const archived = await listArchived(db, collection.name, ids);
    yield items.map((item) => {
      const archivedAt = archived.get(item.id);
      const record = collection.json.toInputJson(item);
      return archivedAt === undefined ? record : { ...record, archivedAt: isoOf(archivedAt) };
    });
  }
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

/**
 * Copies the files of all pictures to the folder `media` in `folder`, where files of an earlier export stay. Returns how
 * many are missing or damaged. Throws the reason of `signal` when that is aborted.
 */
export function copyPictures(
  db: ReadDb,
  from: MediaFiles,
  folder: string,
  signal: AbortSignal,
): Promise<number> {
  const to = openMediaFiles({ dataFolder: folder });
  const onFile = () => signal.throwIfAborted();
  return withWorkFolder(folder, (workFolder) => copyPictureFiles(db, { from, to, workFolder, onFile }));
}

/** All pictures with their files, each as import reads it. */
async function* listPictureRecords(db: ReadDb) {
  for await (const pictures of pagesOf(pictureOrder, (request) => listPictures(db, {}, request))) {
    const files = await listFilesOf(
      db,
      pictures.map(({ id }) => id),
    );
    yield pictures.map((picture) =>
      pictureRecordOf(
        picture,
        files.filter((file) => file.picture === picture.id),
      ),
    );
  }
}

function pictureRecordOf(
  { updatedAt, addedBy, addedByToken, createdAt, ...picture }: Picture,
  files: PictureFileRow[],
) {
  return {
    ...picture,
    createdAt: new Date(createdAt).toISOString(),
    files: files.map(({ name, bytes, sha256 }) => ({ name, bytes, sha256 })),
  };
}
