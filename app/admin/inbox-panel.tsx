import { Link } from 'react-router';
import type { InboxOverview } from './load-inbox-panel.server.ts';

/** How much waits for review, with what arrived last. Renders nothing while nothing waits. */
export function InboxPanel({ count, newest }: InboxOverview) {
  if (count === 0) return null;
  return (
    <section className="panel" aria-labelledby="waiting">
      <div className="cluster between">
        <h2 id="waiting">Waiting for review</h2>
        <Link to="/admin/inbox">{count === 1 ? 'Review 1 item' : `Review all ${count} items`}</Link>
      </div>
      <ul className="queue">
        {newest.map(({ key, section, kind, title, source, when, machineTime }) => (
          <li data-section={section} key={key}>
            <div>
              <p className="meta">
                <span className="kicker">{kind}</span>
                <span>{source}</span>
                <time dateTime={machineTime}>{when}</time>
              </p>
              <h3>{title}</h3>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
