/** Documents as search finds them: a result is the page with the words. */
import type { FoundItem } from '#app/items/collection/facets.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { listDocumentsById } from '#app/platform/media/documents/document-store.server.ts';
import { documentFacts, documentPath } from '#app/platform/media/documents/document-types.ts';
import { documentIdOf, documentText, positionOf } from '#app/platform/search-index/document-text.ts';
import type { SearchKind, SearchKinds } from './kinds.ts';

const documentKind: SearchKind = {
  name: 'documents',
  heading: 'Documents',
  source: documentText,
  facets: { search: { rank: 6, date: 'added', listFound: listFoundPages } },
};

/** Everything that the site's search finds: the items of the collections, and documents. */
export function searchKindsOf(collections: SearchKinds): SearchKinds {
  return { ...collections, [documentKind.name]: documentKind };
}

function pageNameOf(type: string): string {
  if (/^(xlsx|ods)$/.test(type)) return 'Sheet';
  return /^(pptx|odp)$/.test(type) ? 'Slide' : 'Page';
}

type Part = { text: string; page: number | null };

async function listFoundPages(db: ReadDb, ids: string[]): Promise<FoundItem[]> {
  const documents = new Map(
    (await listDocumentsById(db, [...new Set(ids.map(documentIdOf))])).map((document) => [
      document.id,
      document,
    ]),
  );
  const parts = await readParts(db, ids);
  return ids.flatMap((id) => {
    const document = documents.get(documentIdOf(id));
    if (!document) return [];
    const part = parts.get(id);
    const page = part?.page ?? null;
    return {
      id,
      title: document.title,
      text: part?.text ?? document.summary ?? '',
      href: `${documentPath(document)}${page !== null && document.type === 'pdf' ? `#page=${page}` : ''}`,
      facts: [...(page === null ? [] : [`${pageNameOf(document.type)} ${page}`]), documentFacts(document)],
    };
  });
}

async function readParts(db: ReadDb, ids: string[]): Promise<Map<string, Part>> {
  const wanted = new Map(
    ids.flatMap((id) => {
      const position = positionOf(id);
      return position === undefined ? [] : [[`${documentIdOf(id)} ${position}`, id]];
    }),
  );
  if (wanted.size === 0) return new Map();
  const rows = await db
    .selectFrom('document_part')
    .select(['document', 'position', 'page', 'text'])
    .where(({ or, eb, refTuple, tuple }) =>
      or(
        [...wanted.values()].map((id) =>
          eb(refTuple('document', 'position'), '=', tuple(documentIdOf(id), positionOf(id) ?? -1)),
        ),
      ),
    )
    .execute();
  return new Map(
    rows.map(({ document, position, page, text }) => [
      wanted.get(`${document} ${position}`) ?? '',
      { page, text },
    ]),
  );
}
