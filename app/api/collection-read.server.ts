import type { RouterContextProvider } from 'react-router';
import { type Collection, findForEditor } from '#app/collection/collection.ts';
import { isItemId } from '#app/content/item-id.ts';
import { readVisit, visitContext } from '#app/context.ts';
import { inSnapshot } from '#app/database/in-snapshot.ts';
import { instantOfTownTime, startOfToday } from '#app/time/town-time.ts';
import { answer, isEditor, itemResponse, itemsJson } from './answer.server.ts';
import { problemResponse } from './problem.ts';
import { readListRequest } from './read-list-request.ts';
import { answerTrash } from './trash-read.server.ts';

export type ApiArgs = {
  request: Request;
  params: { id?: string | undefined };
  context: Readonly<RouterContextProvider>;
};

/** Handles GET of a collection or of one item (product contract section 4). Never throws. */
export function readCollection(collection: Collection, args: ApiArgs): Promise<Response> {
  return answer(args, (operation) =>
    operation.name === 'list' ? answerList(collection, args) : answerItem(collection, args),
  );
}

async function answerList(collection: Collection, args: ApiArgs): Promise<Response> {
  const { read, town, now } = readVisit(args);
  const query = new URL(args.request.url).searchParams;
  if (query.get('publication') === 'trash') return answerTrash(args, collection);
  const asked = readListRequest(query, collection.order);
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

/** The instant in `from`: with an offset as it is, otherwise in the town's time; NaN when it is invalid. */
function readFrom(text: string | null, now: number, zone: string): number {
  if (text === null) return startOfToday(now, zone);
  // A plus sign that was not escaped arrives as a space.
  const iso = text.trim().replace(' ', '+');
  if (/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,9})?)?(Z|[+-]\d{2}:\d{2})$/.test(iso))
    return Date.parse(iso);
  return instantOfTownTime(/^\d{4}-\d{2}-\d{2}$/.test(iso) ? `${iso}T00:00` : iso, zone) ?? Number.NaN;
}
