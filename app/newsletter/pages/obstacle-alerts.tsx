import { Link } from 'react-router';
import { LastingAlert } from '#app/desk/hub/lasting-alert.tsx';
import type { Obstacle } from './issue-obstacles.server.ts';

/** What keeps emails from arriving, each with a link to where it is solved. */
export function ObstacleAlerts({ obstacles }: { obstacles: Obstacle[] }) {
  return obstacles.map(({ text, href, link }) => (
    <LastingAlert tone="warning" key={text}>
      <p>
        {text} <Link to={href}>{link}</Link>
      </p>
    </LastingAlert>
  ));
}
