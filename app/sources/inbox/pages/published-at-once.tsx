import { Link } from 'react-router';
import { Icon } from '#app/platform/ui/icon.tsx';
import type { InboxPage } from './load-inbox.server.ts';

/** More would push down what waits. */
const MOST_OPEN = 3;

/** What trusted senders got on the site without a decision: nothing waits here, and any editor can undo it. */
export function PublishedAtOnce({ published }: Pick<InboxPage, 'published'>) {
  if (published.length === 0) return null;
  return (
    <details className="panel" open={published.length <= MOST_OPEN}>
      <summary>
        <h2>Published: trusted sender</h2> ({published.length})
      </summary>
      <ul className="queue">
        {published.map(({ batch, title, href, when, sender, arrived, machineTime }) => (
          <li key={batch}>
            <div>
              <p className="meta">
                <span>{sender}</span>
                <time dateTime={machineTime}>{arrived}</time>
              </p>
              <h3>
                <Link to={href}>{title}</Link>
              </h3>
              <p className="small">{when}</p>
            </div>
            <form method="post" action="/admin/inbox/undo">
              <input type="hidden" name="batch" value={batch} />
              <button type="submit" className="button button--small">
                <Icon name="undo" />
                Undo<span className="vh">: {title}</span>
              </button>
            </form>
          </li>
        ))}
      </ul>
    </details>
  );
}
