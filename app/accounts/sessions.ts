import { redirect } from 'react-router';
import type { Route } from './+types/sessions';
import { redirectWithCookies } from './redirect-with-cookies.ts';
import { signedInVisit } from './signed-in-visit.ts';

/** Signs the person out on every device. */
export async function action(args: Route.ActionArgs) {
  const { auth, viewer } = signedInVisit(args);
  return redirectWithCookies('/login', await auth.logOutEverywhere(args.request, viewer.userId));
}

/** Typed into the address bar, there is nothing to see here. */
export function loader() {
  return redirect('/account');
}
