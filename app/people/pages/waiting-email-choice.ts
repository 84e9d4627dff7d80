import { redirect } from 'react-router';
import { isEditor } from '#app/people/accounts/viewer.ts';
import { saveWaitingEmail } from '#app/people/team/waiting-email.server.ts';
import { defineForm } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { Route } from './+types/waiting-email-choice';
import { signedInContext } from './signed-in-context.ts';

const form = defineForm([[{ name: 'waitingEmail', label: 'Email', kind: 'check', required: false }]]);

/** Turns the daily email about the inbox on or off, for people who review it. */
export async function action(args: Route.ActionArgs) {
  const { auth, viewer } = signedInContext(args);
  const { waitingEmail } = (await readForm(args.request, form)).values;
  if (isEditor(viewer)) await saveWaitingEmail(auth.db, viewer.userId, waitingEmail === 'true');
  return redirect('/account?saved=1', 303);
}

export function loader() {
  return redirect('/account');
}
