import { Link } from 'react-router';
import { Icon } from '#app/platform/ui/icon.tsx';

/** Links to the first and the next page of a list that is read forward only; without either, shows nothing. */
export function NextPage({ first, next }: { first: string | null; next: string | null }) {
  if (first === null && next === null) return null;
  return (
    <nav className="pager" aria-label="Pages">
      {first === null ? null : <Link to={first}>First page</Link>}
      {next === null ? null : (
        <Link className="button" rel="next" to={next}>
          Next
          <Icon name="next" />
        </Link>
      )}
    </nav>
  );
}
