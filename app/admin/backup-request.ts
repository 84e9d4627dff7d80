import { redirect } from 'react-router';
import { askForBackup } from '#app/backup/backup-settings.server.ts';
import { writeVisit } from '#app/context.ts';
import { noteDone } from '#app/note-done.server.ts';
import type { Route } from './+types/backup-request';

/** Requests a backup, which one of the site's processes starts within seconds. */
export async function action(args: Route.ActionArgs) {
  const { write, services, now } = writeVisit(args);
  try {
    await askForBackup(write, now);
    await noteDone(args, 'backup-asked');
  } catch (error) {
    services.log.error({ err: error }, 'a backup could not be started');
    return redirect('/admin/settings/backups?failed=1', 303);
  }
  return redirect('/admin/settings/backups?saved=1', 303);
}

export function loader() {
  return redirect('/admin/settings/backups');
}
