import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { BackupAssurance, BackupNotice } from '#app/moving/backup/pages/backup-notice.tsx';
import type { BackupWorries } from '#app/moving/backup/pages/backup-worries.server.ts';
import { Icon } from '#app/platform/ui/icon.tsx';

/** `undo` is the command with which the site can be changed again. */
type Props = { undo: string; today: string; worries: BackupWorries | null };

/** The Overview of a frozen site: what has stopped and what continues. The line above the page says since when. */
export function FrozenHub({ undo, today, worries }: Props) {
  return (
    <AdminPage heading="Admin" about={today}>
      <div className="alert is-warning" role="note">
        <Icon name="warning" />
        <p>
          Nothing can be changed, and the newsletter, other emails and sources have stopped.
          {worries?.restoredFrom ? '' : ' Backups continue.'} People can log in to delete their account. To
          undo this, run <code>{undo}</code> on the server.
        </p>
      </div>
      {worries ? <BackupNotice worries={worries} /> : null}
      {worries ? <BackupAssurance worries={worries} /> : null}
      <p className="cluster">
        <a className="button" href="/articles">
          View the site
        </a>
        {worries ? (
          <a className="button" href="/admin/backups">
            Backups
          </a>
        ) : null}
        <a className="button" href="/admin/another-day">
          View another day
        </a>
      </p>
    </AdminPage>
  );
}
