import { type RouterContextProvider, redirect } from 'react-router';
import { withNext } from '#app/people/pages/login/next-path.ts';
import { writeVisit } from '#app/people/request/context.ts';

type Args = { request: Request; context: Readonly<RouterContextProvider> };

/** The visit of a logged-in user, with their account. Others are sent to the login page and back. */
export function signedInVisit(args: Args) {
  const visit = writeVisit(args);
  const { viewer } = visit;
  if (viewer.kind === 'visitor') throw redirect(withNext('/login', '/account'));
  return { ...visit, viewer, auth: visit.services.auth };
}
