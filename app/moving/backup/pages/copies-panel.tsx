import { Link } from 'react-router';
import { Icon } from '#app/platform/ui/icon.tsx';
import { useSite } from '#app/platform/ui/site-facts.ts';
import type { BackupsPage } from './load-backups.server.ts';

type Props = Pick<BackupsPage, 'people' | 'successor'>;

/** Who should have a copy of a backup, and who should not. */
export function CopiesPanel({ people, successor }: Props) {
  const { isReadOnly } = useSite();
  return (
    <section aria-labelledby="copies">
      <h2 id="copies">Who should have a copy</h2>
      <div className="mt mb alert is-warning" role="note">
        <Icon name="warning" />
        <p className="grow light">
          {`It contains the email addresses of ${people}. Share it only with people who may see them.`}
        </p>
      </div>
      <dl className="facts facts--quiet">
        <dt>You</dt>
        <dd>A copy at home, on a USB stick in a drawer.</dd>
        <dt>Successor</dt>
        <dd>
          {describeSuccessor(successor)}{' '}
          {isReadOnly ? null : (
            <Link to="/admin/successor">{successor.name ? 'Change' : 'Name a successor'}</Link>
          )}
        </dd>
        <dt>Town clerk</dt>
        <dd>The passphrase in a sealed envelope, but no file.</dd>
        <dt>No one else</dt>
        <dd>Never by email, never in a shared folder.</dd>
      </dl>
    </section>
  );
}

function describeSuccessor({ name, afterDays }: BackupsPage['successor']): string {
  if (!name) return 'No one has been named yet.';
  const when = afterDays > 0 ? `, or after ${afterDays} days without a visit from you` : '';
  return `${name} will take over. Instructions are emailed when you ask${when}.`;
}
