import * as z from 'zod';
import { problemResponse } from '#app/desk/api/problem.ts';
import { readJsonObject } from '#app/desk/api/read-json.server.ts';
import { refuseFields } from '#app/desk/api/refuse-fields.ts';
import { respondTo } from '#app/desk/api/respond.server.ts';
import { isTimeZone } from '#app/platform/time/town-time.ts';
import type { ParsedSource } from '#app/sources/import/source-item.ts';
import { previewOf } from '#app/sources/pages/preview-rows.server.ts';
import { recommend } from '#app/sources/pages/recommend.ts';
import { factsOf, findBehind, refuseAddress } from '#app/sources/pages/sent-address.server.ts';
import type { Route } from './+types/source-preview-api';
import { sourceCalls } from './source-operations.ts';

const bodySchema = z.strictObject({
  address: z.string('Enter an address').trim().min(1, 'Enter an address').max(2000),
  feeds: z.enum(['articles', 'news', 'events'], 'Choose articles, news or events').optional(),
  zone: z.string().refine(isTimeZone, 'Enter an IANA time zone, such as America/New_York').nullish(),
});

/** `/api/v1/sources/preview`: what an import of an address would bring. Changes nothing. */
export function action(args: Route.ActionArgs) {
  if (args.request.method !== 'POST') return problemResponse(405, { headers: { Allow: 'POST' } });
  return respondTo({ name: 'preview sources', policy: sourceCalls.preview.policy }, args, () =>
    preview(args),
  );
}

export function loader() {
  return problemResponse(405, { headers: { Allow: 'POST' } });
}

async function preview(args: Route.ActionArgs): Promise<Response> {
  const { body, refusal } = await readJsonObject(args.request, ['application/json']);
  if (refusal) return refusal;
  const read = bodySchema.safeParse(body);
  if (!read.success) return refuseFields(read.error);
  const { address, zone } = read.data;
  const { found, problem } = await findBehind(args, address, zone || null);
  const [first] = found;
  if (!first) return refuseAddress(problem ?? 'Nothing was found there');
  const { name, feeds: fitting } = recommend(first);
  const feeds = read.data.feeds ?? (fitting === 'events' ? 'events' : 'news');
  const draft = { address: first.address, name, feeds, rank: 'primary' } as const;
  const { items, counts } = await previewOf(args, draft, first.source);
  const said = feeds === 'events' ? datesOf(first.source) : itemsOf(first.source);
  return Response.json({
    ...{ address: first.address, name, feeds, format: first.source.format },
    items: items.map(({ key, title, link, status, into, problem }) => ({
      ...{ sourceId: key, ...said.get(key), title, link, status, into, problem },
    })),
    counts,
    found: found.map(factsOf),
    notes: first.source.notes,
  });
}

/** What is specific to events, by `sourceId`. */
function datesOf({ occurrences }: ParsedSource): Map<string, object> {
  return new Map(
    occurrences.map(({ sourceId, start, end, allDay, location, status }) => [
      sourceId,
      { start, end, allDay, location, eventStatus: status },
    ]),
  );
}

function itemsOf({ items }: ParsedSource): Map<string, object> {
  return new Map(items.map(({ sourceId, pubDate, description }) => [sourceId, { pubDate, description }]));
}
