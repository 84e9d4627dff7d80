import { Link } from 'react-router';
import { LastingAlert } from '#app/desk/hub/lasting-alert.tsx';
import { useSite } from '#app/platform/ui/site-facts.ts';
import type { Obstacle } from './issue-obstacles.server.ts';

/** What keeps emails from arriving; for the administrator, who can change it, each with a link to where. */
export function ObstacleAlerts({ obstacles }: { obstacles: Obstacle[] }) {
  const { isAdmin } = useSite();
  return obstacles.map(({ text, href, link }) => (
    <LastingAlert tone="warning" key={text}>
      <p>
        {text} {isAdmin ? <Link to={href}>{link}</Link> : 'The administrator can change that.'}
      </p>
    </LastingAlert>
  ));
}

/** Warns of an issue that contains `count` items of the sample town. */
export function SampleWarning({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <LastingAlert tone="warning">
      <p>
        This issue contains {count === 1 ? '1 item' : `${count} items`} of the sample town.{' '}
        <Link to="/admin/settings/sample-town">Remove the sample town</Link> before you send it.
      </p>
    </LastingAlert>
  );
}
