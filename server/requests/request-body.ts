import type { Fault, RequestContext } from '#app/people/request/context.ts';
import { policyStatusOf } from '#app/people/request/policy.ts';
import { isTokenCall } from '#app/people/request/request-fault.ts';
import { readSessionToken } from '#app/people/sessions/session-cookie.server.ts';
import { type BodyBudget, type BoundedRequest, readBounded } from '#app/site/body-limit.ts';
import { policyOfPath } from '../route-table.ts';

const NO_ROOM: Fault = {
  status: 503,
  headers: { 'Retry-After': '5', 'Cache-Control': 'no-store' },
  title: 'The site is too busy right now.',
  sentence:
    'More is being sent than the site can take right now. Nothing was saved. Please try again in a moment.',
};

/** Reads the body, unless the request is refused anyway: then its body is left unread. */
export async function readBody(
  request: Request,
  requestContext: RequestContext,
  bodies: BodyBudget,
): Promise<BoundedRequest> {
  const { body } = request;
  const isLeft = requestContext.fault !== undefined || (body && isRefusedAnyway(request, requestContext));
  const read = isLeft ? undefined : await readBounded(request, bodies);
  if (typeof read === 'object') return read;
  if (read) requestContext.fault = read === 'no-room' ? NO_ROOM : { status: 413 };
  return unread(request);
}

/** The request without its body, of which nothing more is read. */
export async function unread({ url, method, headers, signal, body }: Request): Promise<BoundedRequest> {
  if (body && !body.locked) await body.cancel();
  return { request: new Request(url, { method, headers, signal }), release: () => undefined };
}

/** Whether the route requires a user, and the request does not even claim to come from one. */
function isRefusedAnyway(request: Request, { services: { settings } }: RequestContext): boolean {
  const cookies = request.headers.get('Cookie') ?? undefined;
  if (isTokenCall(request) || readSessionToken(cookies, settings.url)) return false;
  const policy = policyOfPath(new URL(request.url).pathname, request.method);
  return policyStatusOf(policy, { viewer: 'visitor', token: 'none' }) !== undefined;
}
