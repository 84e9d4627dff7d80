/** Reads one document. Runs in a process of its own (`document-process.server.ts`). */
import { readFile } from 'node:fs/promises';
import type { ReadDocument } from './document-facts.ts';
import { BROKEN, DocumentError, type DocumentFault } from './document-limits.ts';
import { extensionFault, formatOf } from './file-format.ts';
import { findOfficeMain } from './office-package.server.ts';
import { readOpenDocument } from './read-open-document.server.ts';
import { readPdf } from './read-pdf.server.ts';
import { readPlain } from './read-plain.server.ts';
import { readSlides } from './read-slides.server.ts';
import { readWord } from './read-word.server.ts';
import { readWorkbook } from './read-workbook.server.ts';
import { openPackage } from './zip-package.server.ts';

export type ReadingOrder = {
  path: string;
  name: string;
  /** How long pages of a PDF are read, in milliseconds. */
  readMs: number;
};

/** What is in the file, or why it is refused. Rejects only when it can't be read from the disk. */
export async function readDocumentFile(order: ReadingOrder): Promise<ReadDocument | DocumentFault> {
  const bytes = await readFile(order.path);
  try {
    const read = await readFormat(bytes, order);
    return extensionFault(order.name, read.type) ?? read;
  } catch (error) {
    return error instanceof DocumentError ? error.fault : BROKEN;
  }
}

async function readFormat(bytes: Buffer, { name, readMs }: ReadingOrder): Promise<ReadDocument> {
  const format = formatOf(bytes);
  if (format === 'pdf') return readPdf(bytes, { readMs });
  if (format === 'text') return readPlain(bytes, name);
  const zip = await openPackage(bytes);
  if (zip.has('mimetype')) return readOpenDocument(zip);
  const main = await findOfficeMain(zip);
  if (main.type === 'docx') return readWord(zip, main);
  return main.type === 'xlsx' ? readWorkbook(zip, main) : readSlides(zip, main);
}
