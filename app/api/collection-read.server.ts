import type { RouterContextProvider } from 'react-router';
import { type Collection, findForEditor, type ListRequest } from '#app/collection/collection.ts';
import { isItemId } from '#app/content/item-id.ts';
import { readVisit, visitContext } from '#app/context.ts';
import { inSnapshot } from '#app/database/in-snapshot.ts';
import { PAGE_SIZE, readCursor } from '#app/database/paginate.server.ts';
import { instantOfTownTime, startOfToday } from '#app/time/town-time.ts';
import { answer, isEditor, itemResponse, itemsJson } from './answer.server.ts';
import { problemResponse } from './problem.ts';

export type ApiArgs = {
  request: Request;
  params: { id?: string | undefined };
  context: Readonly<RouterContextProvider>;
};

const MAX_LIMIT = 100;

/** Handles GET of a collection or of one item (product contract section 4). Never throws. */
export function readCollection(collection: Collection, args: ApiArgs): Promise<Response> {
  return answer(args, (operation) =>
    operation.name === 'list' ? answerList(collection, args) : answerItem(collection, args),
  );
}

async function answerList(collection: Collection, args: ApiArgs): Promise<Response> {
  const { read, town, now } = readVisit(args);
  const query = new URL(args.request.url).searchParams;
  const asked = readListRequest(query, collection);
  if (typeof asked === 'string') return problemResponse(400, { detail: asked });
  const from = collection.takesFrom ? readFrom(query.get('from'), now, town.timeZone) : undefined;
  if (Number.isNaN(from))
    return problemResponse(400, { detail: 'from must be an ISO 8601 date or instant.' });
  return inSnapshot(read, async (db) => {
    const { items, next, previous } = await collection.list(db, { ...asked, from });
    return Response.json({ items: await itemsJson(collection, items, args, db), next, previous });
  });
}

async function answerItem(collection: Collection, args: ApiArgs): Promise<Response> {
  const visit = args.context.get(visitContext);
  const { id } = args.params;
  if (!isItemId(id)) return problemResponse(404);
  const find = isEditor(visit) ? findForEditor.bind(null, collection) : collection.find;
  return inSnapshot(visit.read, async (db) => {
    const item = await find(db, id);
    return item ? itemResponse(collection, item, args, { read: db }) : problemResponse(404);
  });
}

/** The page that a query requests, or a message about its problem. */
function readListRequest(query: URLSearchParams, { order }: Collection): ListRequest | string {
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

/** The instant in `from`: with an offset as it is, otherwise in the town's time; NaN when it is invalid. */
function readFrom(text: string | null, now: number, zone: string): number {
  if (text === null) return startOfToday(now, zone);
  // A plus sign that was not escaped arrives as a space.
  const iso = text.trim().replace(' ', '+');
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(iso))
    return Date.parse(iso);
  return instantOfTownTime(/^\d{4}-\d{2}-\d{2}$/.test(iso) ? `${iso}T00:00` : iso, zone) ?? Number.NaN;
}
