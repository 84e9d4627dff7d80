/** The library of documents: which there are, and what is known of each. */
import type { Selectable } from 'kysely';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { containsText } from '#app/platform/database/lists/contains-text.ts';
import {
  type ListOrder,
  type Page,
  type PageRequest,
  paginateWalking,
} from '#app/platform/database/lists/paginate.server.ts';
import type {
  DocumentPartRow,
  DocumentRow,
  DocumentVersionRow,
} from '#app/platform/database/tables/document-tables.ts';
import { heldFor, inTransaction } from '#app/platform/database/transaction.ts';
import type { Certainty, DocumentProblem } from '#app/platform/document-reader/document-facts.ts';
import { indexDocument, listDocumentsWith } from '#app/platform/search-index/find-document-pages.server.ts';
import { isDocumentId } from './document-types.ts';

/** A document as stored. Instants are UTC epoch milliseconds. `text` is whether it has text. */
export type StoredDocument = Omit<Selectable<DocumentRow>, 'hasText' | 'tagged' | 'problems' | 'words'> & {
  text: Certainty;
  tagged: Certainty;
  problems: DocumentProblem[];
};

/** What editors say about a document. */
export type DocumentWords = Pick<StoredDocument, 'title' | 'language' | 'summary'>;

/** Newest first. */
export const documentOrder: ListOrder = { column: 'createdAt', direction: 'desc', kind: 'number' };

/** `findings`: readers who can't see would meet problems; `unused`: nothing uses them. */
export type DocumentFilter = { q?: string; show?: 'findings' | 'unused' | undefined };

const columns = [
  'document.id',
  'title',
  'name',
  'file',
  'type',
  'bytes',
  'sha256',
  'pages',
  'language',
  'summary',
  'hasText',
  'tagged',
  'problems',
  'addedBy',
  'addedByToken',
  'createdAt',
  'replacedAt',
  'updatedAt',
] as const;

function documentOf({
  hasText,
  tagged,
  problems,
  bytes,
  ...row
}: Omit<Selectable<DocumentRow>, 'words'>): StoredDocument {
  return {
    ...row,
    bytes: Number(bytes),
    createdAt: Number(row.createdAt),
    updatedAt: Number(row.updatedAt),
    replacedAt: row.replacedAt === null ? null : Number(row.replacedAt),
    text: hasText as Certainty,
    tagged: tagged as Certainty,
    problems: JSON.parse(problems),
  };
}

export async function findDocument(db: ReadDb, id: string): Promise<StoredDocument | undefined> {
  return isDocumentId(id) ? (await listDocumentsById(db, [id]))[0] : undefined;
}

/** The document whose file has this SHA-256, in hexadecimal. */
export async function findDocumentOfContent(db: ReadDb, sha256: string): Promise<StoredDocument | undefined> {
  const row = await db.selectFrom('document').select(columns).where('sha256', '=', sha256).executeTakeFirst();
  return row && documentOf(row);
}

/** The documents with these ids, in the order of the ids. */
export async function listDocumentsById(db: ReadDb, ids: readonly string[]): Promise<StoredDocument[]> {
  if (ids.length === 0) return [];
  const rows = await db.selectFrom('document').select(columns).where('id', 'in', ids).execute();
  const found = new Map(rows.map((row) => [row.id, documentOf(row)]));
  return ids.flatMap((id) => found.get(id) ?? []);
}

/**
 * Which of these documents are in the library. Until the transaction ends, they can't be removed; with 'update', nothing
 * can start to use them either.
 */
export async function lockDocuments(
  db: WriteDb,
  ids: readonly string[],
  purpose: 'share' | 'update' = 'share',
): Promise<Set<string>> {
  const known = ids.filter(isDocumentId);
  if (known.length === 0) return new Set();
  const query = db.selectFrom('document').select('id').where('id', 'in', known).orderBy('id');
  const rows = await query.modifyEnd(heldFor(db, purpose, 'document')).execute();
  return new Set(rows.map(({ id }) => id));
}

/** One page of the library, newest first. `q` is looked for in what is said of a document, and in its text. */
export async function listDocuments(
  db: ReadDb,
  { q = '', show }: DocumentFilter,
  request: PageRequest,
): Promise<Page<StoredDocument>> {
  const words = foldedWords(q);
  const inside = words.length > 0 ? await listDocumentsWith(db, q) : [];
  const query = db
    .selectFrom('document')
    .select(columns)
    .$if(show === 'findings', (all) => all.where('problems', '<>', '[]'))
    .$if(show === 'unused', (all) => all.where(isUnused))
    .where((eb) =>
      eb.or([
        eb.and(words.map((word) => containsText('words', word))),
        ...(inside.length > 0 ? [eb('document.id', 'in', inside)] : []),
      ]),
    );
  const page = await paginateWalking(query, documentOrder, request);
  return { ...page, items: page.items.map(documentOf) };
}

