import type * as z from 'zod';
import type { CallArgs } from '#app/desk/api/call.ts';
import type { ParsedSource } from '#app/sources/import/source-item.ts';
import { previewOf } from '#app/sources/pages/preview-rows.server.ts';
import { recommend } from '#app/sources/pages/recommend.ts';
import { factsOf, findBehind, refuseAddress } from '#app/sources/pages/sent-address.server.ts';
import type { previewInput } from './source-schemas.ts';

/** What an import of an address would bring. Changes nothing. */
export async function previewSource(args: CallArgs, sent: z.output<typeof previewInput>): Promise<Response> {
  const { address, zone } = sent;
  const { found, problem } = await findBehind(args, address, zone || null);
  const [first] = found;
  if (!first) return refuseAddress(problem ?? 'Nothing was found there');
  const { name, feeds: fitting } = recommend(first);
  const feeds = sent.feeds ?? fitting;
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
