import { redirect } from 'react-router';
import { writeContext } from '#app/people/request/context.ts';
import { dismissFirstSteps } from '#app/town/first-steps-state.server.ts';
import type { Route } from './+types/first-steps-dismissal';

/** Dismisses the checklist of a new site. */
export async function action(args: Route.ActionArgs): Promise<Response> {
  await dismissFirstSteps(writeContext(args).write);
  return redirect('/admin', 303);
}

/** This address has no page. */
export function loader() {
  return redirect('/admin');
}
