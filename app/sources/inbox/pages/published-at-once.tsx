import { Link } from 'react-router';
import { Icon } from '#app/platform/ui/icon.tsx';
import type { InboxPage } from './load-inbox.server.ts';

type Published = Pick<InboxPage, 'published'>;

/** The rest is folded, so that what waits stays in view. */
const MOST_OPEN = 2;

/** What trusted senders got on the site without a decision: nothing waits here, and any editor can undo it. */
export function PublishedAtOnce({ published }: Published) {
  const [shown, more] = [published.slice(0, MOST_OPEN), published.slice(MOST_OPEN)];
  if (shown.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="published-at-once">
      <h2 id="published-at-once">Published: trusted sender</h2>
      <Rows published={shown} />
      {more.length === 0 ? null : (
        <details className="fold">
          <summary>{more.length} more</summary>
          <Rows published={more} />
        </details>
      )}
    </section>
  );
}

function Rows({ published }: Published) {
  return (
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
  );
}
