/** What a file is, by its bytes. The name can only be wrong. */
import type { DocumentType } from './document-facts.ts';
import {
  DocumentError,
  type DocumentFault,
  EMPTY,
  ENCRYPTED,
  MACROS,
  MAX_DOCUMENT_BYTES,
  NOT_A_DOCUMENT,
  OLD_OFFICE,
  RICH_TEXT,
  TOO_LARGE,
  TWO_FORMATS,
  wrongExtension,
} from './document-limits.ts';

/** What a reader is chosen by: what exactly is in a package, only its entries say. */
export type FileFormat = 'pdf' | 'package' | 'text';

/** PDF readers accept a header that begins within these bytes. */
const PDF_HEADER_WITHIN = 1024;

/** The end record of a ZIP archive is within these bytes of the end: 22 and the longest comment. */
const ZIP_END_WITHIN = 65_557;

/** The format of a file by its bytes. Throws DocumentError for one that is none of these, or two at once. */
export function formatOf(bytes: Buffer): FileFormat {
  if (bytes.length === 0) throw new DocumentError(EMPTY);
  if (bytes.length > MAX_DOCUMENT_BYTES) throw new DocumentError(TOO_LARGE);
  const head = bytes.toString('latin1', 0, PDF_HEADER_WITHIN);
  if (/^(\xef\xbb\xbf)?\s{0,16}%PDF-/.test(head)) {
    if (isMarkup(head) || hasMarkupAfterEnd(bytes) || hasZipEnd(bytes)) throw new DocumentError(TWO_FORMATS);
    return 'pdf';
  }
  if (head.startsWith('PK\x03\x04')) {
    if (head.includes('%PDF-') || isMarkup(head)) throw new DocumentError(TWO_FORMATS);
    return 'package';
  }
  if (head.startsWith('\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1'))
    throw new DocumentError(faultOfCompoundFile(bytes));
  if (head.startsWith('{\\rtf')) throw new DocumentError(RICH_TEXT);
  if (head.includes('%PDF-')) throw new DocumentError(TWO_FORMATS);
  return 'text';
}

/** Compound files are Office before 2007; newer ones are only in them when they are encrypted ([MS-OFFCRYPTO] 2.3.4). */
function faultOfCompoundFile(bytes: Buffer): DocumentFault {
  const has = (name: string) => bytes.includes(Buffer.from(name, 'utf16le'));
  if (has('EncryptedPackage')) return ENCRYPTED;
  return has('_VBA_PROJECT') || has('Macros') ? MACROS : OLD_OFFICE;
}

/** Whether a browser that ignores the type would take it for a page. */
export function isMarkup(head: string): boolean {
  return /<(!doctype\s+html|html|head|body|script|svg|iframe|meta)\b/i.test(head);
}

function hasMarkupAfterEnd(bytes: Buffer): boolean {
  const end = bytes.lastIndexOf('%%EOF');
  return end >= 0 && isMarkup(bytes.toString('latin1', end, end + 64 * 1024));
}

/** Whether programs that unpack archives would find one: they look for its end record, and ignore what is before. */
function hasZipEnd(bytes: Buffer): boolean {
  const tail = bytes.subarray(Math.max(0, bytes.length - ZIP_END_WITHIN));
  for (let at = tail.indexOf('PK\x05\x06', 0, 'latin1'); at >= 0; ) {
    if (bytes.includes('PK\x01\x02', 0, 'latin1') && tail.length - at >= 22) return true;
    at = tail.indexOf('PK\x05\x06', at + 4, 'latin1');
  }
  return false;
}

const KINDS: Record<DocumentType, [kind: string, extensions: string[]]> = {
  pdf: ['a PDF', ['pdf']],
  docx: ['a Word file', ['docx']],
  xlsx: ['an Excel file', ['xlsx']],
  pptx: ['a PowerPoint file', ['pptx']],
  odt: ['an OpenDocument text', ['odt']],
  ods: ['an OpenDocument spreadsheet', ['ods']],
  odp: ['an OpenDocument presentation', ['odp']],
  csv: ['a CSV file', ['csv', 'tsv']],
  txt: ['a text file', ['txt', 'text', 'csv', 'tsv']],
};

/** The fault of a file whose name would make programs read it as something else. A name without an extension is fine. */
export function extensionFault(name: string, type: DocumentType): DocumentFault | undefined {
  const extension = extensionOf(name);
  const [kind, extensions] = KINDS[type];
  if (extension === '' || extensions.includes(extension)) return undefined;
  // Of what is no document, its name says what it was meant to be.
  const isOther = !Object.values(KINDS).some(([, known]) => known.includes(extension));
  if (type === 'txt' && isOther) return NOT_A_DOCUMENT;
  return wrongExtension(extension.slice(0, 20), kind, `.${extensions[0]}`);
}

export function extensionOf(name: string): string {
  return /[^./\\]\.([\p{L}\p{N}_-]{1,40})\s*$/u.exec(name)?.[1]?.toLowerCase() ?? '';
}
