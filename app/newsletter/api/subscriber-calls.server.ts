/** The API's calls for subscribers of the newsletter (product contract section 6). */
import type * as z from 'zod';
import type { CallArgs, Json } from '#app/desk/api/call.ts';
import { jsonBody, readJsonObject } from '#app/desk/api/call-body.server.ts';
import { defineCalls } from '#app/desk/api/define-calls.server.ts';
import { listParameters, pageSchema, text } from '#app/desk/api/openapi-schemas.server.ts';
import { problemResponse } from '#app/desk/api/problem-document.ts';
import { readListRequest } from '#app/desk/api/read-list-request.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import { isoOf } from '#app/items/content/item-json.ts';
import { STATES, type Subscriber } from '#app/newsletter/subscribers/subscriber.ts';
import {
  addSubscriber,
  findSubscriber,
  orderOf,
  pageSubscribers,
  setState,
} from '#app/newsletter/subscribers/subscriber-store.server.ts';
import { syncMembers } from '#app/newsletter/subscribers/sync-members.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { subscriberInputSchema, subscriberSchema } from './newsletter-schemas.ts';

const SUBSCRIBERS = '/api/v1/newsletter/subscribers';

const policy = 'admin-or-token';

const emailParameter: Json = { name: 'email', in: 'query', schema: text };

export const subscriberCalls = defineCalls('newsletter', [
  {
    path: SUBSCRIBERS,
    method: 'GET',
    operationId: 'listSubscribers',
    summary: 'List subscribers, the newest first',
    policy,
    parameters: [
      { ...emailParameter, description: 'Only the one with this address' },
      { name: 'q', in: 'query', description: 'How the address begins', schema: text },
      { name: 'state', in: 'query', schema: { type: 'string', enum: [...STATES] } },
      ...listParameters.filter(({ name }) => name !== 'before'),
    ],
    responses: { 200: { description: 'One page', schema: pageSchema(subscriberSchema) } },
    problems: [400],
    run: listAll,
  },
  {
    path: SUBSCRIBERS,
    method: 'POST',
    operationId: 'addSubscriber',
    summary: 'Subscribe an address whose owner has agreed; nothing is sent',
    policy,
    body: jsonBody(subscriberInputSchema),
    responses: {
      201: { description: 'The new subscriber', schema: subscriberSchema },
      200: { description: 'The address is subscribed already', schema: subscriberSchema },
    },
    problems: [409],
    run: add,
  },
  {
    path: SUBSCRIBERS,
    method: 'DELETE',
    operationId: 'removeSubscriber',
    summary: 'Unsubscribe an address, which then stays off the list',
    policy,
    parameters: [emailParameter],
    responses: { 204: { description: 'Unsubscribed' } },
    problems: [400, 404],
    run: remove,
  },
  {
    path: `${SUBSCRIBERS}/{id}`,
    method: 'GET',
    operationId: 'findSubscriber',
    summary: 'Read one subscriber',
    policy,
    responses: { 200: { description: 'The subscriber', schema: subscriberSchema } },
    problems: [404],
    run: findOne,
  },
  {
    path: `${SUBSCRIBERS}/{id}`,
    method: 'DELETE',
    operationId: 'removeSubscriberById',
    summary: 'Unsubscribe an address, which then stays off the list',
    policy,
    responses: { 204: { description: 'Unsubscribed' } },
    problems: [400, 404],
    run: remove,
  },
]);

/** An erased one has no address any more. */
function jsonOf(subscriber: Subscriber): object {
  const { id, address, state, topics, frequency, reason, flag, consentSource, consentAt, createdAt } =
    subscriber;
  return {
    id,
    email: address,
    state,
    topics,
    frequency,
    reason,
    flag,
    consent: { source: consentSource, at: isoOf(consentAt) },
    createdAt: isoOf(createdAt),
  };
}

/** With `email`, the one with this address; with `q`, those whose address begins like that. */
async function listAll(args: CallArgs): Promise<Response> {
  const { write, now } = writeContext(args);
  await syncMembers(write, now);
  const query = new URL(args.request.url).searchParams;
  const email = query.get('email');
  if (email !== null) {
    const found = await findSubscriber(write, { email });
    return Response.json({ items: found ? [jsonOf(found)] : [], next: null, previous: null });
  }
  const named = query.get('state');
  const state = STATES.find((each) => each === named);
  if (named !== null && !state)
    return problemResponse(400, { detail: `state must be one of ${STATES.join(', ')}.` });
  const filter = { q: query.get('q') ?? '', state };
  // This list has only pages after another.
  query.delete('before');
  const asked = readListRequest(query, orderOf(filter));
  if (typeof asked === 'string') return problemResponse(400, { detail: asked });
  const { items, next } = await pageSubscribers(write, filter, asked);
  return Response.json({ items: items.map(jsonOf), next, previous: null });
}

async function findOne(args: CallArgs): Promise<Response> {
  const { write, now } = writeContext(args);
  await syncMembers(write, now);
  const id = String(args.params.id);
  const found = isItemId(id) ? await findSubscriber(write, { id }) : undefined;
  return found ? Response.json(jsonOf(found)) : problemResponse(404);
}

const SUPPRESSED =
  'This address unsubscribed, or emails to it bounced. Only the person can subscribe it again, with the form on the site.';

/** The caller has the person's consent; nothing is sent. */
async function add(args: CallArgs, sent: z.output<typeof subscriberInputSchema>): Promise<Response> {
  const { write, now } = writeContext(args);
  const { email, topics, frequency, consent } = sent;
  if (consent.at > now)
    return problemResponse(422, { errors: [{ field: 'consent.at', message: 'Enter a time in the past' }] });
  await syncMembers(write, now);
  const chosen = { ...(topics ? { topics } : {}), ...(frequency ? { frequency } : {}) };
  const outcome = await addSubscriber(write, { email, consent, ...chosen, state: 'active' }, now);
  if (outcome.kind === 'invalid')
    return problemResponse(422, { errors: [{ field: 'email', message: 'Enter an email address' }] });
  if (outcome.kind === 'suppressed') return problemResponse(409, { detail: SUPPRESSED });
  if (outcome.kind === 'added') await recordActivity(args, 'subscriber-added');
  const subscriber = await findSubscriber(write, { id: outcome.id });
  return Response.json(subscriber && jsonOf(subscriber), {
    status: outcome.kind === 'added' ? 201 : 200,
    headers: { Location: `/api/v1/newsletter/subscribers/${outcome.id}` },
  });
}

/**
 * Unsubscribes: the address stays off the list. It is named by its id, by `?email=`, or by a JSON body like that of POST.
 */
async function remove(args: CallArgs): Promise<Response> {
  const { write, now } = writeContext(args);
  const { id } = args.params;
  const email = id === undefined ? await namedEmail(args.request) : undefined;
  if (email instanceof Response) return email;
  await syncMembers(write, now);
  const by = id === undefined ? { email: email ?? '' } : { id };
  const found = id === undefined || isItemId(id) ? await findSubscriber(write, by) : undefined;
  if (!found) return problemResponse(404);
  const isChanged = await setState(write, found.id, 'unsubscribed', 'administrator', now);
  if (isChanged) await recordActivity(args, 'subscriber-changed');
  return new Response(null, { status: 204 });
}

async function namedEmail(request: Request): Promise<string | Response> {
  const named = new URL(request.url).searchParams.get('email');
  if (named !== null) return named;
  const { body } = await readJsonObject(request, ['application/json']);
  if (typeof body?.email === 'string') return body.email;
  return problemResponse(400, { detail: 'Name the subscriber: /{id}, ?email= or {"email": …}.' });
}
