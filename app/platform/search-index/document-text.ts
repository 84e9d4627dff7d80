import type { TextSource } from './text-sources.ts';

/**
 * The pages of documents, and an entry for the title and summary of each. An entry's id is the document's with a number;
 * `series` is the same for all of a document. Readers find those that a published item uses.
 */
export const documentText: TextSource = {
  kind: 'documents',
  table: 'document_page',
  place: 16,
  title: 'title',
  date: 'date',
  columns: ['title', 'text', 'document'],
  isView: true,
  hasShortTexts: true,
  // The view finds a page by its id only by reading all of them.
  titlesIn: 'document',
  usedIn: { table: 'document_use', of: 'document', state: 'published' },
  fieldsOf: ({ title = '', text = '', document = '' }) => ({
    title,
    texts: [text],
    place: '',
    seriesId: document,
  }),
};

const ID_LENGTH = 32;

/** The id of the entry of a part, or of the title and the summary. */
export function entryOf(document: string, position = -1): string {
  return `${document}-${String(position + 1).padStart(5, '0')}`;
}

/** The id of the document that an entry belongs to. */
export function documentIdOf(entry: string): string {
  return entry.slice(0, ID_LENGTH);
}

/** The position of the part that an entry has; undefined for the entry of the title and the summary. */
export function positionOf(entry: string): number | undefined {
  const number = Number(entry.slice(ID_LENGTH + 1));
  return number > 0 ? number - 1 : undefined;
}
