import { redirect } from 'react-router';
import { writeVisit } from '#app/context.ts';
import { noteDone } from '#app/note-done.server.ts';
import { resumeSchedules } from '#app/town/schedule-pause.server.ts';
import type { Route } from './+types/schedule-resumption';
import { actAndReturn } from './act-and-return.server.ts';

const PATH = '/admin/backups';

/** Resumes the schedules that were paused when the town was restored. */
export function action(args: Route.ActionArgs) {
  return actAndReturn(args, PATH, 'scheduled jobs could not be resumed', async () => {
    await resumeSchedules(writeVisit(args).write);
    await noteDone(args, 'schedules-resumed');
  });
}

export function loader() {
  return redirect(PATH);
}
