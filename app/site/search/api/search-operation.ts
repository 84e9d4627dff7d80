/** The API's search: one table for its parameters, its response and its part of the OpenAPI document. */
import * as z from 'zod';
import { createSchema } from 'zod-openapi';
import type { Policy } from '#app/people/request/policy.ts';
import { PAGE_SIZE } from '#app/platform/database/lists/paginate.server.ts';

const MOST_ITEMS = 100;

const day = z.iso.date().optional();

/** The parameters of a search; `kind` is any text. Numbers come as text. */
export const searchParameters = z.strictObject({
  q: z.string('q is the text to search for').meta({
    description:
      'Words, "phrases", -excluded and prefix*; only the first 200 characters and 16 words are used',
  }),
  kind: z.string().optional().meta({ description: 'Only items in this collection' }),
  from: day.meta({ description: 'Only items on or after this town date; excludes businesses' }),
  to: day.meta({ description: 'Only items on or before this town date; excludes businesses' }),
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
        url: z.string().meta({ description: 'Its page on this site' }),
        date: z.iso.datetime().nullable().meta({
          description: 'When it was published or takes place; null for polls and businesses',
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

const policy: Policy = 'public';

export const searchOperation = { name: 'search', policy };

/** The path of the search for the OpenAPI document; `describeProblem` gives the response of a failure. */
export function describeSearchPath(
  names: string[],
  describeProblem: (status: number) => object,
): Record<string, object> {
  const parameters = createSchema(searchParameters, { io: 'input' }).schema as {
    properties: Record<string, { description?: string }>;
  };
  const { schema } = createSchema(searchOutput(names), { io: 'output' });
  const success = {
    description: 'The results, best match first',
    content: { 'application/json': { schema } },
  };
  const get = {
    operationId: 'search',
    summary: `Search ${new Intl.ListFormat('en-US').format(names)}`,
    tags: ['search'],
    'x-policy': policy,
    security: [],
    parameters: Object.entries(parameters.properties).map(([name, { description, ...one }]) => ({
      name,
      in: 'query',
      ...(name === 'q' ? { required: true } : {}),
      ...(description ? { description } : {}),
      schema: name === 'kind' ? { ...one, enum: names } : one,
    })),
    responses: {
      200: success,
      400: describeProblem(400),
      401: describeProblem(401),
      503: describeProblem(503),
    },
  };
  return { '/api/v1/search': { get } };
}
