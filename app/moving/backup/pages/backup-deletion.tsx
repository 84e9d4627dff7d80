import { rm } from 'node:fs/promises';
import { Form, Link, redirect } from 'react-router';
import { readContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { formatLongDate, formatTime } from '#app/platform/time/town-time.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
import type { Route } from './+types/backup-deletion';
import { backupsPath } from './backup-requests.ts';
import { requireBackup } from './named-backup.server.ts';

/** Asks before a backup is deleted. */
export async function loader(args: Route.LoaderArgs) {
  const { town } = readContext(args);
  // Back in the browser, after it was deleted.
  const { name, at } = await requireBackup(args, redirect(backupsPath));
  return {
    name,
    when: `${formatLongDate(at, town)}, ${formatTime(at, town)}`,
    siteTitle: town.title,
  };
}

export async function action(args: Route.ActionArgs) {
  const { name, file } = await requireBackup(args);
  await rm(file, { force: true });
  await recordActivity(args, 'backup-deleted', name);
  return redirect(`${backupsPath}?deleted=1`, 303);
}

export default function BackupDeletion({ loaderData }: Route.ComponentProps) {
  const { name, when, siteTitle } = loaderData;
  return (
    <div className="form">
      <UnlistedHead title={`Delete a backup | ${siteTitle}`} />
      <header className="mb">
        <p className="small">
          <Link to={backupsPath}>Backups</Link>
        </p>
        <h1>{`Delete the backup of ${when}?`}</h1>
      </header>
      <Alert tone="warning">You can’t undo this. Copies in other places are not deleted.</Alert>
      <p>
        <code>{name}</code>
      </p>
      <Form method="post" className="actions">
        <button type="submit" className="button button--danger-solid">
          Delete backup
        </button>
        <Link className="button" to={backupsPath} autoFocus>
          Cancel
        </Link>
      </Form>
    </div>
  );
}
