import { redirect } from 'react-router';
import { askForNewPasskey } from '#app/people/accounts/own-passkeys.server.ts';
import { callerOf } from '#app/people/pages/login/caller-of.ts';
import { jsonWithCookies } from '#app/people/pages/login/redirect-with-cookies.ts';
import { hasRecentProof } from '#app/people/sessions/browser-session.server.ts';
import { askForProof } from '#app/people/sign-in/passkey-sign-in.server.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { Route } from './+types/own-passkey-question';
import { signedInContext } from './signed-in-context.ts';

const PROOF = '/account/proof?next=%2Faccount%2Fpasskeys';

/**
 * The WebAuthn options for a logged-in user: to create a passkey (field `task` is `add`) or to use one of theirs
 * (`prove`). Without a recent confirmation of identity, the result is the address of the confirmation page.
 */
export async function action(args: Route.ActionArgs) {
  const { auth, viewer, town } = signedInContext(args);
  const { userId } = viewer;
  const caller = callerOf(args);
  const adds = (await readForm(args.request, [hidden('task')])).values.task === 'add';
  if (adds && !(await hasRecentProof(auth, args.request))) return jsonWithCookies({ proof: PROOF }, []);
  const question = adds
    ? await askForNewPasskey(auth, { userId, title: town.title }, caller)
    : await askForProof(auth, userId, caller);
  if (!question) return jsonWithCookies({ problem: 'Passkeys are not available on this site.' }, [], 404);
  return jsonWithCookies({ options: question.options }, question.cookies);
}

/** For people who type the address: there is nothing to see here. */
export function loader() {
  return redirect('/account/passkeys');
}
