import {
  type ListOrder,
  PAGE_SIZE,
  type PageRequest,
  readCursor,
} from '#app/platform/database/lists/paginate.server.ts';

const MAX_LIMIT = 100;

/** The page that a query requests, or a message that says what is wrong with it. */
export function readListRequest(query: URLSearchParams, order: ListOrder): PageRequest | string {
  const limit = query.get('limit') ?? String(PAGE_SIZE);
  if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > MAX_LIMIT) {
    return `limit must be a whole number from 1 to ${MAX_LIMIT}.`;
  }
  if (query.has('after') && query.has('before')) return 'Use either after or before, not both.';
  const after = readCursor(query.get('after'), order);
  const before = readCursor(query.get('before'), order);
  if (query.has('after') && !after) return 'after is not a valid cursor for this list.';
  if (query.has('before') && !before) return 'before is not a valid cursor for this list.';
  return { limit: Number(limit), after, before };
}
