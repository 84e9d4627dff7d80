/** The parameters and the response of the API's search. */
import * as z from 'zod';
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
