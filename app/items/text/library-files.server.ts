/** The picture and the documents that an item uses: whether the library has them. */
import type { Problem } from '#app/items/collection/collection.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import {
  listDocumentsById,
  lockDocuments,
  type StoredDocument,
} from '#app/platform/media/documents/document-store.server.ts';
import { findPicture, lockPicture } from '#app/platform/media/picture-store.server.ts';

type Known = {
  hasPicture: (id: string) => Promise<boolean>;
  /** Those of the documents that the library has. */
  knownDocuments: (ids: string[]) => Promise<Set<string>>;
};

/** What is wrong with the lead picture and the documents of an item: the library does not have them. */
export function findFileProblems(db: ReadDb, item: object): Promise<Problem[] | undefined> {
  return problemsOf(item, knownIn(db));
}

/** The same for an item that is saved: otherwise they can't be removed until the transaction ends. */
export function lockFiles(db: WriteDb, item: object): Promise<Problem[] | undefined> {
  return problemsOf(item, {
    hasPicture: (id) => lockPicture(db, id),
    knownDocuments: (ids) => lockDocuments(db, ids),
  });
}

/** The input without its lead picture and without documents that are no longer in the library. */
export async function withoutMissingFiles(
  db: ReadDb,
  input: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  const problems = (await findFileProblems(db, input)) ?? [];
  if (problems.length === 0) return input;
  const documents = documentIdsOf(input);
  const known = await knownIn(db).knownDocuments(documents);
  const isGone = problems.some(({ field }) => field === 'picture');
  const lost = Object.keys(meetingDocumentsOf(input)).filter((name) =>
    problems.some(({ field }) => field === `meeting.${name}`),
  );
  return {
    ...input,
    ...(isGone ? { picture: null } : {}),
    ...(documents.length > 0 ? { documents: documents.filter((id) => known.has(id)) } : {}),
    ...(lost.length > 0
      ? { meeting: { ...(input.meeting as object), ...Object.fromEntries(lost.map((name) => [name, null])) } }
      : {}),
  };
}

function knownIn(db: ReadDb): Known {
  return {
    hasPicture: async (id) => (await findPicture(db, id)) !== undefined,
    knownDocuments: async (ids) => new Set((await listDocumentsById(db, ids)).map(({ id }) => id)),
  };
}

async function problemsOf(
  item: object,
  { hasPicture, knownDocuments }: Known,
): Promise<Problem[] | undefined> {
  const { picture } = item as { picture?: unknown };
  const problems: Problem[] = [];
  const named = Object.entries(meetingDocumentsOf(item));
  const knownNamed = named.length > 0 ? await knownDocuments(named.map(([, id]) => id)) : new Set();
  for (const [field, id] of named)
    if (!knownNamed.has(id)) problems.push({ field: `meeting.${field}`, message: noDocument(id) });
  if (typeof picture === 'string' && !(await hasPicture(picture)))
    problems.push({ field: 'picture', message: 'This picture is not in the library' });
  const documents = documentIdsOf(item);
  const known = documents.length > 0 ? await knownDocuments(documents) : new Set();
  for (const [index, id] of documents.entries())
    if (!known.has(id)) problems.push({ field: `documents.${index}`, message: noDocument(id) });
  return problems.length > 0 ? problems : undefined;
}

function noDocument(id: string): string {
  return `No document has the id ${id}`;
}

/** All documents that an item uses: its own, and those of its meeting. */
export function usedDocumentIdsOf(item: object): string[] {
  return [...documentIdsOf(item), ...Object.values(meetingDocumentsOf(item))];
}

/** The ids of the agenda and the minutes of an item that is a meeting, by their fields: of its input, row or draft. */
export function meetingDocumentsOf(item: object): Record<string, string> {
  const { meeting } = item as { meeting?: unknown };
  const parsed = typeof meeting === 'string' && meeting.startsWith('{') ? JSON.parse(meeting) : meeting;
  if (typeof parsed !== 'object' || parsed === null) return {};
  const ids = ['agenda', 'minutes'].map((field) => [field, parsed[field as keyof typeof parsed]]);
  return Object.fromEntries(ids.filter(([, id]) => typeof id === 'string' && id !== ''));
}

/** The ids of an item's documents, in order: of its input, of its row, or of a draft, which can have anything there. */
export function documentIdsOf(item: object): string[] {
  const { documents } = item as { documents?: unknown };
  const list = typeof documents === 'string' ? documentIdsIn(documents) : documents;
  return Array.isArray(list) ? list.filter((id) => typeof id === 'string') : [];
}

/** The ids in the column of an item's row. */
export function documentIdsIn(column: unknown): string[] {
  return typeof column === 'string' && column.startsWith('[') ? JSON.parse(column) : [];
}

/** The same item with the ids of its documents as a list instead of the column of its row. */
export function withDocumentIds<Row extends object>(
  row: Row,
): Omit<Row, 'documents'> & { documents: string[] } {
  return { ...row, documents: documentIdsOf(row) };
}

/** The documents of an item that the library has, in order. */
export function listItemDocuments(db: ReadDb, item: object): Promise<StoredDocument[]> {
  return listDocumentsById(db, documentIdsOf(item));
}
