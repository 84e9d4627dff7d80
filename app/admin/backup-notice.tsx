import { Form, Link } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';
import type { BackupWorries } from './backup-worries.server.ts';

/** Says that a backup failed, that copies are unencrypted, or that the town was restored and waits, while that is so. */
export function BackupNotice({ worries }: { worries: BackupWorries }) {
  const { failed, drillFailed, restoredFrom, revealing, isExposed } = worries;
  return (
    <>
      {failed ? <Worry words="The last backup failed." why={failed} /> : null}
      {drillFailed ? <Worry words="The last restore for a trial failed." why={drillFailed} /> : null}
      {revealing.length > 0 ? <Revealing names={revealing} /> : null}
      {isExposed ? (
        <Worry
          words="Copies of backups leave this machine unencrypted."
          why="Anyone who gets hold of one can read every account and email address. Set a public key to encrypt them."
        />
      ) : null}
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

/** Made before ballots were kept apart from voters. */
function Revealing({ names }: { names: string[] }) {
  return (
    <div className="alert is-warning" role="note">
      <Icon name="warning" />
      <div>
        <p>
          {names.length === 1 ? 'An older backup shows' : `${names.length} older backups show`} who voted for
          what in polls that were open then. Newer backups do not. Once you no longer need{' '}
          {names.length === 1 ? 'it, delete it' : 'them, delete them'}, and all copies kept elsewhere. See{' '}
          <Link to="/admin/settings/backups">Backups</Link>.
        </p>
        <ul className="bullets small">
          {names.slice(0, MOST_NAMED).map((name) => (
            <li key={name}>
              <code>{name}</code>
            </li>
          ))}
          {names.length > MOST_NAMED ? <li>and {names.length - MOST_NAMED} more</li> : null}
        </ul>
      </div>
    </div>
  );
}

const MOST_NAMED = 10;

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
