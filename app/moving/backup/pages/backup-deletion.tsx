import { rm } from 'node:fs/promises';
import { redirect } from 'react-router';
import { ConfirmationPage } from '#app/desk/hub/confirmation-page.tsx';
import { readContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { formatLongDate, formatTime } from '#app/platform/time/town-time.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import type { Route } from './+types/backup-deletion';
import { backupsPath } from './backup-requests.ts';
import { requireBackup } from './named-backup.server.ts';

/** Asks before a backup is deleted. */
export async function loader(args: Route.LoaderArgs) {
  const { town } = readContext(args);
  // Back in the browser, after it was deleted.
  const { name, at } = await requireBackup(args, redirect(backupsPath));
  return { name, when: `${formatLongDate(at, town)}, ${formatTime(at, town)}` };
}

export async function action(args: Route.ActionArgs) {
  const { name, file } = await requireBackup(args);
  await rm(file, { force: true });
  await recordActivity(args, 'backup-deleted', name);
  return redirect(`${backupsPath}?deleted=1`, 303);
}

export default function BackupDeletion({ loaderData: { name, when } }: Route.ComponentProps) {
  return (
    <ConfirmationPage
      title="Delete a backup"
      parent={{ to: backupsPath, label: 'Backups' }}
      question={`Delete the backup of ${when}?`}
      submit="Delete backup"
    >
      <Alert tone="warning">You can’t undo this. Copies in other places are not deleted.</Alert>
      <p>
        <code>{name}</code>
      </p>
    </ConfirmationPage>
  );
}
