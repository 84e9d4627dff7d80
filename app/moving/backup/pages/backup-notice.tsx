import { Form, Link } from 'react-router';
import { Icon } from '#app/platform/ui/icon.tsx';
import type { BackupWorries } from './backup-worries.server.ts';

/** Says that a backup failed, that copies are unencrypted, or that the town was restored and schedules are paused. */
export function BackupNotice({ worries }: { worries: BackupWorries }) {
  const { failed, isMade, late, drillFailed, restoredFrom, revealing, isExposed, tested, isTestOverdue } =
    worries;
  return (
    <>
      {failed ? (
        <Worry words={isMade ? 'The last backup has a problem.' : 'The last backup failed.'} why={failed} />
      ) : null}
      {late ? <Worry words={late} /> : null}
      {drillFailed ? <Worry words="The last test restore failed." why={drillFailed} /> : null}
      {isTestOverdue && !drillFailed ? (
        <Worry
          words="The weekly restore test is overdue."
          why={tested ? `The last one passed on ${tested}.` : 'No backup has been tested since it was made.'}
        />
      ) : null}
      {revealing.length > 0 ? <Revealing names={revealing} /> : null}
      {isExposed ? (
        <Worry
          words="Second copies of backups are not encrypted."
          why="Anyone who gets a copy can read every account and email address. Set a public key to encrypt them."
        />
      ) : null}
      {restoredFrom ? (
        <div className="alert is-warning" role="note">
          <Icon name="warning" />
          <div>
            <p className="mb">
              {`The town was restored from a backup of ${restoredFrom}. Scheduled jobs, including backups, are paused until you resume them.`}
            </p>
            <Form method="post" action="/admin/backups/resumption">
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

/** That the last restore test passed, quietly; nothing while something is wrong. */
export function BackupAssurance({ worries }: { worries: BackupWorries }) {
  const { tested, drillFailed, isTestOverdue } = worries;
  if (!tested || drillFailed || isTestOverdue) return null;
  return (
    <p className="small muted">
      <Icon name="check" /> {`The last restore test passed on ${tested}. `}
      <Link to="/admin/backups">Backups</Link>
    </p>
  );
}

/** Backups from before ballots were stored separately from voters. */
function Revealing({ names }: { names: string[] }) {
  return (
    <div className="alert is-warning" role="note">
      <Icon name="warning" />
      <div>
        <p>
          {names.length === 1 ? 'An older backup shows' : `${names.length} older backups show`} who voted for
          what in polls that were open at the time. Newer backups do not. When you no longer need{' '}
          {names.length === 1 ? 'it, delete it' : 'them, delete them'}, along with any copies kept elsewhere.
          See <Link to="/admin/backups">Backups</Link>.
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

function Worry({ words, why = '' }: { words: string; why?: string }) {
  return (
    <div className="alert is-warning" role="note">
      <Icon name="warning" />
      <p>
        {`${words} ${why}`.trim()} See <Link to="/admin/backups">Backups</Link>.
      </p>
    </div>
  );
}
