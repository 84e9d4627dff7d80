import * as z from 'zod';
import { createSchema } from 'zod-openapi';
import type { CallArgs, Json } from '#app/desk/api/call.ts';
import { type Calls, defineCalls } from '#app/desk/api/define-calls.server.ts';
import { problemResponse } from '#app/desk/api/problem-document.ts';
import { permalinkOf } from '#app/items/content/permalink.ts';
import { normalizeTyped } from '#app/items/lists/search-query.ts';
import { searchKindsOf } from '#app/items/search/document-kind.server.ts';
import { findMatches, type Match } from '#app/items/search/find-matches.server.ts';
import type { SearchKinds } from '#app/items/search/kinds.ts';
import type { Piece } from '#app/items/search/marked-text.ts';
import { loadResults } from '#app/items/search/search-results.server.ts';
import { readContext } from '#app/people/request/context.ts';
import { decodeCursor, encodeCursor, PAGE_SIZE } from '#app/platform/database/lists/paginate.server.ts';
import { documentIdOf } from '#app/platform/search-index/document-text.ts';
import { searchQueryOf } from '#app/site/search/search-address.ts';

/** `collectionNames` is for the OpenAPI document. */
export const searchCalls = (collectionNames: string[]): Calls => {
  const names = [...collectionNames, 'documents'];
  return defineCalls('search', [
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
};

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
  const { read, town, now, siteUrl, ...context } = readContext(args);
  const collections = searchKindsOf(context.collections);
  const asked = searchParameters.safeParse(Object.fromEntries(new URL(args.request.url).searchParams));
  if (!asked.success) return refuse(asked.error.issues[0]?.message);
  const { q, kind, from, to, limit, after, archived } = asked.data;
  const names = Object.keys(collections);
  if (kind !== undefined && !names.includes(kind)) return refuse(`kind must be one of ${names.join(', ')}`);
  const skip = after === undefined ? 0 : readSkip(after);
  if (skip === undefined) return refuse('after is not a valid cursor for this list');
  const query = searchQueryOf({ q: normalizeTyped(q), kind, from, to, archived }, town.timeZone);
  const found = await findMatches(read, query, { collections, now, zone: town.timeZone, limit, skip });
  const clock = { timeZone: town.timeZone, locale: town.locale };
  const results = await loadResults(read, found.matches, { collections, terms: query.terms, clock, now });
  const dates = new Map(
    found.matches.map((match) => [`${match.collection}/${match.id}`, dateOf(match, collections)]),
  );
  const items = results.map(({ collection, id, slug, title, snippet, href }) => ({
    kind: collection,
    id: collection === 'documents' ? documentIdOf(id) : id,
    title: piecesTextOf(title),
    url:
      siteUrl +
      (collection === 'documents' ? href : permalinkOf(collection, { id, slug, title: piecesTextOf(title) })),
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
function dateOf({ collection, date }: Match, collections: SearchKinds): string | null {
  const means = collections[collection]?.facets.search.date;
  return means === 'published' || means === 'takes-place' ? new Date(date).toISOString() : null;
}

function piecesTextOf(pieces: Piece[]): string {
  return pieces.map(({ text }) => text).join('');
}

const MOST_ITEMS = 100;

const day = z.iso.date().optional();

/** The parameters of a search; `kind` is any text. Numbers come as text. */
const searchParameters = z.strictObject({
  q: z.string('q is the text to search for').meta({
    description:
      'Words, "phrases", -excluded and prefix*; only the first 200 characters and 16 words are used',
  }),
  kind: z.string().optional().meta({ description: 'Only items in this collection, or documents' }),
  from: day.meta({ description: 'Only items on or after this town date; excludes businesses' }),
  to: day.meta({ description: 'Only items on or before this town date; excludes businesses' }),
  archived: z.enum(['1'], 'archived must be 1').optional().meta({ description: 'Also archived items' }),
  limit: z
    .string()
    .regex(/^\d{1,3}$/, `limit must be a whole number from 1 to ${MOST_ITEMS}`)
    .transform(Number)
    .pipe(z.number().int().min(1).max(MOST_ITEMS, `limit must be a whole number from 1 to ${MOST_ITEMS}`))
    .default(PAGE_SIZE)
    .meta({ override: { type: 'integer', minimum: 1, maximum: MOST_ITEMS, default: PAGE_SIZE } }),
  after: z.string().optional().meta({ description: 'The `next` cursor from an earlier response' }),
});

/** The response to a search in these collections. */
export const searchOutput = (names: string[]) =>
  z.strictObject({
    items: z.array(
      z.strictObject({
        kind: z.enum(names),
        id: z.string(),
        title: z.string(),
        url: z
          .string()
          .meta({ description: 'Its page on this site; of a document its file, and in a PDF the page' }),
        date: z.iso.datetime().nullable().meta({
          description: 'When it was published or takes place; null for polls, businesses and documents',
        }),
        snippet: z.string().meta({ description: 'Plain text around the first match' }),
      }),
    ),
    total: z
      .number()
      .int()
      .meta({ description: 'Number of results counted, at most a thousand of each kind' }),
    isMore: z.boolean().meta({
      description: 'There are more results than `total`, and only the most recently saved are ranked',
    }),
    next: z.string().nullable(),
  });
