import { DOCUMENT_TYPES } from '#app/platform/document-reader/document-facts.ts';
import { readFileName } from './picture-sizes.ts';

const DOCUMENT_FILE = new RegExp(`^[0-9a-f]{32}\\.(?:${DOCUMENT_TYPES.join('|')})$`);

/** Whether a file of a picture or a document is stored under this name. */
export function isStoredName(name: string): boolean {
  return readFileName(name) !== undefined || isDocumentFile(name);
}

/** Whether this is the name of a stored file of a document. */
export function isDocumentFile(name: string): boolean {
  return DOCUMENT_FILE.test(name);
}
