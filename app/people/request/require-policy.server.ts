import { data, type MiddlewareFunction, redirect } from 'react-router';
import { isStaff } from '#app/people/accounts/viewer.ts';
import { callerOf, requestContextKey } from './context.ts';
import { isForStaff, type Policy, policyStatusOf } from './policy.ts';
import { recheckRole } from './recheck-role.server.ts';
import { isApiPath } from './request-fault.ts';

/**
 * Refuses callers that the route's policy does not admit (R-16): runs on the server before every loader and action, for
 * pages and for the data requests of hydrated pages. The API checks its operations' policies itself, after checking
 * address and method.
 */
export const requirePolicy: MiddlewareFunction<Response> = async (
  { request, context, pattern, url },
  next,
) => {
  const requestContext = context.get(requestContextKey);
  const policy = requestContext.routes.policyAt(pattern, request.method);
  if (isApiPath(url.pathname) || policyStatusOf(policy, callerOf(requestContext)) === undefined) {
    if (!isApiPath(url.pathname)) recheckRole(requestContext, policy);
    return next();
  }
  // Who works on the site knows of its pages: nothing is hidden by leading elsewhere.
  if (isForStaff(policy) && isStaff(requestContext.viewer))
    throw data({ sentence: NOT_YOURS }, { status: 403 });
  throw redirect(
    wayOut(policy, requestContext.routes.hasSecret(url) ? url.pathname + url.search : '/account'),
  );
};

const NOT_YOURS = 'Your role on this site does not include this page. The administrator can change that.';

/**
 * Where a page redirects those who may not see it (spec sections 2 and 6): members' pages are all below /account. An
 * emailed link stays: `next` is its address.
 */
function wayOut(policy: Policy, next: string): string {
  if (policy === 'visitor-only') return '/articles';
  return policy === 'member' ? `/login?next=${encodeURIComponent(next)}` : '/';
}
