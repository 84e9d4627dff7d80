import { redirect } from 'react-router';
import { requireRecentProof } from '#app/auth/recent-proof.server.ts';
import { writeVisit } from '#app/context.ts';
import { noteDone } from '#app/note-done.server.ts';
import type { Route } from './+types/sample-town';
import { removeSampleItems } from './sample-town-store.server.ts';

/** Removes what the sample town brought and nobody edited. */
export async function action(args: Route.ActionArgs) {
  const { write, services } = writeVisit(args);
  await requireRecentProof(services.auth, args.request, '/admin/settings');
  try {
    await removeSampleItems(write);
    await noteDone(args, 'sample-town-removed');
  } catch (error) {
    services.log.error({ err: error }, 'the sample town could not be removed');
    return redirect('/admin/settings?failed=1', 303);
  }
  return redirect('/admin/settings?saved=1', 303);
}

export function loader() {
  return redirect('/admin/settings');
}
