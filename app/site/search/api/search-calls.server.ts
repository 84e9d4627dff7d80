/** The API's search (product contract section 4). */
import { createSchema } from 'zod-openapi';
import type { CallArgs, Json } from '#app/desk/api/call.ts';
import { type Calls, defineCalls } from '#app/desk/api/define-calls.server.ts';
import { problemResponse } from '#app/desk/api/problem-document.ts';
import type { Collections } from '#app/items/collection/collection.ts';
import { permalinkOf } from '#app/items/content/permalink.ts';
import { normalizeTyped } from '#app/items/lists/search-query.ts';
import { findMatches, type Match } from '#app/items/search/find-matches.server.ts';
import type { Piece } from '#app/items/search/marked-text.ts';
import { loadResults } from '#app/items/search/search-results.server.ts';
import { readContext } from '#app/people/request/context.ts';
import { decodeCursor, encodeCursor } from '#app/platform/database/lists/cursor.ts';
import { searchQueryOf } from '#app/site/search/search-address.ts';
import { searchOutput, searchParameters } from './search-operation.ts';

/** `names` are the collections, for the OpenAPI document. */
export const searchCalls = (names: string[]): Calls =>
  defineCalls('search', [
    {
      path: '/api/v1/search',
      method: 'GET',
      operationId: 'search',
      summary: `Search ${new Intl.ListFormat('en-US').format(names)}`,
      policy: 'public',
      parameters: parametersOf(names),
      responses: { 200: { description: 'The results, best match first', schema: searchOutput(names) } },
      problems: [400],
      run: search,
    },
  ]);

function parametersOf(names: string[]): Json[] {
  const { properties } = createSchema(searchParameters, { io: 'input' }).schema as {
    properties: Record<string, { description?: string }>;
  };
  return Object.entries(properties).map(([name, { description, ...one }]) => ({
    name,
    in: 'query',
    ...(name === 'q' ? { required: true } : {}),
    ...(description ? { description } : {}),
    schema: name === 'kind' ? { ...one, enum: names } : one,
  }));
}

async function search(args: CallArgs): Promise<Response> {
  const { read, town, now, siteUrl, collections } = readContext(args);
  const asked = searchParameters.safeParse(Object.fromEntries(new URL(args.request.url).searchParams));
  if (!asked.success) return refuse(asked.error.issues[0]?.message);
  const { q, kind, from, to, limit, after } = asked.data;
  const names = Object.keys(collections);
  if (kind !== undefined && !names.includes(kind)) return refuse(`kind must be one of ${names.join(', ')}`);
  const skip = after === undefined ? 0 : readSkip(after);
  if (skip === undefined) return refuse('after is not a valid cursor for this list');
  const query = searchQueryOf({ q: normalizeTyped(q), kind, from, to }, town.timeZone);
  const found = await findMatches(read, query, { collections, now, zone: town.timeZone, limit, skip });
  const clock = { timeZone: town.timeZone, locale: town.locale };
  const results = await loadResults(read, found.matches, { collections, terms: query.terms, clock, now });
  const dates = new Map(
    found.matches.map((match) => [`${match.collection}/${match.id}`, dateOf(match, collections)]),
  );
  const items = results.map(({ collection, id, title, snippet }) => ({
    kind: collection,
    id,
    title: piecesTextOf(title),
    url: siteUrl + permalinkOf(collection, { id, title: piecesTextOf(title) }),
    date: dates.get(`${collection}/${id}`) ?? null,
    snippet: piecesTextOf(snippet),
  }));
  const end = skip + limit;
  const next = found.ranked > end ? encodeCursor({ sort: end, id: CURSOR_ID }) : null;
  return Response.json({ items, total: found.total, isMore: found.isMore, next });
}

const CURSOR_ID = 'search';

function readSkip(cursor: string): number | undefined {
  const { sort, id } = decodeCursor(cursor, 'number') ?? {};
  return id === CURSOR_ID && Number.isInteger(sort) && Number(sort) > 0 ? Number(sort) : undefined;
}

function refuse(detail = 'The search is invalid'): Response {
  return problemResponse(400, { detail: `${detail}.` });
}

/** The date when an item was added means nothing to readers. */
function dateOf({ collection, date }: Match, collections: Collections): string | null {
  const means = collections[collection]?.facets.search.date;
  return means === 'published' || means === 'takes-place' ? new Date(date).toISOString() : null;
}

function piecesTextOf(pieces: Piece[]): string {
  return pieces.map(({ text }) => text).join('');
}
