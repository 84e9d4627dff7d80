import { Link } from 'react-router';
import type { SourceErrors } from './load-sources-panel.server.ts';

/** Names sources with problems, so that no one notices months later that one has died. Renders nothing without any. */
export function SourcesPanel({ sources, more, others }: SourceErrors) {
  if (sources.length === 0) return null;
  return (
    <section className="panel" aria-labelledby="sources">
      <h2 id="sources">Sources with problems</h2>
      <ul className="due">
        {sources.map(({ id, name, badge, since, message }) => (
          <li key={id}>
            <div>
              <strong>
                <Link to={`/admin/sources/${id}`}>{name}</Link>
              </strong>
              <p className="small">
                <span className={`badge ${badge.tone}`}>{badge.label}</span> {since}
              </p>
              <p className="small muted">{message}</p>
            </div>
          </li>
        ))}
      </ul>
      <p className="small muted mt" hidden={more + others === 0}>
        {more === 0 ? null : <Link to="/admin/sources?show=attention">{`See ${more} more`}</Link>}
        {more > 0 && others > 0 ? '. ' : null}
        {others === 0 ? null : others === 1 ? 'One other works.' : `${others} others work.`}
      </p>
    </section>
  );
}
