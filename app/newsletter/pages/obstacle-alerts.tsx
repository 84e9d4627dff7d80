import { Link } from 'react-router';
import { StandingAlert } from '#app/desk/hub/standing-alert.tsx';
import type { Obstacle } from './obstacles.server.ts';

/** What keeps emails from arriving, each with a link to where it is solved. */
export function ObstacleAlerts({ obstacles }: { obstacles: Obstacle[] }) {
  return obstacles.map(({ text, href, link }) => (
    <StandingAlert tone="warning" key={text}>
      <p>
        {text} <Link to={href}>{link}</Link>
      </p>
    </StandingAlert>
  ));
}
