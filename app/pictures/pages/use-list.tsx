import { Link } from 'react-router';
import type { ShownUse } from './load-uses.server.ts';

/** Where a picture is used, with links to the forms. */
export function UseList({ uses, count }: { uses: ShownUse[]; count: number }) {
  return (
    <>
      <ul className="agate mt">
        {uses.map(({ href, title, what }) => (
          <li key={`${href} ${what}`}>
            <Link to={href}>{title}</Link>
            <br />
            <span className="small muted">{what}</span>
          </li>
        ))}
      </ul>
      {count > uses.length ? <p className="small muted">And in more, {count} in all.</p> : null}
    </>
  );
}
