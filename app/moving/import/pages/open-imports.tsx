import { Link } from 'react-router';
import type { OpenImport } from './open-import.server.ts';

/** What runs or waits for someone. Shows nothing without any. */
export function OpenImports({ imports }: { imports: OpenImport[] }) {
  if (imports.length === 0) return null;
  return (
    <section className="panel mt" aria-labelledby="open">
      <h2 id="open">Not finished</h2>
      <ul className="queue">
        {imports.map(({ path, origin, state, files, isRunning, discard }) => (
          <li key={path}>
            <div>
              <h3>From {origin}</h3>
              <p>{state}</p>
              {files ? <p className="small muted">{files}</p> : null}
            </div>
            <div className="rowlinks">
              <Link className="button" to={path}>
                {isRunning ? 'Open' : 'Continue'}
                <span className="vh">: {origin}</span>
              </Link>
              {discard ? (
                <Link className="button button--danger" to={discard}>
                  Discard…<span className="vh"> {origin}</span>
                </Link>
              ) : null}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}
