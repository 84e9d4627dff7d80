import { redirect } from 'react-router';
import { writeVisit } from '#app/context.ts';
import type { Route } from './+types/sample-town';
import { removeSampleItems } from './sample-town-store.server.ts';

/** Removes what the sample town brought and nobody edited. */
export async function action(args: Route.ActionArgs) {
  await removeSampleItems(writeVisit(args).write);
  return redirect('/admin/settings?saved=1', 303);
}

export function loader() {
  return redirect('/admin/settings');
}
