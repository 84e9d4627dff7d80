import { mkdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { hashFile, nameWorkFolder } from '#app/platform/storage/work-folder.server.ts';
import { isBucketError } from './bucket-files.server.ts';
import { type FileKind, kindOf } from './file-kind.ts';
import type { Media } from './media.server.ts';
import type { MediaFiles } from './media-files.server.ts';
import {
  DISK_FULL,
  HEIC,
  MAX_FILE_BYTES,
  NO_PICTURE,
  type PictureError,
  STORE_DOWN,
  TOO_LARGE,
  UNREADABLE,
} from './picture-limits.ts';
import { fileNameOf, fileNamesOf, widthsOf } from './picture-sizes.ts';
import {
  type Adder,
  addPictureRow,
  findPicture,
  type NewFile,
  type Picture,
  type PictureWords,
} from './picture-store.server.ts';
import { shownName } from './shown-name.ts';

/** A received file: where it is, and what was noticed while it arrived. `hash` is its SHA-256 in hexadecimal. */
export type Upload = { field: string; name: string; path: string; bytes: number; hash: string; head: Buffer };

/** A file that was not kept while it arrived. */
export type SkippedFile = { field: string; name: string; refusal: PictureError };

export type Added = { picture: Picture; isNew: boolean; refusal?: undefined };

export type AddOptions = {
  media: Media;
  db: WriteDb;
  now: number;
  words?: Partial<PictureWords>;
  adder?: Adder;
};

/**
 * Puts an uploaded picture into the library; the same bytes again give the picture that is there. Only when all its
 * files are stored is it in the library (F10): a full disk, or a bucket that does not respond, is a
 * refusal. Throws when they can't be written for another
 * reason.
 */
export async function addPicture(
  upload: Upload,
  options: AddOptions,
): Promise<Added | { refusal: PictureError }> {
  const { media, db } = options;
  if (upload.bytes > MAX_FILE_BYTES) return { refusal: TOO_LARGE };
  const id = upload.hash.slice(0, 32);
  const kind = kindOf(upload.head);
  if (!kind) return { refusal: NO_PICTURE };
  try {
    const known = await findPicture(db, id);
    if (known && (await hasFiles(media, known))) return { picture: known, isNew: false };
    return await encodeAndAdd(upload, id, kind, options);
  } catch (error) {
    if (isDiskFull(error)) return { refusal: DISK_FULL };
    if (isBucketError(error)) return { refusal: STORE_DOWN };
    throw error;
  }
}

/** Whether there is no space left; also for an error of another process, which has only a message (F10). */
export function isDiskFull(error: unknown): boolean {
  const { code = '', message = '' } = error as NodeJS.ErrnoException;
  return (
    code === 'ENOSPC' || code === 'EDQUOT' || /ENOSPC|EDQUOT|No space left|quota exceeded/i.test(message)
  );
}

async function encodeAndAdd(
  upload: Upload,
  id: string,
  kind: FileKind,
  { media, db, words, adder, now }: AddOptions,
): Promise<Added | { refusal: PictureError }> {
  const folder = nameWorkFolder(media.workFolder);
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const encoded = await media.encoder.encode({ file: upload.path, folder, id });
    if ('status' in encoded)
      return { refusal: kind === 'heic' && encoded.sentence === UNREADABLE.sentence ? HEIC : encoded };
    const files = await storeFiles(fileNamesOf({ id, ...encoded }), folder, media.files);
    return await addPictureRow(db, { ...pictureRowOf(id, upload, encoded, words), ...adder }, files, now);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function storeFiles(names: string[], folder: string, files: MediaFiles): Promise<NewFile[]> {
  const stored: NewFile[] = [];
  for (const name of names) {
    const path = join(folder, name);
    const { size: bytes } = await stat(path);
    stored.push({ name, bytes, sha256: await hashFile(path) });
    await files.put(name, path);
  }
  return stored;
}

function pictureRowOf(
  id: string,
  { name, bytes }: Upload,
  encoded: { width: number; height: number; color: string },
  {
    alt = null,
    decorative = false,
    caption = null,
    credit = null,
    focalPoint = 5,
  }: Partial<PictureWords> = {},
) {
  return {
    id,
    name: shownName(name, 'picture'),
    bytes,
    ...encoded,
    alt,
    decorative,
    caption,
    credit,
    focalPoint,
  };
}

/** The largest JPEG is written last. */
async function hasFiles({ files }: Media, picture: Picture): Promise<boolean> {
  return (await files.find(fileNameOf(picture.id, widthsOf(picture).at(-1) as number, 'jpeg'))) !== undefined;
}
