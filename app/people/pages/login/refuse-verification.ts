import { redirect } from 'react-router';
import { refuseVerification } from '#app/people/addresses/verification.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import type { Route } from './+types/refuse-verification';

/** The email's recipient did not request the account: it ends, and so does the link. */
export async function action(args: Route.ActionArgs) {
  const ended = await refuseVerification(writeContext(args).services.auth, args.params.token);
  if (ended) await recordActivity(args, 'address-refused');
  return redirect('/login?done=refused', 303);
}

/** For people who type the address: there is nothing to see here. */
export function loader() {
  return redirect('/login');
}
