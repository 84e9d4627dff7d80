import { problemResponse } from '#app/desk/api/problem.ts';
import { readJsonObject } from '#app/desk/api/read-json.server.ts';
import { refuseFields } from '#app/desk/api/refuse-fields.ts';
import { respondTo } from '#app/desk/api/respond.server.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import { isoOf } from '#app/items/content/item-json.ts';
import { settleMembers } from '#app/newsletter/subscribers/settle-members.server.ts';
import { STATES, type Subscriber, type SubscriberState } from '#app/newsletter/subscribers/subscriber.ts';
import {
  addSubscriber,
  findSubscriber,
  listSubscribers,
  setState,
} from '#app/newsletter/subscribers/subscriber-store.server.ts';
import { writeVisit } from '#app/people/request/context.ts';
import { noteDone } from '#app/people/request/note-done.server.ts';
import { decodeCursor } from '#app/platform/database/lists/cursor.ts';
import type { Route } from './+types/subscribers-api';
import { subscriberInputSchema } from './issue-schemas.ts';
import { type NewsletterCall, newsletterCalls } from './newsletter-operations.ts';

type Args = Route.LoaderArgs | Route.ActionArgs;

const MOST = 100;
const PAGE = 10;

/** `/api/v1/newsletter/subscribers` and `/{id}` (product contract section 6). Never throws. */
export function loader(args: Route.LoaderArgs) {
  return args.params.id === undefined
    ? call('listSubscribers', args, () => listResponse(args))
    : call('findSubscriber', args, () => oneResponse(args));
}

export function action(args: Route.ActionArgs) {
  const { method } = args.request;
  const isList = args.params.id === undefined;
  if (method === 'POST' && isList) return call('addSubscriber', args, () => add(args));
  if (method === 'DELETE') return call('removeSubscriber', args, () => remove(args));
  return problemResponse(405, {
    headers: { Allow: isList ? 'GET, HEAD, POST, DELETE' : 'GET, HEAD, DELETE' },
  });
}

function call(name: NewsletterCall, args: Args, work: () => Promise<Response>): Promise<Response> {
  return respondTo({ name, policy: newsletterCalls[name].policy }, args, work);
}

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
async function listResponse(args: Args): Promise<Response> {
  const { write, now } = writeVisit(args);
  await settleMembers(write, now);
  const query = new URL(args.request.url).searchParams;
  const email = query.get('email');
  if (email !== null) {
    const found = await findSubscriber(write, { email });
    return Response.json({ items: found ? [jsonOf(found)] : [], next: null, previous: null });
  }
  const asked = readAsked(query);
  if (typeof asked === 'string') return problemResponse(400, { detail: asked });
  const { items, next } = await listSubscribers(write, asked);
  return Response.json({ items: items.map(jsonOf), next, previous: null });
}

type Asked = { q: string; state: SubscriberState | undefined; after: string | null; limit: number };

function readAsked(query: URLSearchParams): Asked | string {
  const limit = query.get('limit') ?? String(PAGE);
  if (!/^\d{1,3}$/.test(limit) || Number(limit) < 1 || Number(limit) > MOST)
    return `limit must be a whole number from 1 to ${MOST}.`;
  const named = query.get('state');
  const state = STATES.find((each) => each === named);
  if (named !== null && !state) return `state must be one of ${STATES.join(', ')}.`;
  const q = query.get('q') ?? '';
  const after = query.get('after');
  if (after !== null && !decodeCursor(after, q.trim() ? 'string' : 'number'))
    return 'after is not a valid cursor for this list.';
  return { q, state, after, limit: Number(limit) };
}

async function oneResponse(args: Args): Promise<Response> {
  const { write, now } = writeVisit(args);
  await settleMembers(write, now);
  const id = String(args.params.id);
  const found = isItemId(id) ? await findSubscriber(write, { id }) : undefined;
  return found ? Response.json(jsonOf(found)) : problemResponse(404);
}

const SUPPRESSED =
  'This address unsubscribed, or emails to it bounced. Only the person can subscribe it again, with the form on the site.';

/** The caller has the person's consent; nothing is sent. */
async function add(args: Args): Promise<Response> {
  const { write, now } = writeVisit(args);
  const { body, refusal } = await readJsonObject(args.request, ['application/json']);
  if (refusal) return refusal;
  const parsed = subscriberInputSchema.safeParse(body);
  if (!parsed.success) return refuseFields(parsed.error);
  const { email, topics, frequency, consent } = parsed.data;
  if (consent.at > now)
    return problemResponse(422, { errors: [{ field: 'consent.at', message: 'Enter a time in the past' }] });
  await settleMembers(write, now);
  const chosen = { ...(topics ? { topics } : {}), ...(frequency ? { frequency } : {}) };
  const outcome = await addSubscriber(write, { email, consent, ...chosen, state: 'active' }, now);
  if (outcome.kind === 'invalid')
    return problemResponse(422, { errors: [{ field: 'email', message: 'Enter an email address' }] });
  if (outcome.kind === 'suppressed') return problemResponse(409, { detail: SUPPRESSED });
  if (outcome.kind === 'added') await noteDone(args, 'subscriber-added');
  const subscriber = await findSubscriber(write, { id: outcome.id });
  return Response.json(subscriber && jsonOf(subscriber), {
    status: outcome.kind === 'added' ? 201 : 200,
    headers: { Location: `/api/v1/newsletter/subscribers/${outcome.id}` },
  });
}

/**
 * Unsubscribes: the address stays off the list. It is named by its id, by `?email=`, or by a JSON body like that of POST.
 */
async function remove(args: Args): Promise<Response> {
  const { write, now } = writeVisit(args);
  const { id } = args.params;
  const email = id === undefined ? await namedEmail(args.request) : undefined;
  if (email instanceof Response) return email;
  await settleMembers(write, now);
  const by = id === undefined ? { email: email ?? '' } : { id };
  const found = id === undefined || isItemId(id) ? await findSubscriber(write, by) : undefined;
  if (!found) return problemResponse(404);
  const isChanged = await setState(write, found.id, 'unsubscribed', 'administrator', now);
  if (isChanged) await noteDone(args, 'subscriber-changed');
  return new Response(null, { status: 204 });
}

async function namedEmail(request: Request): Promise<string | Response> {
  const named = new URL(request.url).searchParams.get('email');
  if (named !== null) return named;
  const { body } = await readJsonObject(request, ['application/json']);
  if (typeof body?.email === 'string') return body.email;
  return problemResponse(400, { detail: 'Name the subscriber: /{id}, ?email= or {"email": …}.' });
}
