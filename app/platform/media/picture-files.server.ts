/** Which files the pictures of the library have, and whether they are there. */
import { createHash } from 'node:crypto';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { PictureFileRow } from '#app/platform/database/tables/tables.ts';
import type { MediaFiles, StoredFile } from './media-files.server.ts';

const PAGE_ROWS = 1000;

/** All files of all pictures, by name in byte order. */
export async function* listPictureFiles(db: ReadDb): AsyncGenerator<PictureFileRow> {
  for (let after = ''; ; ) {
    const rows = await db
      .selectFrom('picture_file')
      .select(['name', 'picture', 'bytes', 'sha256'])
      .where('name', '>', after)
      .orderBy('name')
      .limit(PAGE_ROWS)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE_ROWS) return;
    after = last.name;
  }
}

/** The files of these pictures, by name. */
export async function listFilesOf(db: ReadDb, pictures: string[]): Promise<PictureFileRow[]> {
  if (pictures.length === 0) return [];
  return db
    .selectFrom('picture_file')
    .select(['name', 'picture', 'bytes', 'sha256'])
    .where('picture', 'in', pictures)
    .orderBy('name')
    .execute();
}

/** Whether a picture of the library has a file with this name. */
export async function isPictureFile(db: ReadDb, name: string): Promise<boolean> {
  const row = await db.selectFrom('picture_file').select('name').where('name', '=', name).executeTakeFirst();
  return row !== undefined;
}

/**
 * A difference between the library and the stored files: the file is `missing`, `altered`, or belongs to no picture
 * (`orphaned`).
 */
export type FileDifference =
  | { kind: 'missing' | 'altered'; name: string }
  | { kind: 'orphaned'; name: string; file: StoredFile };

/** Compares the stored files with the library, with the given check of those that have the right size. Flat in memory. */
export async function* compareFiles(
  db: ReadDb,
  files: MediaFiles,
  isIntact: (row: PictureFileRow) => Promise<boolean> = async () => true,
): AsyncGenerator<FileDifference> {
  const stored = files.list();
  let { value: file } = await stored.next();
  for await (const row of listPictureFiles(db)) {
    for (; file && file.name < row.name; { value: file } = await stored.next())
      yield { kind: 'orphaned', name: file.name, file };
    if (file?.name !== row.name) {
      yield { kind: 'missing', name: row.name };
      continue;
    }
    if (file.bytes !== row.bytes || !(await isIntact(row))) yield { kind: 'altered', name: row.name };
    ({ value: file } = await stored.next());
  }
  for (; file; { value: file } = await stored.next()) yield { kind: 'orphaned', name: file.name, file };
}

/** The file's content, if it is the one that the library has; otherwise whether it is missing or altered. */
export async function readIntact(
  files: MediaFiles,
  { name, bytes, sha256 }: PictureFileRow,
): Promise<Uint8Array<ArrayBuffer> | 'missing' | 'altered'> {
  const content = await files.read(name);
  if (!content) return 'missing';
  return content.byteLength === bytes && hashOf(content) === sha256 ? content : 'altered';
}

/** SHA-256 in hexadecimal. */
export function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
