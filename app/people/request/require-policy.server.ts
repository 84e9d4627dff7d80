import { type MiddlewareFunction, redirect } from 'react-router';
import { callerOf, requestContextKey } from './context.ts';
import { type Policy, policyStatusOf } from './policy.ts';
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
  if (isApiPath(url.pathname) || policyStatusOf(policy, callerOf(requestContext)) === undefined)
    return next();
  throw redirect(wayOut(policy));
};

/** Where a page redirects those who may not see it (spec sections 2 and 6): members' pages are all below /account. */
function wayOut(policy: Policy): string {
  if (policy === 'visitor-only') return '/articles';
  return policy === 'member' ? '/login?next=%2Faccount' : '/';
}
