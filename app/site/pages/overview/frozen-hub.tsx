import { BackupAssurance, BackupNotice } from '#app/moving/backup/pages/backup-notice.tsx';
import type { BackupWorries } from '#app/moving/backup/pages/backup-worries.server.ts';
import { Icon } from '#app/platform/ui/icon.tsx';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';

/** `undo` is the command with which the site can be changed again. */
type Props = { undo: string; today: string; worries: BackupWorries; siteTitle: string };

/** The Overview of a frozen site: what has stopped and what continues. The line above the page says since when. */
export function FrozenHub({ undo, today, worries, siteTitle }: Props) {
  return (
    <div className="stack-lg">
      <UnlistedHead title={`Admin | ${siteTitle}`} />
      <header>
        <h1>Admin</h1>
        <p className="muted">{today}</p>
      </header>
      <div className="alert is-warning" role="note">
        <Icon name="warning" />
        <p>
          Nothing can be changed, and the newsletter, other emails and sources have stopped.
          {worries.restoredFrom ? '' : ' Backups continue.'} People can log in to delete their account. To
          undo this, run <code>{undo}</code> on the server.
        </p>
      </div>
      <BackupNotice worries={worries} />
      <BackupAssurance worries={worries} />
      <p className="cluster">
        <a className="button" href="/articles">
          View the site
        </a>
        <a className="button" href="/admin/backups">
          Backups
        </a>
        <a className="button" href="/admin/another-day">
          View another day
        </a>
      </p>
    </div>
  );
}
