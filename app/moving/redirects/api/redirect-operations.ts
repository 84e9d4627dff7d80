/** The API's calls for redirects: one table for the handlers and the OpenAPI document. */
import type { Policy } from '#app/people/request/policy.ts';

const policy: Policy = 'admin-or-token';
const common = [401, 403, 503];
const body = [400, 413, 415, 422];

type Call = { summary: string; policy: Policy; statuses: number[] };

export const redirectCalls = {
  listRedirects: { summary: 'List redirects, the newest first', policy, statuses: [400, ...common] },
  saveRedirect: {
    summary: 'Add a redirect, or give an old address another target',
    policy,
    statuses: [...body, ...common],
  },
  removeRedirect: {
    summary: 'Remove the redirect of an old address, named in the body or as `from`',
    policy,
    statuses: [404, ...body, ...common],
  },
} as const satisfies Record<string, Call>;

export type RedirectCall = keyof typeof redirectCalls;

type Json = Record<string, unknown>;

const text = { type: 'string' };
const from = {
  ...text,
  description: "A path of the old site, with its query where that names the page: '/?p=12'",
};
const to = { ...text, description: 'A path of this site, or an http(s) address' };

const redirectSchema: Json = {
  type: 'object',
  properties: { from, to, createdAt: { ...text, format: 'date-time' } },
  required: ['from', 'to', 'createdAt'],
};
const nullableText = { type: ['string', 'null'] };
const pageSchema: Json = {
  type: 'object',
  properties: {
    items: { type: 'array', items: redirectSchema },
    next: nullableText,
    previous: nullableText,
  },
  required: ['items', 'next', 'previous'],
};

/** `/api/v1/redirects` for the OpenAPI document; `describeProblem` returns the response of a failure. */
export function describeRedirectPath(describeProblem: (status: number) => object): Record<string, object> {
  const describe = (name: RedirectCall, successes: Json, more: Json) => ({
    operationId: name,
    summary: redirectCalls[name].summary,
    tags: ['redirects'],
    'x-policy': redirectCalls[name].policy,
    security: [{ token: [] }, { session: [] }],
    ...more,
    responses: {
      ...successes,
      ...Object.fromEntries(redirectCalls[name].statuses.map((status) => [status, describeProblem(status)])),
    },
  });
  const one = json(redirectSchema);
  return {
    '/api/v1/redirects': {
      get: describe(
        'listRedirects',
        { 200: { description: 'A page of redirects', ...json(pageSchema) } },
        {
          parameters: [
            {
              name: 'limit',
              in: 'query',
              schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
            },
            ...['after', 'before', 'q'].map((name) => ({ name, in: 'query', schema: text })),
          ],
        },
      ),
      post: describe(
        'saveRedirect',
        {
          200: { description: 'The changed redirect', ...one },
          201: { description: 'The new redirect', ...one },
        },
        { requestBody: { required: true, ...json(inputOf(['from', 'to'])) } },
      ),
      delete: describe(
        'removeRedirect',
        { 204: { description: 'Removed' } },
        {
          parameters: [{ name: 'from', in: 'query', schema: text }],
          requestBody: { ...json(inputOf(['from'])) },
        },
      ),
    },
  };
}

function inputOf(required: string[]): Json {
  return { type: 'object', properties: { from, to }, required, additionalProperties: false };
}

function json(schema: unknown): Json {
  return { content: { 'application/json': { schema } } };
}