// biome-ignore lint/suspicious/noExplicitAny: the expression builder of a query of documents
function isUnused({ not, exists, selectFrom }: any) {
  return not(
    exists(selectFrom('document_use').select('itemId').whereRef('document_use.document', '=', 'document.id')),
  );
}

/** How many documents there are, in all and by filter, and the size of their files, in bytes. */
export async function countDocuments(
  db: ReadDb,
): Promise<{ all: number; findings: number; unused: number; bytes: number }> {
  const row = await db
    .selectFrom('document')
    .select(({ fn, selectFrom }) => [
      fn.countAll().as('all'),
      fn.sum('bytes').as('bytes'),
      selectFrom('document as other')
        .select(fn.countAll().as('count'))
        .where('other.problems', '<>', '[]')
        .as('findings'),
      selectFrom('document').select(fn.countAll().as('count')).where(isUnused).as('unused'),
    ])
    .executeTakeFirstOrThrow();
  return {
    all: Number(row.all),
    findings: Number(row.findings),
    unused: Number(row.unused),
    bytes: Number(row.bytes ?? 0),
  };
}

/** Changes what is said about a document, and returns it; undefined if there is none. */
export function changeDocument(
  db: WriteDb,
  id: string,
  changes: Partial<DocumentWords>,
  now: number,
): Promise<StoredDocument | undefined> {
  return inTransaction(db, async (transaction) => {
    await lockDocuments(transaction, [id], 'update');
    const stored = await findDocument(transaction, id);
    if (!stored) return undefined;
    const { title, language, summary } = { ...stored, ...changes };
    await transaction
      .updateTable('document')
      .set({ title, language, summary, words: wordsOf({ ...stored, ...changes }), updatedAt: now })
      .where('id', '=', id)
      .execute();
    return findDocument(transaction, id);
  });
}

/**
 * The same for a form that was opened with `version`, the document's `updatedAt` as text: when it was changed since,
 * nothing is saved.
 */
export function changeOpenedDocument(
  db: WriteDb,
  id: string,
  changes: Partial<DocumentWords>,
  { version, now }: { version: string; now: number },
): Promise<{ kind: 'saved' | 'conflict'; document: StoredDocument } | undefined> {
  return inTransaction(db, async (transaction) => {
    await lockDocuments(transaction, [id], 'update');
    const stored = await findDocument(transaction, id);
    if (!stored) return undefined;
    if (String(stored.updatedAt) !== version) return { kind: 'conflict', document: stored };
    const document = (await changeDocument(transaction, id, changes, now)) as StoredDocument;
    return { kind: 'saved', document };
  });
}

/** The earlier files of a document, the latest first. */
export function listDocumentVersions(db: ReadDb, id: string): Promise<DocumentVersionRow[]> {
  return db
    .selectFrom('document_version')
    .select(['document', 'number', 'name', 'file', 'type', 'bytes', 'sha256', 'pages', 'createdAt'])
    .where('document', '=', id)
    .orderBy('number', 'desc')
    .execute();
}

const PARTS_AT_ONCE = 100;

/** Replaces the text of a document. */
export async function putDocumentParts(
  db: WriteDb,
  document: string,
  parts: readonly Pick<DocumentPartRow, 'page' | 'text'>[],
): Promise<void> {
  await db.deleteFrom('document_part').where('document', '=', document).execute();
  const rows = parts.map(({ page, text }, position) => ({ document, position, page, text }));
  for (let from = 0; from < rows.length; from += PARTS_AT_ONCE)
    await db
      .insertInto('document_part')
      .values(rows.slice(from, from + PARTS_AT_ONCE))
      .execute();
  await indexDocument(db, document, rows.length);
}

/** Removes the document from the library: its files are no longer served. Call only when nothing uses it. */
export async function removeDocumentRow(db: WriteDb, id: string): Promise<boolean> {
  await db.deleteFrom('picture_file').where('picture', '=', id).execute();
  await db.deleteFrom('document_version').where('document', '=', id).execute();
  await db.deleteFrom('document_part').where('document', '=', id).execute();
  await db.deleteFrom('document_idle').where('document', '=', id).execute();
  const { numDeletedRows } = await db.deleteFrom('document').where('id', '=', id).executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** What searches of the library match, in lower case. */
export function wordsOf({
  title,
  name,
  summary,
}: Pick<StoredDocument, 'title' | 'name' | 'summary'>): string {
  return [title, name, summary].filter(Boolean).join(' ').toLowerCase();
}

const MAX_WORDS = 8;

/** The words of a search as `words` has them. */
function foldedWords(q: string): string[] {
  return q.slice(0, 200).toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_WORDS);
}
