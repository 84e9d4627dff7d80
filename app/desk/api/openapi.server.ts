import { createSchema } from 'zod-openapi';
import { type Collection, publications } from '#app/items/collection/collection.ts';
import {
  foreverParameter,
  fromParameter,
  headerParameter,
  idParameter,
  listParameters,
  publicationParameter,
  revisionParameter,
  seriesParameter,
} from './openapi-parameters.server.ts';
import { type Operation, operations, targetPaths } from './operations.ts';
import { patchSchemaOf } from './patch-schema.ts';
import { problemTitle } from './problem.ts';
import { revisionsSchema } from './revisions-schema.ts';

type Json = Record<string, unknown>;

/**
 * The OpenAPI 3.1 document of the API (product contract section 4), generated from the schemas that validate input and
 * the table of operations; `describeOthers` adds the paths outside of collections. `x-policy` of each operation says
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
    paths: Object.assign({}, ...collections.map(pathsOf), describeOthers(describeProblem)),
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

function pathsOf(collection: Collection): Json {
  const targets = Object.entries(targetPaths) as [Operation['target'], string][];
  return Object.fromEntries(
    targets.map(([target, path]) => [`/api/v1/${collection.name}${path}`, pathItem(collection, target)]),
  );
}

function pathItem(collection: Collection, target: Operation['target']): Json {
  const own = operations.filter((operation) => operation.target === target);
  return Object.fromEntries(
    own.map((operation) => [operation.method.toLowerCase(), describeOperation(collection, operation)]),
  );
}

function describeOperation(collection: Collection, operation: Operation): Json {
  const { singular, name: plural } = collection;
  const words = {
    list: { operationId: `list${pascal(plural)}`, summary: `List ${plural}` },
    find: { operationId: `find${pascal(singular)}`, summary: `Read one ${singular}` },
    put: { operationId: `put${pascal(singular)}`, summary: `Create or overwrite one ${singular}` },
    patch: { operationId: `patch${pascal(singular)}`, summary: `Change some fields of one ${singular}` },
    remove: { operationId: `remove${pascal(singular)}`, summary: `Move one ${singular} to the trash` },
    restore: { operationId: `restore${pascal(singular)}`, summary: `Restore one ${singular} from the trash` },
    revisions: {
      operationId: `list${pascal(singular)}Revisions`,
      summary: `List what was saved of one ${singular}, newest first`,
    },
    revision: {
      operationId: `find${pascal(singular)}Revision`,
      summary: `Read one ${singular} as it was saved`,
    },
    restoreRevision: {
      operationId: `restore${pascal(singular)}Revision`,
      summary: `Save one ${singular} as it was again`,
    },
  }[operation.name];
  return {
    ...words,
    tags: [plural],
    'x-policy': operation.policy,
    security: operation.policy === 'public' ? [] : [{ token: [] }, { session: [] }],
    parameters: parametersOf(collection, operation),
    ...requestBodyOf(collection, operation),
    responses: responsesOf(collection, operation),
  };
}

function parametersOf(collection: Collection, { name, target }: Operation): Json[] {
  if (target === 'collection')
    return [...listParameters, publicationParameter, ...(collection.takesFrom ? [fromParameter] : [])];
  if (name === 'restore' || name === 'revisions') return [idParameter];
  if (name === 'revision' || name === 'restoreRevision') return [idParameter, revisionParameter];
  if (name === 'find')
    return [idParameter, headerParameter('If-None-Match', 'The ETag of the cached response')];
  const ifMatch = headerParameter('If-Match', 'The ETag of the item when it was read');
  const common = [idParameter, ifMatch, ...(collection.listSeriesIds ? [seriesParameter] : [])];
  if (name === 'remove') return [...common, foreverParameter];
  if (name !== 'put') return common;
  return [...common, headerParameter('If-None-Match', '* if the item must not exist yet')];
}

function requestBodyOf({ singular }: Collection, { name }: Operation): Json {
  if (name !== 'put' && name !== 'patch') return {};
  const schema = reference(`${pascal(singular)}${name === 'put' ? 'Input' : 'Patch'}`);
  const content =
    name === 'put'
      ? jsonContent(schema)
      : { ...jsonContent(schema), 'application/merge-patch+json': { schema } };
  return { requestBody: { required: true, content } };
}

const problemStatuses: Record<Operation['name'], number[]> = {
  list: [400, 401, 403, 503],
  find: [401, 404, 503],
  put: [400, 401, 403, 412, 413, 415, 422, 503],
  patch: [400, 401, 403, 404, 409, 412, 413, 415, 422, 503],
  remove: [400, 401, 403, 404, 412, 503],
  restore: [401, 403, 404, 409, 503],
  revisions: [401, 403, 404, 503],
  revision: [401, 403, 404, 503],
  restoreRevision: [401, 403, 404, 409, 422, 503],
};

function responsesOf({ singular }: Collection, { name }: Operation): Json {
  const item = {
    headers: { ETag: { schema: { type: 'string' } } },
    content: jsonContent(reference(pascal(singular))),
  };
  const successes = {
    list: {
      200: {
        description: 'One page of the list',
        content: jsonContent(reference(`${pascal(singular)}Page`)),
      },
    },
    find: { 200: { description: `The ${singular}`, ...item }, 304: { description: 'Not modified' } },
    put: {
      200: { description: `The overwritten ${singular}, re-read`, ...item },
      201: { description: `The new ${singular}, re-read`, ...item },
    },
    patch: { 200: { description: `The changed ${singular}, re-read`, ...item } },
    remove: { 204: { description: 'Deleted' } },
    restore: { 200: { description: `The restored ${singular}`, ...item } },
    revisions: { 200: { description: 'The revisions', content: jsonContent(revisionsSchema) } },
    revision: { 200: { description: `The ${singular} as it was; what it lacked is null` } },
    restoreRevision: { 200: { description: `The restored ${singular}`, ...item } },
  }[name];
  const problems = problemStatuses[name].map((status) => [status, describeProblem(status)]);
  return { ...successes, ...Object.fromEntries(problems) };
}

function describeProblem(status: number): Json {
  const content = { 'application/problem+json': { schema: reference('Problem') } };
  return { description: problemTitle(status), content };
}

function jsonContent(schema: Json): Json {
  return { 'application/json': { schema } };
}

function schemasOf(collection: Collection): Json {
  const name = pascal(collection.singular);
  const input = inputSchema(collection);
  const optional = ['id', ...(collection.defaults?.fields ?? [])];
  const output = createSchema(collection.outputSchema, { io: 'input' }).schema as Json;
  const properties = { ...(output.properties as Json), ...publicationOutput };
  const isSparse = (field: string) => collection.sparseFields?.includes(field);
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
};

function inputSchema({ schema, htmlFields, unpublished }: Collection): Json {
  const input = createSchema(schema, { io: 'input' }).schema as Json & { properties: Record<string, Json> };
  const properties = Object.entries(input.properties).map(([field, property]) => [
    field,
    htmlFields.includes(field) ? { ...property, description: 'HTML, sanitized when it is stored' } : property,
  ]);
  const own = Object.fromEntries(properties);
  return { ...input, properties: unpublished ? { ...own, ...publicationInput } : own };
}

export function pageSchema(items: Json): Json {
  const cursor = { type: ['string', 'null'], description: 'Null if there is no page in that direction' };
  return {
    type: 'object',
    properties: { items: { type: 'array', items }, next: cursor, previous: cursor },
    required: ['items', 'next', 'previous'],
  };
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

function reference(name: string): Json {
  return { $ref: `#/components/schemas/${name}` };
}

/** 'news item' becomes 'NewsItem'. */
function pascal(words: string): string {
  return words.replace(/(?:^|\s)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
