import { redirect } from 'react-router';
import { resumeSchedules } from '#app/backup/backup-settings.server.ts';
import { writeVisit } from '#app/context.ts';
import { noteDone } from '#app/note-done.server.ts';
import type { Route } from './+types/newsletter-resumption';

/** Resumes the schedules that were paused when a backup was restored: those of the newsletter, and all others. */
export async function action(args: Route.ActionArgs) {
  await resumeSchedules(writeVisit(args).write);
  await noteDone(args, 'schedules-resumed');
  return redirect('/admin/newsletter', 303);
}

export function loader() {
  return redirect('/admin/newsletter');
}
