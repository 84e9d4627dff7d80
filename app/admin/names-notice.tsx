import { Link } from 'react-router';
import { Icon } from '#app/ui/icon.tsx';

/** Reminds of missing facts about the town. `missing` is text: 'title', 'contact address'. */
export function NamesNotice({ missing }: { missing: string[] }) {
  if (missing.length === 0) return null;
  return (
    <div className="alert is-warning" role="note">
      <Icon name="warning" />
      <p>
        {`You have not set the site’s ${new Intl.ListFormat('en-US').format(missing)} yet. `}
        <Link to="/admin/settings">Set {missing.length === 1 ? 'it' : 'them'} in Settings</Link>
      </p>
    </div>
  );
}
