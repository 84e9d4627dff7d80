import { redirect } from 'react-router';
import { writeVisit } from '#app/context.ts';
import { noteDone } from '#app/note-done.server.ts';
import type { Route } from './+types/sample-town-undo';
import { undoRemoval } from './sample-removal.server.ts';
import { sampleTownPath as path } from './sample-town-job.ts';

/** Restores what was removed with the sample town. */
export async function action(args: Route.ActionArgs) {
  const { write, services, now, collections } = writeVisit(args);
  try {
    await undoRemoval(write, collections, now);
    await noteDone(args, 'sample-town-restored');
  } catch (error) {
    services.log.error({ err: error }, 'the sample town could not be restored');
    return redirect(`${path}?failed=1`, 303);
  }
  return redirect(`${path}?saved=1`, 303);
}

export function loader() {
  return redirect(path);
}
