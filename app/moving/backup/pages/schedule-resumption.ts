import { redirect } from 'react-router';
import { actAndReturn } from '#app/desk/hub/act-and-return.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { resumeSchedules } from '#app/town/schedule-pause.server.ts';
import type { Route } from './+types/schedule-resumption';

const PATH = '/admin/backups';

/** Resumes the schedules that were paused when the town was restored. */
export function action(args: Route.ActionArgs) {
  return actAndReturn(args, PATH, 'scheduled jobs could not be resumed', async () => {
    await resumeSchedules(writeContext(args).write);
    await recordActivity(args, 'schedules-resumed');
  });
}

export function loader() {
  return redirect(PATH);
}
