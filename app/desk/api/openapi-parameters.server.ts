/** The parameters in the OpenAPI document. */
import { publications, seriesScopes } from '#app/items/collection/collection.ts';
import { PAGE_SIZE } from '#app/platform/database/lists/paginate.server.ts';

type Json = Record<string, unknown>;

export const listParameters: Json[] = [
  queryParameter(
    'limit',
    { type: 'integer', minimum: 1, maximum: 100, default: PAGE_SIZE },
    'Number of items to return',
  ),
  queryParameter('after', { type: 'string' }, 'The `next` cursor from an earlier response'),
  queryParameter('before', { type: 'string' }, 'The `previous` cursor from an earlier response'),
];

export const fromParameter = queryParameter(
  'from',
  { type: 'string', anyOf: [{ format: 'date-time' }, { format: 'date' }] },
  "Only events on or after this instant or town date; defaults to the town's today",
);

export const publicationParameter = queryParameter(
  'publication',
  { type: 'string', enum: [...publications, 'trash'], default: 'published' },
  'For editors: drafts, last changed first; scheduled items, soonest first; or the trash, last deleted first. `from` has no effect on them',
);

export const seriesParameter = queryParameter(
  'series',
  { type: 'string', enum: [...seriesScopes], default: 'this' },
  'Which dates of a repeated event the call applies to. Only fields that it changes are changed in the others',
);

export const foreverParameter = queryParameter(
  'forever',
  { type: 'boolean', default: false },
  'Delete permanently, also from the trash',
);

export const idParameter: Json = {
  name: 'id',
  in: 'path',
  required: true,
  description: "The item's id; 'add' is not allowed",
  schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{1,128}$', not: { const: 'add' } },
};

export const revisionParameter: Json = {
  name: 'revision',
  in: 'path',
  required: true,
  description: "The revision's number",
  schema: { type: 'integer', minimum: 1 },
};

function queryParameter(name: string, schema: Json, description: string): Json {
  return { name, in: 'query', description, schema };
}

export function headerParameter(name: string, description: string): Json {
  return { name, in: 'header', description, schema: { type: 'string' } };
}
