import { redirect } from 'react-router';
import { actAndReturn } from '#app/desk/hub/act-and-return.server.ts';
import { writeVisit } from '#app/people/request/context.ts';
import { noteDone } from '#app/people/request/note-done.server.ts';
import { requestJob } from '#app/platform/database/job-request.server.ts';
import type { Route } from './+types/restore-test-request';
import { backupsPath, RESTORE_TEST } from './backup-requests.ts';

/** Requests a test restore of the newest backup, which one of the site's processes starts within seconds. */
export function action(args: Route.ActionArgs) {
  const { write, now } = writeVisit(args);
  return actAndReturn(args, backupsPath, 'a restore test could not be started', async () => {
    await requestJob(write, RESTORE_TEST, now);
    await noteDone(args, 'restore-test-asked');
  });
}

export function loader() {
  return redirect(backupsPath);
}
