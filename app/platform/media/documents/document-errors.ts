import { TOO_LARGE } from '#app/platform/document-reader/document-limits.ts';
import type { PictureError } from '#app/platform/media/picture-limits.ts';

/** Why a document is refused (R-44, product contract section 6). What its content is refused for is in the reader. */

/** The HTTP status and a sentence for the user. 409: another document has the same file. */
export type DocumentError = PictureError | { status: 409; sentence: string };

export const DOCUMENT_TOO_LARGE: PictureError = { status: 413, sentence: TOO_LARGE.message };

export const DOCUMENT_DISK_FULL: PictureError = {
  status: 507,
  sentence: 'There is too little space on the server’s disk. The document was not saved.',
};

export const DOCUMENT_STORE_DOWN: PictureError = {
  status: 503,
  sentence:
    'The storage for documents does not respond. The document was not saved. Try again in a few minutes.',
};

/** For the files of a form beyond the `most` that it may bring. */
export function tooManyDocuments(most: number): PictureError {
  const sentence =
    most === 1
      ? 'Only one document can be sent here.'
      : `Only ${most} documents can be sent at once. Choose this one again.`;
  return { status: 413, sentence };
}
