import { Form, Link } from 'react-router';
import { Icon } from '#app/platform/ui/icon.tsx';
import type { InboxOverview, NewestEntry } from './load-inbox-panel.server.ts';

/**
 * How much waits for review, with what arrived last, each with the decisions of the inbox. Renders nothing while nothing
 * waits.
 */
export function InboxPanel({ count, newest }: InboxOverview) {
  if (count === 0) return null;
  return (
    <section className="panel" aria-labelledby="waiting">
      <div className="cluster between">
        <h2 id="waiting">Waiting for review</h2>
        <Link to="/admin/inbox">{count === 1 ? 'Review 1 item' : `Review all ${count} items`}</Link>
      </div>
      <ul className="queue queue--stack">
        {newest.map((entry) => (
          <li data-section={entry.section} key={entry.id}>
            <div>
              <p className="meta">
                <span className="kicker">{entry.kind}</span>
                <span>{entry.source}</span>
                <time dateTime={entry.machineTime}>{entry.when}</time>
              </p>
              <h3>{entry.title}</h3>
              {entry.problem === null ? null : (
                <p className="error">
                  <Icon name="warning" /> {entry.problem}
                </p>
              )}
            </div>
            {entry.isChange ? <ReviewLink entry={entry} /> : <Decisions entry={entry} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A change at a source is decided where its old and new text are shown. */
function ReviewLink({ entry: { title } }: { entry: NewestEntry }) {
  return (
    <p className="cluster">
      <Link className="button button--small" to="/admin/inbox?show=changes">
        Review<span className="vh">: {title}</span>
      </Link>
    </p>
  );
}

function Decisions({ entry: { id, title, editHref } }: { entry: NewestEntry }) {
  const label = <span className="vh">: {title}</span>;
  return (
    <Form method="post" className="cluster">
      <input type="hidden" name="back" value="/admin" />
      <button
        type="submit"
        className="button button--small button--primary"
        formAction={`/admin/inbox/${id}/publish`}
      >
        Publish{label}
      </button>
      <Link className="button button--small" to={editHref}>
        Edit{label}
      </Link>
      <button type="submit" className="button button--small" formAction={`/admin/inbox/${id}/discard`}>
        Discard{label}
      </button>
    </Form>
  );
}
