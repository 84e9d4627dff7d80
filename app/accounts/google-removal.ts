import { redirect } from 'react-router';
import { requireRecentProof } from '#app/auth/recent-proof.server.ts';
import { noteDone } from '#app/note-done.server.ts';
import type { Route } from './+types/google-removal';
import { callerOf } from './caller-of.ts';
import { redirectWithCookies } from './redirect-with-cookies.ts';
import { signedInVisit } from './signed-in-visit.ts';

/** Disconnects Google from the account. */
export async function action(args: Route.ActionArgs) {
  const { auth, viewer } = signedInVisit(args);
  await requireRecentProof(auth, args.request, '/account');
  const outcome = await auth.leaveGoogle(viewer.userId, callerOf(args));
  if (outcome.kind === 'refused') return redirect('/account', 303);
  await noteDone(args, 'google-unlinked');
  return redirectWithCookies('/account?saved', outcome.cookies);
}

/** For people who type the address: there is nothing to see here. */
export function loader() {
  return redirect('/account');
}
