/** The API's calls for the newsletter: one table for the handlers and the OpenAPI document. */
import { createSchema } from 'zod-openapi';
import { STATES } from '#app/newsletter/subscribers/subscriber.ts';
import type { Policy } from '#app/people/request/policy.ts';
import { frequencies, topics } from '#app/town/newsletter/newsletter-plan.ts';
import {
  audiences,
  buildSchema,
  issuePatchSchema,
  sectionKinds,
  sendSchema,
  subscriberInputSchema,
  testSchema,
} from './issue-schemas.ts';

const policy: Policy = 'admin-or-token';
const common = [401, 403, 503];
const body = [400, 413, 415, 422];

type Call = { summary: string; policy: Policy; statuses: number[] };

export const newsletterCalls = {
  listIssues: { summary: 'List issues, the last built first', policy, statuses: [400, ...common] },
  buildIssue: {
    summary: 'Build an issue from what is published now',
    policy,
    statuses: [...body, ...common],
  },
  findIssue: { summary: 'Read one issue', policy, statuses: [404, ...common] },
  changeIssue: {
    summary: 'Change the texts of an issue, what it contains and in which order',
    policy,
    statuses: [404, 409, 412, ...body, ...common],
  },
  sendIssue: {
    summary: 'Send an issue now or at a time; a second call changes nothing',
    policy,
    statuses: [404, 409, ...body, ...common],
  },
  testIssue: {
    summary: 'Send a test of an issue to one address',
    policy,
    statuses: [404, ...body, ...common],
  },
  listSubscribers: { summary: 'List subscribers, the newest first', policy, statuses: [400, ...common] },
  addSubscriber: {
    summary: 'Subscribe an address whose owner has agreed; nothing is sent',
    policy,
    statuses: [409, ...body, ...common],
  },
  findSubscriber: { summary: 'Read one subscriber', policy, statuses: [404, ...common] },
  removeSubscriber: {
    summary: 'Unsubscribe an address, which then stays off the list',
    policy,
    statuses: [400, 404, ...common],
  },
} as const satisfies Record<string, Call>;

export type NewsletterCall = keyof typeof newsletterCalls;

type Json = Record<string, unknown>;

const ISSUES = '/api/v1/newsletter/issues';
const SUBSCRIBERS = '/api/v1/newsletter/subscribers';

/** The paths of the newsletter for the OpenAPI document; `describeProblem` returns the response of a failure. */
export function describeNewsletterPaths(describeProblem: (status: number) => object): Record<string, object> {
  const describe = (name: NewsletterCall, successes: Json, more: Json = {}) => ({
    operationId: name,
    summary: newsletterCalls[name].summary,
    tags: ['newsletter'],
    'x-policy': newsletterCalls[name].policy,
    security: [{ token: [] }, { session: [] }],
    ...more,
    responses: {
      ...successes,
      ...Object.fromEntries(
        newsletterCalls[name].statuses.map((status) => [status, describeProblem(status)]),
      ),
    },
  });
  const one = { parameters: [idParameter] };
  const issue = (description: string) => ({ description, ...json(issueSchema) });
  const subscriber = (description: string) => ({ description, ...json(subscriberSchema) });
  const accepts = (schema: Parameters<typeof createSchema>[0], required = true) => ({
    requestBody: { required, ...json(createSchema(schema, { io: 'input' }).schema) },
  });
  return {
    [ISSUES]: {
      get: describe(
        'listIssues',
        { 200: { description: 'One page', ...json(pageOf(issueSchema)) } },
        { parameters: [limitParameter, ...cursorParameters] },
      ),
      post: describe('buildIssue', { 201: issue('The new issue, a draft') }, accepts(buildSchema, false)),
    },
    [`${ISSUES}/{id}`]: {
      get: describe('findIssue', { 200: issue('The issue') }, one),
      patch: describe(
        'changeIssue',
        { 200: issue('The changed issue') },
        { parameters: [idParameter, ifMatchParameter], ...accepts(issuePatchSchema) },
      ),
    },
    [`${ISSUES}/{id}/send`]: {
      post: describe('sendIssue', { 202: issue('The issue') }, { ...one, ...accepts(sendSchema, false) }),
    },
    [`${ISSUES}/{id}/test`]: {
      post: describe(
        'testIssue',
        { 202: { description: 'The test is on its way', ...json(object({ id: text, to: text })) } },
        { ...one, ...accepts(testSchema) },
      ),
    },
    [SUBSCRIBERS]: {
      get: describe(
        'listSubscribers',
        { 200: { description: 'One page', ...json(pageOf(subscriberSchema)) } },
        { parameters: subscriberParameters },
      ),
      post: describe(
        'addSubscriber',
        { 201: subscriber('The new subscriber'), 200: subscriber('The address is subscribed already') },
        accepts(subscriberInputSchema),
      ),
      delete: describe(
        'removeSubscriber',
        { 204: { description: 'Unsubscribed' } },
        { parameters: [emailParameter] },
      ),
    },
    [`${SUBSCRIBERS}/{id}`]: {
      get: describe('findSubscriber', { 200: subscriber('The subscriber') }, one),
      delete: {
        ...describe('removeSubscriber', { 204: { description: 'Unsubscribed' } }, one),
        operationId: 'removeSubscriberById',
      },
    },
  };
}

