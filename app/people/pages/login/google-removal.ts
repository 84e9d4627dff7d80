import { redirect } from 'react-router';
import { leaveGoogle } from '#app/people/google/google-accounts.server.ts';
import { signedInContext } from '#app/people/pages/signed-in-context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { requireRecentProof } from '#app/people/sessions/recent-proof.server.ts';
import type { Route } from './+types/google-removal';
import { callerOf } from './caller-of.ts';
import { redirectWithCookies } from './redirect-with-cookies.ts';

/** Disconnects Google from the account. */
export async function action(args: Route.ActionArgs) {
  const { auth, viewer } = signedInContext(args);
  await requireRecentProof(auth, args.request, '/account');
  const outcome = await leaveGoogle(auth, viewer.userId, callerOf(args));
  if (outcome.kind === 'refused') return redirect('/account', 303);
  await recordActivity(args, 'google-unlinked');
  return redirectWithCookies('/account?saved', outcome.cookies);
}

/** For people who type the address: there is nothing to see here. */
export function loader() {
  return redirect('/account');
}
