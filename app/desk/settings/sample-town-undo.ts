import { redirect } from 'react-router';
import { actAndReturn } from '#app/desk/hub/act-and-return.server.ts';
import { sampleTownPath as path } from '#app/items/sample-town/sample-town-request.ts';
import { undoRemoval } from '#app/items/sample-town/sample-town-store.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import type { Route } from './+types/sample-town-undo';

/** Restores what was removed with the sample town. */
export function action(args: Route.ActionArgs) {
  const { write, now, collections } = writeContext(args);
  return actAndReturn(args, path, 'the sample town could not be restored', async () => {
    await undoRemoval(write, collections, now);
    await recordActivity(args, 'sample-town-restored');
  });
}

export function loader() {
  return redirect(path);
}
