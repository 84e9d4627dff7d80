import { documentFacts } from '#app/platform/media/documents/document-types.ts';
import type { LibraryDocument } from '#app/platform/ui/upload/document-uploads.ts';
import type { DocumentChoice } from './document-choice.ts';

/** A document of the library as a form shows it. Apart from the types: its words load with the field. */
export function documentChoice(
  document: Pick<LibraryDocument, 'id' | 'title' | 'type' | 'pages' | 'bytes' | 'problems' | 'summary'>,
): DocumentChoice {
  const { id, title, problems, summary } = document;
  return {
    id,
    title,
    facts: documentFacts(document),
    finding: problems[0]?.message.split('. ')[0] ?? null,
    summary,
  };
}
