/** The problems of public documents as findings. */
import type { Finding, FindingCode } from '#app/platform/accessibility/finding-kinds.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { DocumentProblem, ProblemCode } from '#app/platform/document-reader/document-facts.ts';
import { splitProblem } from '#app/platform/document-reader/document-problems.ts';
import { type Checked, DOCUMENTS, findingRowsOf } from './finding-rows.ts';

/** Which documents: these, or `limit` after one. */
type Wanted = { ids: string[] } | { after: string; limit: number };

/** The kind of each problem; those that don't keep anyone out are none. */
const kinds: Partial<Record<ProblemCode, FindingCode>> = {
  scan: 'document-scan',
  'scan-pages': 'document-scan',
  untagged: 'document-structure',
  'slide-titles': 'document-structure',
  alt: 'document-pictures',
  'table-picture': 'document-pictures',
  'table-headers': 'document-tables',
  title: 'document-about',
  language: 'document-about',
};

/** The findings of documents that readers can have, by their ids. */
export async function listDocumentFindings(db: ReadDb, wanted: Wanted): Promise<Checked[]> {
  const documents = await db
    .selectFrom('document')
    .select(['id', 'title', 'type', 'pages', 'language', 'summary', 'problems', 'updatedAt'])
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('document_use')
          .select('document')
          .whereRef('document_use.document', '=', 'document.id')
          .where('state', '=', 'published'),
      ),
    )
    .$if('ids' in wanted, (query) => query.where('id', 'in', 'ids' in wanted ? wanted.ids : []))
    .$if('after' in wanted, (query) => query.where('id', '>', 'after' in wanted ? wanted.after : ''))
    .orderBy('id')
    .limit('limit' in wanted ? wanted.limit : Number.MAX_SAFE_INTEGER)
    .execute();
  return documents.map((document) => {
    const { id, title, updatedAt } = document;
    const problems = JSON.parse(document.problems) as DocumentProblem[];
    const about = { id, title, sort: Number(updatedAt) };
    return { id, rows: findingRowsOf(DOCUMENTS, about, listFindings(problems, document)) };
  });
}

type Facts = { type: string; pages: number | null; language: string | null; summary: string | null };

function listFindings(problems: DocumentProblem[], { type, pages, language, summary }: Facts): Finding[] {
  const place = `${type.toUpperCase()}${pages === null ? '' : `, ${pages} ${pages === 1 ? 'page' : 'pages'}`}`;
  return problems.flatMap((problem) => {
    const code = kinds[problem.code];
    // The site says the language of a document that doesn't.
    if (!code || (problem.code === 'language' && language !== null)) return [];
    const isSummarized = code === 'document-scan' && !!summary;
    const message = splitProblem(problem).heading;
    return [{ code: isSummarized ? 'document-scan-summary' : code, message, place }];
  });
}
