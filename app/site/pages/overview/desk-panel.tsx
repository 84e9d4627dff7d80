import { Link } from 'react-router';
import type { UnpublishedEntry } from './load-desk.server.ts';

/** Items that are not public yet, each with a link to its form. Renders nothing without entries. */
export function UnpublishedPanel({
  id,
  heading,
  entries,
}: {
  id: string;
  heading: string;
  entries: UnpublishedEntry[];
}) {
  if (entries.length === 0) return null;
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <ul className="queue">
        {entries.map((entry) => (
          <li data-section={entry.section} key={`${entry.section}/${entry.id}`}>
            <div>
              <p className="meta">
                <span className="kicker">{entry.kind}</span>
                <time dateTime={entry.machineTime}>{entry.when}</time>
                {entry.isOverdue ? <span className="badge is-danger">Not published</span> : null}
              </p>
              <h3>{entry.title}</h3>
            </div>
            <div className="cluster">
              <Link className="button button--small" to={`/admin/${entry.section}/${entry.id}`}>
                Edit<span className="vh">: {entry.title}</span>
              </Link>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
