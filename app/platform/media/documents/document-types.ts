import { DOCUMENT_TYPES, type DocumentType } from '#app/platform/document-reader/document-facts.ts';

/** What readers call each type of document, and what its parts are. */
const types: Record<DocumentType, { label: string; unit: string }> = {
  pdf: { label: 'PDF', unit: 'page' },
  docx: { label: 'Word', unit: 'page' },
  xlsx: { label: 'Excel', unit: 'sheet' },
  pptx: { label: 'PowerPoint', unit: 'slide' },
  odt: { label: 'OpenDocument text', unit: 'page' },
  ods: { label: 'OpenDocument spreadsheet', unit: 'sheet' },
  odp: { label: 'OpenDocument presentation', unit: 'slide' },
  csv: { label: 'CSV', unit: 'page' },
  txt: { label: 'Text', unit: 'page' },
};

/** What file inputs accept. */
export const ACCEPTED_DOCUMENTS = DOCUMENT_TYPES.map((type) => `.${type}`).join(',');

/** What the field for documents says. */
export const DOCUMENT_HINT = 'PDF, Word, Excel, PowerPoint, OpenDocument, CSV or text, up to 25 MB each.';

export type DocumentSize = { type: string; pages: number | null; bytes: number };

/** What a document is, for the link to it: 'PDF, 12 pages, 340 KB'. */
export function documentFacts({ type, pages, bytes }: DocumentSize): string {
  const { label, unit } = types[type as DocumentType] ?? { label: type, unit: 'page' };
  const counted = pages === null ? [] : [`${pages.toLocaleString('en-US')} ${unit}${pages === 1 ? '' : 's'}`];
  return [label, ...counted, bytesText(bytes)].join(', ');
}

/** A size in bytes as text, as computers of readers show it: '340 KB', '1.2 MB'. */
export function bytesText(bytes: number): string {
  const kilobytes = bytes / 1024;
  if (kilobytes < 1000) return `${Math.max(1, Math.round(kilobytes))} KB`;
  const megabytes = kilobytes / 1024;
  return `${megabytes < 9.95 ? Number(megabytes.toFixed(1)) : Math.round(megabytes)} MB`;
}

/** The path of a document's file. */
export function documentPath({ id, name }: { id: string; name: string }): string {
  return `/documents/${id}/${encodeURIComponent(name)}`;
}

/** Whether a text has the form of a document's id. */
export function isDocumentId(text: unknown): text is string {
  return typeof text === 'string' && /^[0-9a-f]{32}$/.test(text);
}

/**
 * The name that a document is served as: that of its file, with the ending of its type, and without what file systems
 * of readers refuse.
 */
export function servedName(name: string, type: string): string {
  const clean = name.replace(/[<>:"|?*]/g, '').replace(/^[.\s]+|[.\s]+$/g, '');
  const stem = clean
    .replace(/\.[a-z0-9]{1,5}$/i, '')
    .slice(0, 120)
    .trim();
  return `${stem || 'document'}.${type}`;
}
