import type { ReadDb } from '#app/platform/database/handles.ts';
import { mediaTypeOf } from '#app/platform/document-reader/document-facts.ts';
import type { StoredDocument } from '#app/platform/media/documents/document-store.server.ts';
import { documentFacts, documentPath } from '#app/platform/media/documents/document-types.ts';
import { listPublicDocuments } from '#app/platform/media/documents/document-uses.server.ts';
import { formatDate, type TownClock } from '#app/platform/time/town-time.ts';
import type { ShownDocument } from './document-links.tsx';
import { listItemDocuments } from './library-files.server.ts';

/** The documents of an item as its page shows them, in order; those that are gone are left out. */
export async function findItemDocuments(
  db: ReadDb,
  item: { documents?: readonly string[] | undefined },
  clock: TownClock,
): Promise<ShownDocument[]> {
  const documents = await listItemDocuments(db, item);
  const open = await listPublicDocuments(
    db,
    documents.map(({ id }) => id),
  );
  return documents.map((document) => shownDocument(document, open.has(document.id), clock));
}

function shownDocument(document: StoredDocument, isPublic: boolean, clock: TownClock): ShownDocument {
  const { id, title, language, summary, problems, replacedAt } = document;
  const isScan = problems.some(({ code }) => code === 'scan');
  return {
    id,
    href: documentPath(document),
    title,
    facts: documentFacts(document),
    mime: mediaTypeOf(document.type),
    language,
    summary: isScan && summary ? `This document has no text. In short: ${summary}` : summary,
    replaced: replacedAt === null ? null : formatDate(replacedAt, clock),
    proof: isPublic ? `/proof/documents/${id}` : null,
  };
}
