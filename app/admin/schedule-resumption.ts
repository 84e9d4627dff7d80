import { redirect } from 'react-router';
import { resumeSchedules } from '#app/backup/backup-settings.server.ts';
import { writeVisit } from '#app/context.ts';
import { noteDone } from '#app/note-done.server.ts';
import type { Route } from './+types/schedule-resumption';

/** Resumes the schedules that were paused when the town was restored. */
export async function action(args: Route.ActionArgs) {
  const { write, services } = writeVisit(args);
  try {
    await resumeSchedules(write);
    await noteDone(args, 'schedules-resumed');
  } catch (error) {
    services.log.error({ err: error }, 'scheduled jobs could not be resumed');
    return redirect('/admin/settings/backups?failed=1', 303);
  }
  return redirect('/admin/settings/backups?saved=1', 303);
}

export function loader() {
  return redirect('/admin/settings/backups');
}
