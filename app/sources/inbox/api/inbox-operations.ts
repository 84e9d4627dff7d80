/** The API's calls for the inbox: one table for the handlers and the OpenAPI document. */
import * as z from 'zod';
import { createSchema } from 'zod-openapi';
import { instant } from '#app/items/content/item-schema.ts';
import type { Policy } from '#app/people/request/policy.ts';
import { actions } from '#app/sources/inbox/decision.ts';

const BASE = '/api/v1/inbox';

const policy: Policy = 'admin-or-token';
const common = [401, 403, 503];

export const inboxCalls = {
  list: { policy, statuses: [400, ...common] },
  decide: { policy, statuses: [400, 404, 409, 413, 415, 422, ...common] },
  undo: { policy, statuses: [404, 409, ...common] },
};

const id = z
  .string('Enter an id')
  .regex(/^[A-Za-z0-9_-]{1,128}$/, 'This is not an id')
  .optional();

/** A decision as programs send it. */
export const decisionSchema = z.strictObject({
  action: z.enum(actions, `Use one of ${actions.join(', ')}`).meta({
    description:
      'For a change at the source of something published, publish takes the source’s values and discard keeps the present ones',
  }),
  into: id.meta({
    description:
      'To merge: the entry or the item that it becomes a part of. To split: the duplicate; all of them without it',
  }),
  until: instant('a time').optional().meta({ description: 'To snooze: when it returns' }),
});

type Json = Record<string, unknown>;

/** The paths of the inbox for the OpenAPI document; `describeProblem` returns the response of a failure. */
export function describeInboxPaths(describeProblem: (status: number) => object): Record<string, object> {
  const describe = (name: keyof typeof inboxCalls, operationId: string, facts: Json, success: Json) => ({
    operationId,
    tags: ['inbox'],
    'x-policy': inboxCalls[name].policy,
    security: [{ token: [] }, { session: [] }],
    ...facts,
    responses: {
      200: success,
      ...Object.fromEntries(inboxCalls[name].statuses.map((status) => [status, describeProblem(status)])),
    },
  });
  return {
    [BASE]: {
      get: describe(
        'list',
        'listInbox',
        { summary: 'List what waits for review, last arrived first', parameters: listParameters },
        { description: 'One page', ...json(pageSchema) },
      ),
    },
    [`${BASE}/{id}`]: {
      post: describe(
        'decide',
        'decideInboxEntry',
        {
          summary: 'Decide about an entry of the inbox',
          parameters: [{ name: 'id', in: 'path', required: true, schema: text }],
          requestBody: { required: true, ...json(createSchema(decisionSchema, { io: 'input' }).schema) },
        },
        { description: 'What was decided', ...json(decidedSchema) },
      ),
    },
    [`${BASE}/undo`]: {
      post: describe(
        'undo',
        'undoInbox',
        { summary: 'Undo the caller’s last decision' },
        { description: 'What waits again', ...json(undoneSchema) },
      ),
    },
  };
}

function json(schema: unknown): Json {
  return { content: { 'application/json': { schema } } };
}

const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };
const kind = { type: 'string', enum: ['articles', 'news', 'events'] };

function object(properties: Json): Json {
  return { type: 'object', properties, required: Object.keys(properties) };
}

const source = object({ id: text, name: text, address: text, rank: { enum: ['primary', 'aggregator'] } });

const entrySchema = object({
  id: text,
  kind,
  title: text,
  link: textOrNull,
  stack: { ...text, description: 'The same for all dates of one event' },
  source: { anyOf: [source, { type: 'null' }] },
  receivedAt: { type: 'string', format: 'date-time' },
  item: { type: ['object', 'null'], description: 'The item as the API of its collection returns it' },
  duplicates: { type: 'array', items: object({ id: text, source, title: text, link: textOrNull }) },
  changes: {
    type: 'array',
    description: 'What the source says now of an item that is published; empty for a new item',
    items: object({
      field: text,
      from: {},
      to: {},
      locked: { type: 'boolean', description: 'An editor wrote the present value' },
    }),
  },
});

const pageSchema = object({
  items: { type: 'array', items: entrySchema },
  next: textOrNull,
  previous: textOrNull,
});

const decidedSchema = object({ id: text, action: text, kind, itemId: text, summary: text });

const undoneSchema = object({
  undone: { ...text, description: 'The decision, as a sentence' },
  items: { type: 'array', items: object({ id: text, title: text }) },
  problems: { type: 'array', items: text, description: 'What could not be undone, and why' },
});

const listParameters: Json[] = [
  { name: 'kind', in: 'query', schema: kind },
  { name: 'limit', in: 'query', schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 } },
  { name: 'after', in: 'query', description: 'The `next` cursor from an earlier response', schema: text },
  {
    name: 'before',
    in: 'query',
    description: 'The `previous` cursor from an earlier response',
    schema: text,
  },
];
