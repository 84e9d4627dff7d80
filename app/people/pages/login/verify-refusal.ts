import { redirect } from 'react-router';
import { writeVisit } from '#app/people/request/context.ts';
import { noteDone } from '#app/people/request/note-done.server.ts';
import type { Route } from './+types/verify-refusal';

/** The email's recipient did not request the account: it ends, and so does the link. */
export async function action(args: Route.ActionArgs) {
  const ended = await writeVisit(args).services.auth.refuseVerification(args.params.token);
  if (ended) await noteDone(args, 'address-refused');
  return redirect('/login?done=refused', 303);
}

/** For people who type the address: there is nothing to see here. */
export function loader() {
  return redirect('/login');
}
