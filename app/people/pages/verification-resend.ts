import { redirect } from 'react-router';
import { resendVerification } from '#app/people/addresses/verification.server.ts';
import { callerOf } from '#app/people/pages/login/caller-of.ts';
import { HOME, nextPathOf, withNote } from '#app/people/pages/login/next-path.ts';
import { findRetry } from '#app/people/pages/login/too-many-attempts.ts';
import type { Route } from './+types/verification-resend';
import { signedInContext } from './signed-in-context.ts';

/** Emails the verification link again. */
export async function action(args: Route.ActionArgs) {
  const { auth, viewer } = signedInContext(args);
  const asked = nextPathOf(args.url);
  const next = asked === HOME ? undefined : asked;
  const back = (said: string) => redirect(withNote(next ?? '/account', said), 303);
  const outcome = await resendVerification(auth, viewer.userId, callerOf(args), next);
  if (outcome.kind === 'sent') return back('mailed');
  const minutes = Math.ceil(Number((await findRetry(args, outcome)).init.headers['Retry-After']) / 60);
  return back(`wait=${minutes}`);
}

/** For people who type the address: there is nothing to see here. */
export function loader() {
  return redirect('/account');
}
