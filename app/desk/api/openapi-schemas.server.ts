/** Schemas and parameters in the OpenAPI document. */
import { publications, seriesScopes } from '#app/items/collection/collection.ts';
import { PAGE_SIZE } from '#app/platform/database/lists/paginate.server.ts';
import type { Json } from './call.ts';

export const text: Json = { type: 'string' };
export const textOrNull: Json = { type: ['string', 'null'] };
export const count: Json = { type: 'integer', minimum: 0 };

/** An object that has all of these properties. */
export function object(properties: Json): Json {
  return { type: 'object', properties, required: Object.keys(properties) };
}

export function list(items: Json): Json {
  return { type: 'array', items };
}

/** A schema that the document defines once. */
export function reference(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

/** 'news item' becomes 'NewsItem'. */
export function pascal(words: string): string {
  return words.replace(/(?:^|\s)(\w)/g, (_, letter: string) => letter.toUpperCase());
}

export function pageSchema(items: Json): Json {
  const cursor = { type: ['string', 'null'], description: 'Null if there is no page in that direction' };
  return {
    type: 'object',
    properties: { items: { type: 'array', items }, next: cursor, previous: cursor },
    required: ['items', 'next', 'previous'],
  };
}

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

/**
 * The JSON schema of a PATCH for the one of a whole object: nothing is required, and no field has a default. A generated
 * client may send a default for a field that its caller left out, which would change that field.
 */
export function patchSchemaOf({ required: _, ...schema }: Json): Json {
  const properties = Object.entries(schema.properties as Record<string, Json>).map(
    ([name, { default: _, ...property }]) => [name, property],
  );
  return { ...schema, properties: Object.fromEntries(properties) };
}

/** The list of an item's revisions in the OpenAPI document. */
export const revisionsSchema = {
  type: 'object',
  properties: {
    items: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          revision: { type: 'integer' },
          savedAt: { type: 'string', format: 'date-time' },
          savedBy: {
            type: ['string', 'null'],
            description: 'Name of the account, or “An editor” without one; or name of an API token',
          },
          kind: {
            type: 'string',
            enum: ['saved', 'autosaved', 'restored', 'kept'],
            description: 'kept: what there was before the first save that has a revision',
          },
          publication: { type: 'string' },
        },
        required: ['revision', 'savedAt', 'savedBy', 'kind', 'publication'],
      },
    },
  },
  required: ['items'],
};
