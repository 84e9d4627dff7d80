import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { documentIdOf, documentText, entryOf } from './document-text.ts';
import { listFoundDocuments } from './find-documents.server.ts';
import { wordsOf } from './fold-text.ts';
import { indexItems } from './index-items.server.ts';

const MOST_WORDS = 8;
const MOST_PAGES = 1000;

/**
 * The ids of documents that have all words of `q` on one page, in their title or in their summary, whether anything uses
 * them or not; the last word may be the beginning of one. Of very many pages, those indexed last.
 */
export async function listDocumentsWith(db: ReadDb, q: string): Promise<string[]> {
  const words = wordsOf(q).slice(0, MOST_WORDS);
  const clauses = words.map((word, at) => ({
    choices: [[word]],
    endings: at === words.length - 1 && word.length > 1,
    isExcluded: false,
  }));
  const { documents } = await listFoundDocuments(db, documentText, {
    clauses,
    unused: true,
    limit: MOST_PAGES,
  });
  return [...new Set(documents.map(({ itemId }) => documentIdOf(itemId)))];
}

/** More would keep others waiting. The site indexes the rest within seconds. */
const PAGES_AT_ONCE = 50;

/** Search finds the document when the caller's transaction ends, which has written it and its `parts`. */
export async function indexDocument(db: WriteDb, document: string, parts: number): Promise<void> {
  const positions = Array.from({ length: Math.min(parts, PAGES_AT_ONCE) }, (_, position) => position);
  await indexItems(db, documentText, [
    entryOf(document),
    ...positions.map((position) => entryOf(document, position)),
  ]);
}
