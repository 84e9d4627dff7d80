import { redirect } from 'react-router';
import { actAndReturn } from '#app/desk/hub/act-and-return.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { requestTask } from '#app/platform/database/task-request.server.ts';
import type { Route } from './+types/restore-test-request';
import { backupsPath, RESTORE_TEST } from './backup-requests.ts';

/** Requests a test restore of the newest backup, which one of the site's processes starts within seconds. */
export function action(args: Route.ActionArgs) {
  const { write, now } = writeContext(args);
  return actAndReturn(args, backupsPath, 'a restore test could not be started', async () => {
    await requestTask(write, RESTORE_TEST, now);
    await recordActivity(args, 'restore-test-asked');
  });
}

export function loader() {
  return redirect(backupsPath);
}
