import { type RouterContextProvider, redirect } from 'react-router';
import { withNext } from '#app/people/pages/login/next-path.ts';
import { writeContext } from '#app/people/request/context.ts';

type Args = { request: Request; context: Readonly<RouterContextProvider> };

/** The visit of a logged-in user, with their account. Others are sent to the login page and back. */
export function signedInContext(args: Args) {
  const requestContext = writeContext(args);
  const { viewer } = requestContext;
  if (viewer.kind === 'visitor') throw redirect(withNext('/login', '/account'));
  return { ...requestContext, viewer, auth: requestContext.services.auth };
}
