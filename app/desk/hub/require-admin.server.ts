import { type MiddlewareFunction, redirect } from 'react-router';
import { isAdmin } from '#app/people/accounts/viewer.ts';
import { requestContextKey } from '#app/people/request/context.ts';

/**
 * Admits only the administrator; others are redirected to / (spec sections 2 and 6). Runs on the server before every
 * loader and action below /admin, for pages and for the data requests of hydrated pages.
 */
export const requireAdmin: MiddlewareFunction<Response> = async ({ context }, next) => {
  if (!isAdmin(context.get(requestContextKey).viewer)) throw redirect('/');
  return next();
};
