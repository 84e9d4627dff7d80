import { problemResponse } from '#app/desk/api/problem.ts';
import { readListRequest } from '#app/desk/api/read-list-request.ts';
import { respondTo } from '#app/desk/api/respond.server.ts';
import { readVisit } from '#app/people/request/context.ts';
import { entryOrder, listEntries } from '#app/sources/inbox/inbox-store.server.ts';
import type { Route } from './+types/inbox-api';
import { entriesJson } from './inbox-json.server.ts';
import { inboxCalls } from './inbox-operations.ts';

const WRONG_KIND = 'kind must be articles, news or events.';

/** The collections by the names that `kind` can have. */
const kinds: Record<string, string> = {
  articles: 'articles',
  article: 'articles',
  news: 'news',
  events: 'events',
  event: 'events',
};

/** `/api/v1/inbox` (product contract section 6). Never throws. */
export function loader(args: Route.LoaderArgs) {
  return respondTo({ name: 'list inbox', policy: inboxCalls.list.policy }, args, async () => {
    const { read, now } = readVisit(args);
    const query = new URL(args.request.url).searchParams;
    const asked = readListRequest(query, entryOrder);
    if (typeof asked === 'string') return problemResponse(400, { detail: asked });
    const kind = query.get('kind');
    if (kind !== null && !Object.hasOwn(kinds, kind)) return problemResponse(400, { detail: WRONG_KIND });
    const collection = kind === null ? undefined : kinds[kind];
    const { items, next, previous } = await listEntries(read, asked, { collection, now });
    return Response.json({ items: await entriesJson(read, items, args), next, previous });
  });
}

export function action() {
  return problemResponse(405, { headers: { Allow: 'GET, HEAD' } });
}
