import { redirect } from 'react-router';
import { requestBackup } from '#app/backup/backup-settings.server.ts';
import { writeVisit } from '#app/context.ts';
import { noteDone } from '#app/note-done.server.ts';
import type { Route } from './+types/backup-request';
import { actAndReturn } from './act-and-return.server.ts';

const PATH = '/admin/settings/backups';

/** Requests a backup, which one of the site's processes starts within seconds. */
export function action(args: Route.ActionArgs) {
  const { write, now } = writeVisit(args);
  return actAndReturn(args, PATH, 'a backup could not be started', async () => {
    await requestBackup(write, now);
    await noteDone(args, 'backup-asked');
  });
}

export function loader() {
  return redirect(PATH);
}
