import { type MiddlewareFunction, redirect } from 'react-router';
import { isAdmin } from '#app/auth/viewer.ts';
import { visitContext } from '#app/context.ts';

/**
 * Lets nobody but the administrator pass: anyone else is sent to / (spec sections 2 and 6). Runs on the server before
 * every loader and action below /admin, for pages and for the data requests of hydrated pages alike.
 */
export const requireAdmin: MiddlewareFunction<Response> = async ({ context }, next) => {
  if (!isAdmin(context.get(visitContext).viewer)) throw redirect('/');
  return next();
};
