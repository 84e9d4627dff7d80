import { Link } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';

/** Names sources that fail, so that no one notices months later that one has died. */
export function SourceNotice({ failing }: { failing: string[] }) {
  if (failing.length === 0) return null;
  const names = new Intl.ListFormat('en-US').format(failing.slice(0, MOST_NAMED));
  const more = failing.length > MOST_NAMED ? `, and ${failing.length - MOST_NAMED} more` : '';
  return (
    <div className="alert is-warning" role="note">
      <Icon name="warning" />
      <p>
        {`${failing.length === 1 ? 'A source is' : `${failing.length} sources are`} failing: ${names}${more}. `}
        <Link to="/admin/sources?show=attention">See what happened</Link>
      </p>
    </div>
  );
}

const MOST_NAMED = 3;
