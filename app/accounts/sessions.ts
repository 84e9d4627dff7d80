import { redirect } from 'react-router';
import { noteDone } from '#app/note-done.server.ts';
import type { Route } from './+types/sessions';
import { redirectWithCookies } from './redirect-with-cookies.ts';
import { signedInVisit } from './signed-in-visit.ts';

/** Signs the person out on every device. */
export async function action(args: Route.ActionArgs) {
  const { auth, viewer } = signedInVisit(args);
  const cookies = await auth.logOutEverywhere(args.request, viewer.userId);
  await noteDone(args, 'signed-out-everywhere');
  return redirectWithCookies('/login', cookies);
}

/** Typed into the address bar, there is nothing to see here. */
export function loader() {
  return redirect('/account');
}
