import { redirect } from 'react-router';
import { LOAD_SAMPLE_TOWN, sampleTownPath as path } from '#app/items/sample-town/sample-town-request.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { requestTask } from '#app/platform/database/task-request.server.ts';
import type { Route } from './+types/sample-town-loading';

/** Requests the sample town, which one of the site's processes loads within seconds. */
export async function action(args: Route.ActionArgs) {
  const { write, services, now } = writeContext(args);
  try {
    await requestTask(write, LOAD_SAMPLE_TOWN, now);
    await recordActivity(args, 'sample-town-asked');
  } catch (error) {
    services.log.error({ err: error }, 'the sample town could not be loaded');
    return redirect(`${path}?failed=1`, 303);
  }
  return redirect(path, 303);
}

export function loader() {
  return redirect(path);
}
