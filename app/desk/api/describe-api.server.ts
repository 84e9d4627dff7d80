import { createSchema } from 'zod-openapi';
import { type Collection, publications } from '#app/items/collection/collection.ts';
import type { Json } from './call.ts';
import { collectionCalls } from './collection-calls.server.ts';
import { pageSchema, pascal, patchSchemaOf, reference } from './openapi-schemas.server.ts';
import { problemTitle } from './problem-document.ts';

/**
 * The OpenAPI 3.1 document of the API (product contract section 4), generated from the schemas that validate input and
 * the rows of their calls; `describeOthers` adds the paths outside of collections. `x-policy` of each operation says
 * who may call it.
 */
export function describeApi(
  collections: Collection[],
  { title, url }: { title: string; url: string },
  describeOthers: (describeProblem: (status: number) => object) => Json = () => ({}),
): object {
  return {
    openapi: '3.1.0',
    info: { title: `${title} API`, version: '1', description: introduction },
    servers: [{ url }],
    tags: collections.map(({ name }) => ({ name })),
    paths: Object.assign(
      {},
      ...collections.map((collection) => collectionCalls(collection).describe(describeProblem)),
      describeOthers(describeProblem),
    ),
    components: {
      schemas: Object.assign({ Problem: problemSchema }, ...collections.map(schemasOf)),
      securitySchemes: { session: sessionScheme, token: tokenScheme },
    },
  };
}

const introduction =
  "Reading needs no authentication. Writing needs an API token with write scope, or the administrator's session and, from a " +
  'browser, a same-origin Origin. ' +
  'Errors are problem documents (RFC 9457).';

const sessionScheme: Json = {
  type: 'apiKey',
  in: 'cookie',
  name: '__Host-belfry',
  description: 'The session of a logged-in administrator. Over http, the cookie is named belfry-dev.',
};

const tokenScheme: Json = {
  type: 'http',
  scheme: 'bearer',
  bearerFormat: 'blf_ and 43 letters, digits, - and _',
  description: "A token from the administrator's Settings, sent only in the Authorization header.",
};

function describeProblem(status: number): Json {
  const content = { 'application/problem+json': { schema: reference('Problem') } };
  return { description: problemTitle(status), content };
}

function schemasOf(collection: Collection): Json {
  const name = pascal(collection.singular);
  const input = inputSchema(collection);
  const optional = ['id', ...(collection.json.defaults?.fields ?? [])];
  const output = createSchema(collection.json.outputSchema, { io: 'input' }).schema as Json;
  const properties = { ...(output.properties as Json), ...publicationOutput };
  const isSparse = (field: string) => field === 'archivedAt' || collection.json.sparseFields?.includes(field);
  return {
    [name]: { ...output, properties, required: Object.keys(properties).filter((field) => !isSparse(field)) },
    [`${name}Input`]: {
      ...input,
      required: ((input.required ?? []) as string[]).filter((field) => !optional.includes(field)),
    },
    [`${name}Patch`]: patchSchemaOf(input),
    [`${name}Page`]: pageSchema(reference(name)),
  };
}

/** What every item has in addition to its own fields. */
const publicationOutput: Json = {
  publication: {
    type: 'string',
    enum: publications,
    description:
      'Only editors see drafts and scheduled items. Of a draft, fields can be null or not valid yet',
  },
  publishAt: {
    type: ['string', 'null'],
    format: 'date-time',
    description: 'When a scheduled item will be published; otherwise null',
  },
  archivedAt: {
    type: 'string',
    format: 'date-time',
    description: 'Since when the item is archived: kept for reference, and no longer changed',
  },
};

const publicationInput: Json = {
  publication: {
    type: 'string',
    enum: publications,
    description:
      'PUT: published by default. PATCH: unchanged by default. A draft needs only a title or some text',
  },
  publishAt: {
    type: ['string', 'null'],
    format: 'date-time',
    description: 'Required for a scheduled item. One that is over publishes it at once',
  },
  archived: {
    type: 'boolean',
    description:
      'PATCH, without other fields: puts a public item into the archive, or takes it out. Until then an archived item refuses changes',
  },
  archivedAt: {
    type: ['string', 'null'],
    format: 'date-time',
    description: 'PUT: archives the item as of then',
  },
};

function inputSchema({ json: { schema, htmlFields }, store: { unpublished } }: Collection): Json {
  const input = createSchema(schema, { io: 'input' }).schema as Json & { properties: Record<string, Json> };
  const properties = Object.entries(input.properties).map(([field, property]) => [
    field,
    htmlFields.includes(field) ? { ...property, description: 'HTML, sanitized when it is stored' } : property,
  ]);
  const own = Object.fromEntries(properties);
  return { ...input, properties: unpublished ? { ...own, ...publicationInput } : own };
}

const problemSchema: Json = {
  type: 'object',
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    detail: { type: 'string' },
    errors: {
      type: 'array',
      description: 'The fields that are missing, invalid, or unknown',
      items: {
        type: 'object',
        properties: { field: { type: 'string' }, message: { type: 'string' } },
        required: ['field', 'message'],
      },
    },
  },
  required: ['type', 'title', 'status'],
};
