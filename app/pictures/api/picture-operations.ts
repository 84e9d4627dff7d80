/** The API's calls for pictures: one table for the handlers and the OpenAPI document. */
import { createSchema } from 'zod-openapi';
import { pictureWordsSchema } from '#app/items/content/picture-words.ts';
import type { Policy } from '#app/people/request/policy.ts';
import { pictureOutput } from '#app/pictures/picture.ts';

const policy: Policy = 'admin-or-token';

type Call = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE';
  summary: string;
  policy: Policy;
  statuses: number[];
};

const common = [401, 403, 503];

export const pictureCalls = {
  list: { method: 'GET', summary: 'List pictures, newest first', policy, statuses: [400, ...common] },
  upload: {
    method: 'POST',
    summary: 'Upload a picture; the same file again returns the one that is there',
    policy,
    statuses: [400, 413, 415, 422, 507, ...common],
  },
  find: { method: 'GET', summary: 'Read one picture', policy, statuses: [404, ...common] },
  change: {
    method: 'PATCH',
    summary: 'Change what is said about a picture',
    policy,
    statuses: [400, 404, 413, 415, 422, ...common],
  },
  remove: {
    method: 'DELETE',
    summary: 'Delete a picture that nothing uses',
    policy,
    statuses: [404, 409, ...common],
  },
} as const satisfies Record<string, Call>;

export type PictureCall = keyof typeof pictureCalls;

const BASE = '/api/v1/pictures';

type Json = Record<string, unknown>;

/** The paths of pictures for the OpenAPI document; `describeProblem` returns the response of a failure. */
export function describePicturesPaths(describeProblem: (status: number) => object): Record<string, object> {
  const picture = json(createSchema(pictureOutput, { io: 'output' }).schema);
  const page = json({
    type: 'object',
    properties: {
      items: { type: 'array', items: createSchema(pictureOutput, { io: 'output' }).schema },
      next: { type: ['string', 'null'] },
      previous: { type: ['string', 'null'] },
    },
    required: ['items', 'next', 'previous'],
  });
  const describe = (name: PictureCall, successes: Json, more: Json = {}) => ({
    operationId: `${name}Picture${name === 'list' ? 's' : ''}`,
    summary: pictureCalls[name].summary,
    tags: ['pictures'],
    'x-policy': pictureCalls[name].policy,
    security: [{ token: [] }, { session: [] }],
    ...more,
    responses: {
      ...successes,
      ...Object.fromEntries(pictureCalls[name].statuses.map((status) => [status, describeProblem(status)])),
    },
  });
  const one = { parameters: [idParameter] };
  return {
    [BASE]: {
      get: describe('list', { 200: { description: 'One page', ...page } }, { parameters: listParameters }),
      post: describe(
        'upload',
        {
          200: { description: 'The same file was uploaded before', ...picture },
          201: { description: 'The new picture', ...picture },
        },
        { requestBody: { required: true, content: { 'multipart/form-data': { schema: uploadSchema } } } },
      ),
    },
    [`${BASE}/{id}`]: {
      get: describe('find', { 200: { description: 'The picture', ...picture } }, one),
      patch: describe(
        'change',
        { 200: { description: 'The changed picture', ...picture } },
        {
          ...one,
          requestBody: { required: true, ...json(createSchema(pictureWordsSchema, { io: 'input' }).schema) },
        },
      ),
      delete: describe('remove', { 204: { description: 'Deleted' } }, one),
    },
  };
}

function json(schema: unknown): Json {
  return { content: { 'application/json': { schema } } };
}

const text = { type: 'string' };

const uploadSchema: Json = {
  type: 'object',
  properties: {
    file: {
      type: 'string',
      format: 'binary',
      description: 'JPEG, PNG, WebP, AVIF or GIF, up to 20 MiB and 40 megapixels',
    },
    alt: text,
    caption: text,
    credit: text,
    decorative: { type: 'string', enum: ['true', 'false'] },
    focalPoint: { type: 'string', pattern: '^[1-9]$' },
  },
  required: ['file'],
  additionalProperties: false,
};

const idParameter: Json = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'string', pattern: '^[0-9a-f]{32}$' },
};

const listParameters: Json[] = [
  {
    name: 'q',
    in: 'query',
    description: 'Words of the name, alternative text, caption or credit',
    schema: text,
  },
  {
    name: 'show',
    in: 'query',
    description: 'Only pictures without alternative text, or only those that nothing uses',
    schema: { type: 'string', enum: ['missing', 'unused'] },
  },
  { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 } },
  { name: 'after', in: 'query', description: 'The `next` cursor from an earlier response', schema: text },
  {
    name: 'before',
    in: 'query',
    description: 'The `previous` cursor from an earlier response',
    schema: text,
  },
];
