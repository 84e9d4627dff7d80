import { Form, Link } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import type { BackupWorries } from './backup-worries.server.ts';

/** Says that a backup failed, or that the town was restored and waits, while that is so. */
export function BackupNotice({ worries }: { worries: BackupWorries }) {
  const { failed, drillFailed, restoredFrom } = worries;
  return (
    <>
      {failed ? <Worry words="The last backup failed." why={failed} /> : null}
      {drillFailed ? <Worry words="The last restore for a trial failed." why={drillFailed} /> : null}
      {restoredFrom ? (
        <div className="alert is-warning" role="note">
          <Icon name="warning" />
          <div>
            <p className="mb">
              {`The town was restored from a backup of ${restoredFrom}. What runs by the calendar, backups too, waits until you resume it.`}
            </p>
            <Form method="post" action="/admin/settings/backups/resumption">
              <button type="submit" className="button button--small">
                Resume
              </button>
            </Form>
          </div>
        </div>
      ) : null}
    </>
  );
}

function Worry({ words, why }: { words: string; why: string }) {
  return (
    <div className="alert is-warning" role="note">
      <Icon name="warning" />
      <p>
        {words} {why} See <Link to="/admin/settings/backups">Backups</Link>.
      </p>
    </div>
  );
}
