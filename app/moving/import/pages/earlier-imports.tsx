import { Link } from 'react-router';
import { NextPage } from './next-page.tsx';

/** An import as the list shows it. */
export type EarlierImport = {
  id: string;
  origin: string;
  badge: { label: string; tone: string };
  facts: string;
};

type EarlierImportsProps = { imports: EarlierImport[]; next: string | null; isFirst: boolean };

/** All imports, newest first. Shows nothing before the first one. */
export function EarlierImports({ imports, next, isFirst }: EarlierImportsProps) {
  if (imports.length === 0 && isFirst) return null;
  return (
    <section aria-labelledby="earlier">
      <h2 id="earlier" className="mb">
        Earlier imports
      </h2>
      <ul className="panel queue">
        {imports.map(({ id, origin, badge, facts }) => (
          <li key={id}>
            <div>
              <h3>
                <Link to={`/admin/move-in/${id}`}>
                  From {origin}
                  <span className="vh">, {facts}</span>
                </Link>{' '}
                <span className={`badge ${badge.tone}`}>{badge.label}</span>
              </h3>
              <p className="muted">{facts}</p>
            </div>
          </li>
        ))}
      </ul>
      <NextPage first={isFirst ? null : '/admin/move-in#earlier'} next={next} />
    </section>
  );
}
