/** What is read of a document. */

export const DOCUMENT_TYPES = ['pdf', 'docx', 'xlsx', 'pptx', 'odt', 'ods', 'odp', 'csv', 'txt'] as const;

export type DocumentType = (typeof DOCUMENT_TYPES)[number];

export const MIME_TYPES: Record<DocumentType, string> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  odt: 'application/vnd.oasis.opendocument.text',
  ods: 'application/vnd.oasis.opendocument.spreadsheet',
  odp: 'application/vnd.oasis.opendocument.presentation',
  csv: 'text/csv; charset=utf-8',
  txt: 'text/plain; charset=utf-8',
};

/** Without its charset: 'text/plain'. */
export function mediaTypeOf(type: string): string {
  return MIME_TYPES[type as DocumentType]?.split(';')[0] ?? 'application/octet-stream';
}

export type Certainty = 'yes' | 'no' | 'unknown';

/** What a blind reader would meet. `message` starts with a short sentence that can stand alone. */
export type DocumentProblem = { code: ProblemCode; message: string };

/** `page` counts from 1; of a workbook it is the sheet. Null where a page can't be told. */
export type DocumentPart = { page: number | null; text: string };

export type ReadDocument = {
  type: DocumentType;
  mimeType: string;
  /** Pages, sheets or slides; null where the file does not say. */
  pages: number | null;
  /** As in the file, on one line, at most 300 characters. */
  title: string | null;
  /** BCP 47. */
  language: string | null;
  text: Certainty;
  tagged: Certainty;
  problems: DocumentProblem[];
  /** In order, none without text or with more than 60,000 characters. A long page is several parts. */
  parts: DocumentPart[];
};

/** A badge for each kind of finding. Serious: someone can't read it at all. */
export const PROBLEMS = {
  scan: { label: 'Scan: no text', isSerious: true },
  'scan-pages': { label: 'Pages without text', isSerious: true },
  'table-picture': { label: 'Table as a picture', isSerious: false },
  untagged: { label: 'Not tagged', isSerious: false },
  title: { label: 'No title', isSerious: false },
  language: { label: 'No language', isSerious: false },
  alt: { label: 'Pictures without description', isSerious: false },
  'table-headers': { label: 'Table without headings', isSerious: false },
  'slide-titles': { label: 'Slides without title', isSerious: false },
  'hidden-sheets': { label: 'Hidden sheets', isSerious: false },
  cut: { label: 'Not searched to the end', isSerious: false },
} as const;

export type ProblemCode = keyof typeof PROBLEMS;
