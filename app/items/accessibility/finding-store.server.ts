/** Reading what was found, for the admin's list and the statement. */
import { type FindingCode, findingCodes, isFindingCode } from '#app/platform/accessibility/finding-kinds.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import {
  type ListOrder,
  type Page,
  type PageRequest,
  paginateWalking,
} from '#app/platform/database/lists/paginate.server.ts';
import type { FindingRow } from '#app/platform/database/tables/operation-tables.ts';
import { DOCUMENTS } from './finding-rows.ts';

/** Findings of items that changed last first. */
export const findingOrder: ListOrder = { column: 'sort', direction: 'desc', kind: 'number' };

/** One page of the findings of a kind. */
export async function listFindings(
  db: ReadDb,
  code: FindingCode,
  request: PageRequest,
): Promise<Page<FindingRow>> {
  const query = db
    .selectFrom('accessibility_finding')
    .select(['id', 'collection', 'itemId', 'title', 'code', 'message', 'place', 'sort'])
    .where('code', '=', code);
  const page = await paginateWalking(query, findingOrder, request);
  return { ...page, items: page.items.map((row) => ({ ...row, sort: Number(row.sort) })) };
}

/** How many findings there are of each kind that has some, the worst first. */
export async function countFindings(db: ReadDb): Promise<{ code: FindingCode; count: number }[]> {
  const rows = await db
    .selectFrom('accessibility_finding')
    .select(['code', ({ fn }) => fn.countAll().as('count')])
    .groupBy('code')
    .execute();
  return rows
    .flatMap(({ code, count }) => (isFindingCode(code) ? [{ code, count: Number(count) }] : []))
    .sort((one, other) => findingCodes.indexOf(one.code) - findingCodes.indexOf(other.code));
}

/** When everything was last checked (UTC epoch milliseconds), and how much. Undefined until all was, once. */
export async function findLastCheck(
  db: ReadDb,
  collections: readonly string[],
): Promise<{ checkedAt: number; items: number; documents: number } | undefined> {
  const rows = await db
    .selectFrom('accessibility_check')
    .select(['collection', 'items', 'checkedAt'])
    .execute();
  const names = [...collections, DOCUMENTS];
  const wanted = rows.filter(({ collection }) => names.includes(collection));
  if (wanted.length < names.length) return undefined;
  const ofItems = wanted.filter(({ collection }) => collection !== DOCUMENTS);
  return {
    checkedAt: Math.min(...wanted.map((row) => Number(row.checkedAt))),
    items: ofItems.reduce((sum, row) => sum + row.items, 0),
    documents: wanted.find(({ collection }) => collection === DOCUMENTS)?.items ?? 0,
  };
}
