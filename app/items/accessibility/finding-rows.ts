import type { Finding } from '#app/platform/accessibility/finding-kinds.ts';
import type { FindingRow } from '#app/platform/database/tables/operation-tables.ts';

/** The documents are checked like a collection of this name. */
export const DOCUMENTS = 'documents';

/** An item or a document, and what was found. */
export type Checked = { id: string; rows: FindingRow[] };

/** The findings of one item as rows. */
export function findingRowsOf(
  collection: string,
  { id, ...about }: { id: string; title: string; sort: number },
  findings: Finding[],
): FindingRow[] {
  return findings.map((finding, number) => ({
    id: `${collection}/${id}/${number}`,
    collection,
    itemId: id,
    ...about,
    ...finding,
  }));
}
