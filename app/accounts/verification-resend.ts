import { redirect } from 'react-router';
import type { Route } from './+types/verification-resend';
import { callerOf } from './caller-of.ts';
import { holdBack } from './hold-back.ts';
import { signedInVisit } from './signed-in-visit.ts';

/** Mails the link that proves the address once more. */
export async function action(args: Route.ActionArgs) {
  const { auth, viewer } = signedInVisit(args);
  const outcome = await auth.resendVerification(viewer.userId, callerOf(args));
  if (outcome.kind === 'sent') return redirect('/account?mailed', 303);
  const minutes = Math.ceil(Number((await holdBack(args, outcome)).init.headers['Retry-After']) / 60);
  return redirect(`/account?wait=${minutes}`, 303);
}

/** Typed into the address bar, there is nothing to see here. */
export function loader() {
  return redirect('/account');
}
