/** How much may be uploaded where: what a route's facts mean for its files. */
import { MAX_DOCUMENT_BYTES } from '#app/platform/document-reader/document-limits.ts';
import { DOCUMENT_INPUT } from '#app/platform/forms/document-fields.ts';
import {
  DOCUMENT_DISK_FULL,
  DOCUMENT_TOO_LARGE,
  tooManyDocuments,
} from '#app/platform/media/documents/document-errors.ts';
import {
  DISK_FULL,
  MAX_FILE_BYTES,
  type PictureError,
  TOO_LARGE,
  tooManyFiles,
} from '#app/platform/media/picture-limits.ts';
import { HOUR_MS, MINUTE_MS } from '#app/platform/time/durations.ts';
import { MAX_BODY_BYTES } from '#app/site/body-limit.ts';
import { findRoute } from '../route-table.ts';
import { boundaryOf } from './read-multipart.ts';

/** The fields besides the files, and the markup around them. */
export const MAX_OTHER_BYTES = MAX_BODY_BYTES;

/** A file over `fileBytes` is refused with `tooLarge`, files beyond `files` with `tooMany`. */
export type FileLimits = {
  files: number;
  fileBytes: number;
  tooLarge: PictureError;
  tooMany: PictureError;
  diskFull: PictureError;
};

/**
 * What the route of a request accepts, `documents` in addition to other files. A whole form that is larger than all of
 * them is refused with the sentence `excess`. `receiveMs` is how long it may take to arrive.
 */
export type UploadLimits = FileLimits & {
  documents?: FileLimits | undefined;
  receiveMs: number;
  excess: string;
};

/** Pictures from a phone may take minutes. */
const PICTURES_MS = 15 * MINUTE_MS;
/** 2 GiB at 1 Mbit/s take five hours. */
const LARGE_FILES_MS = 6 * HOUR_MS;

/** The limits for the files of a request; undefined if it has none, or if its route accepts none. */
export function uploadLimitsOf(request: Request): UploadLimits | undefined {
  if (!request.body || !boundaryOf(request.headers.get('Content-Type') ?? '')) return undefined;
  const { files = 0, maxFileBytes, documents } = findRoute(new URL(request.url).pathname)?.route ?? {};
  if (documents) return withDocuments(files, documents);
  if (!files) return undefined;
  return maxFileBytes ? forFiles(files, maxFileBytes) : forPictures(files);
}

/** The limits of the files of a field. Where a form takes pictures, too, documents have a field of their own. */
export function limitsOfField(limits: UploadLimits, field: string): FileLimits {
  const { documents, files } = limits;
  return documents && (files === 0 || field.startsWith(DOCUMENT_INPUT)) ? documents : limits;
}

/** The bytes of a form with as many files as allowed, each as large as allowed. */
export function maxBytesOf({ files, fileBytes, documents }: UploadLimits): number {
  const ofDocuments = documents ? documents.files * documents.fileBytes : 0;
  return files * fileBytes + ofDocuments + MAX_OTHER_BYTES;
}

function withDocuments(files: number, documents: number): UploadLimits {
  return {
    ...forPictures(files),
    documents: {
      files: documents,
      fileBytes: MAX_DOCUMENT_BYTES,
      tooLarge: DOCUMENT_TOO_LARGE,
      tooMany: tooManyDocuments(documents),
      diskFull: DOCUMENT_DISK_FULL,
    },
    excess:
      documents > 1
        ? `Nothing was saved. Send at most ${documents} documents of at most 25 MiB each.`
        : DOCUMENT_TOO_LARGE.sentence,
  };
}

function forPictures(files: number): UploadLimits {
  const several = `Nothing was saved. Send at most ${files} pictures of at most 20 MiB each.`;
  return {
    files,
    fileBytes: MAX_FILE_BYTES,
    receiveMs: PICTURES_MS,
    tooLarge: TOO_LARGE,
    tooMany: tooManyFiles(files),
    diskFull: DISK_FULL,
    excess: files > 1 ? several : TOO_LARGE.sentence,
  };
}

function forFiles(files: number, fileBytes: number): UploadLimits {
  const most = sizeWords(fileBytes);
  return {
    files,
    fileBytes,
    receiveMs: LARGE_FILES_MS,
    tooLarge: { status: 413, sentence: `A file can have at most ${most}.` },
    tooMany: { status: 413, sentence: `At most ${files} files can be sent at once.` },
    diskFull: {
      status: 507,
      sentence: 'There is too little space on the server’s disk. The file was not saved.',
    },
    excess: `Nothing was saved. Send at most ${files} files of at most ${most} each.`,
  };
}

function sizeWords(bytes: number): string {
  const mebibytes = Math.round(bytes / 1024 ** 2);
  return mebibytes >= 1024 ? `${mebibytes / 1024} GiB` : `${mebibytes} MiB`;
}
