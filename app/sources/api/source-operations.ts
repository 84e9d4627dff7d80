/** The API's calls for sources: one table for the handlers and the OpenAPI document. */
import { createSchema } from 'zod-openapi';
import { patchSchemaOf } from '#app/desk/api/patch-schema.ts';
import type { Policy } from '#app/people/request/policy.ts';
import { sourceJsonSchema, sourceSchema } from '#app/sources/source.ts';

const policy: Policy = 'admin-or-token';

type Call = { summary: string; policy: Policy; statuses: number[] };

const common = [401, 403, 503];
const body = [400, 413, 415, 422];

export const sourceCalls = {
  list: { summary: 'List sources by name', policy, statuses: common },
  add: { summary: 'Add a source, which is then checked', policy, statuses: [...body, 409, ...common] },
  find: { summary: 'Read one source', policy, statuses: [404, ...common] },
  change: { summary: 'Change a source', policy, statuses: [404, 409, ...body, ...common] },
  remove: {
    summary: 'Remove a source; what it brought stays on the site',
    policy,
    statuses: [404, ...common],
  },
  refresh: { summary: 'Check a source now', policy, statuses: [404, 502, ...common] },
  preview: {
    summary: 'Find the feed behind an address, and list what an import would bring',
    policy,
    statuses: [...body, ...common],
  },
} as const satisfies Record<string, Call>;

export type SourceCall = keyof typeof sourceCalls;

const BASE = '/api/v1/sources';

type Json = Record<string, unknown>;

/** The paths of sources for the OpenAPI document; `describeProblem` returns the response of a failure. */
export function describeSourcePaths(describeProblem: (status: number) => object): Record<string, object> {
  const { schema } = createSchema(sourceJsonSchema, { io: 'output' });
  const source = json(schema);
  const input = createSchema(sourceSchema, { io: 'input' }).schema as Json;
  const describe = (name: SourceCall, responses: Json, more: Json = {}) => ({
    operationId: `${name}Source${name === 'list' ? 's' : ''}`,
    summary: sourceCalls[name].summary,
    tags: ['sources'],
    'x-policy': sourceCalls[name].policy,
    security: [{ token: [] }, { session: [] }],
    ...more,
    responses: {
      ...Object.fromEntries(sourceCalls[name].statuses.map((status) => [status, describeProblem(status)])),
      ...responses,
    },
  });
  const one = { parameters: [idParameter] };
  return {
    [BASE]: {
      get: describe('list', { 200: { description: 'All sources', ...json(pageOf(schema)) } }),
      post: describe(
        'add',
        { 201: { description: 'The new source', ...source }, 422: unmeant },
        { requestBody: { required: true, ...json(input) } },
      ),
    },
    [`${BASE}/{id}`]: {
      get: describe('find', { 200: { description: 'The source', ...source } }, one),
      patch: describe(
        'change',
        { 200: { description: 'The changed source', ...source }, 422: unmeant },
        { ...one, requestBody: { required: true, ...json(changeOf(input)) } },
      ),
      delete: describe('remove', { 204: { description: 'Removed' } }, one),
    },
    [`${BASE}/{id}/refresh`]: {
      post: describe(
        'refresh',
        {
          200: { description: 'What the check brought', ...json(refreshSchema) },
          202: {
            description: 'It takes longer. The check continues, and has ended when lastCheckAt changes',
            headers: { Location: { description: 'The address of the source', schema: text } },
            ...source,
          },
        },
        { parameters: [idParameter, preferParameter] },
      ),
    },
    [`${BASE}/preview`]: {
      post: describe(
        'preview',
        { 200: { description: 'What would be imported', ...json(previewSchema) } },
        { requestBody: { required: true, ...json(previewInput) } },
      ),
    },
  };
}

function json(schema: unknown): Json {
  return { content: { 'application/json': { schema } } };
}

function pageOf(schema: unknown): Json {
  const none = { type: 'null', description: 'All sources are on one page' };
  return {
    type: 'object',
    properties: { items: { type: 'array', items: schema }, next: none, previous: none },
    required: ['items', 'next', 'previous'],
  };
}

/** The fields of a new source, all optional, and whether it is checked. */
function changeOf(input: Json): Json {
  const state = { type: 'string', enum: ['working', 'paused'], description: 'Resumes or pauses it' };
  const { properties, ...schema } = patchSchemaOf(input);
  return { ...schema, properties: { ...(properties as Json), state } };
}

const text = { type: 'string' };
const count = { type: 'integer', minimum: 0 };

const refreshSchema: Json = {
  type: 'object',
  properties: { found: count, new: count, changed: count, missing: count },
  required: ['found', 'new', 'changed', 'missing'],
};

const previewInput: Json = {
  type: 'object',
  properties: {
    address: { ...text, description: 'A page, a feed, a calendar or a host' },
    feeds: { type: 'string', enum: ['articles', 'news', 'events'], description: 'What fits, by default' },
    zone: { type: ['string', 'null'], description: 'IANA time zone' },
  },
  required: ['address'],
  additionalProperties: false,
};

const nullableText = { type: ['string', 'null'] };

const foundSchema: Json = {
  type: 'array',
  items: {
    type: 'object',
    properties: { address: text, name: nullableText, format: text, items: count, dates: count },
  },
};

/** A problem, and if the address leads to several sources, which. */
const unmeant: Json = {
  description: 'Invalid fields, or an address that is no source and leads to none or to several',
  content: {
    'application/problem+json': {
      schema: {
        allOf: [
          { $ref: '#/components/schemas/Problem' },
          {
            type: 'object',
            properties: { found: { ...foundSchema, description: 'The addresses to choose from' } },
          },
        ],
      },
    },
  },
};

const previewSchema: Json = {
  type: 'object',
  properties: {
    address: { ...text, description: 'What to add as a source' },
    name: text,
    feeds: { type: 'string', enum: ['articles', 'news', 'events'] },
    format: { type: 'string', enum: ['rss', 'rdf', 'atom', 'json', 'ics', 'html'] },
    items: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          sourceId: text,
          title: nullableText,
          link: nullableText,
          pubDate: { ...nullableText, description: 'Of articles and news' },
          description: { ...text, description: 'Of articles and news, HTML' },
          start: { ...text, description: 'Of events, UTC' },
          end: nullableText,
          allDay: { type: 'boolean' },
          location: nullableText,
          eventStatus: { type: 'string', enum: ['confirmed', 'tentative', 'cancelled', 'postponed'] },
          status: {
            type: 'string',
            enum: ['new', 'duplicate', 'known', 'past', 'refused'],
            description: 'What an import would do with it',
          },
          into: {
            type: ['object', 'null'],
            description: 'The item that a duplicate would be merged into',
            properties: { collection: text, id: text, title: text },
          },
          problem: { ...nullableText, description: 'Why it would be left out' },
        },
        required: ['sourceId', 'title', 'link', 'status', 'into', 'problem'],
      },
    },
    counts: {
      type: 'object',
      description: 'How many items have each status',
      properties: { new: count, duplicate: count, known: count, past: count, refused: count },
    },
    found: { ...foundSchema, description: 'Everything that was found, the one that is shown first' },
    notes: { type: 'array', description: 'What could not be read or was left out', items: text },
  },
  required: ['address', 'name', 'feeds', 'format', 'items', 'counts', 'found', 'notes'],
};

const preferParameter: Json = {
  name: 'Prefer',
  in: 'header',
  description: 'How many seconds to wait at most, up to 15: wait=5, or respond-async (RFC 7240)',
  schema: text,
};

const idParameter: Json = { name: 'id', in: 'path', required: true, schema: text };