function json(schema: unknown): Json {
  return { content: { 'application/json': { schema } } };
}

const text = { type: 'string' };
const textOrNull = { type: ['string', 'null'] };
const count = { type: 'integer', minimum: 0 };
const time = { type: 'string', format: 'date-time' };
const timeOrNull = { type: ['string', 'null'], format: 'date-time' };

function object(properties: Json): Json {
  return { type: 'object', properties, required: Object.keys(properties) };
}

function list(items: unknown): Json {
  return { type: 'array', items };
}

function pageOf(schema: unknown): Json {
  return object({ items: list(schema), next: textOrNull, previous: textOrNull });
}

const counts = [
  'recipients',
  'sent',
  'refused',
  'unknown',
  'bounced',
  'waiting',
  'withdrawn',
  'unsubscribed',
];

const issueSchema = object({
  id: text,
  number: { type: ['integer', 'null'], description: 'Given when sending begins' },
  subject: text,
  preview: text,
  note: text,
  state: { type: 'string', enum: ['draft', 'scheduled', 'sending', 'sent', 'expired'] },
  audience: { type: 'string', enum: [...audiences] },
  day: { type: 'string', format: 'date' },
  sendAt: timeOrNull,
  startedAt: timeOrNull,
  finishedAt: timeOrNull,
  approvedAt: timeOrNull,
  createdAt: time,
  heldFor: { ...textOrNull, description: 'Why sending is paused' },
  endedFor: { ...textOrNull, description: 'Why it has expired' },
  url: { ...textOrNull, description: 'The web edition' },
  sections: list(
    object({
      kind: { type: 'string', enum: [...sectionKinds] },
      title: text,
      items: list(object({ collection: text, id: text, title: text, url: text })),
    }),
  ),
  counts: {
    ...object(Object.fromEntries(counts.map((name) => [name, count]))),
    description: 'Before the issue is sent, recipients is a forecast',
  },
  version: { type: 'integer' },
});

const subscriberSchema = object({
  id: text,
  email: { ...textOrNull, description: 'Null after it was erased' },
  state: { type: 'string', enum: [...STATES] },
  topics: list({ type: 'string', enum: [...topics] }),
  frequency: { type: 'string', enum: [...frequencies] },
  reason: textOrNull,
  flag: { type: ['string', 'null'], enum: ['disposable', 'role', null] },
  consent: object({ source: text, at: time }),
  createdAt: time,
});

const idParameter: Json = { name: 'id', in: 'path', required: true, schema: text };
const ifMatchParameter: Json = {
  name: 'If-Match',
  in: 'header',
  description: 'The ETag of the version that is changed',
  schema: text,
};
const emailParameter: Json = { name: 'email', in: 'query', schema: text };
const limitParameter: Json = {
  name: 'limit',
  in: 'query',
  schema: { type: 'integer', minimum: 1, maximum: 100, default: 10 },
};
const [afterParameter, beforeParameter] = ['after', 'before'].map((name): Json => {
  const cursor = name === 'after' ? 'next' : 'previous';
  return {
    name,
    in: 'query',
    description: `The \`${cursor}\` cursor from an earlier response`,
    schema: text,
  };
});
const cursorParameters = [afterParameter, beforeParameter];

const subscriberParameters = [
  { ...emailParameter, description: 'Only the one with this address' },
  { name: 'q', in: 'query', description: 'How the address begins', schema: text },
  { name: 'state', in: 'query', schema: { type: 'string', enum: [...STATES] } },
  limitParameter,
  afterParameter,
];
