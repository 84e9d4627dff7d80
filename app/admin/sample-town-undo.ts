import { redirect } from 'react-router';
import { writeVisit } from '#app/context.ts';
import { noteDone } from '#app/note-done.server.ts';
import type { Route } from './+types/sample-town-undo';
import { actAndReturn } from './act-and-return.server.ts';
import { undoRemoval } from './sample-removal.server.ts';
import { sampleTownPath as path } from './sample-town-job.ts';

/** Restores what was removed with the sample town. */
export function action(args: Route.ActionArgs) {
  const { write, now, collections } = writeVisit(args);
  return actAndReturn(args, path, 'the sample town could not be restored', async () => {
    await undoRemoval(write, collections, now);
    await noteDone(args, 'sample-town-restored');
  });
}

export function loader() {
  return redirect(path);
}
