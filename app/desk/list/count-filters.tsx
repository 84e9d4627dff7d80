import { Link } from 'react-router';

/** A link to a part of a list, with how many items it has. */
export type CountFilter = { label: string; href: string; count: string | number; isCurrent: boolean };

/** The parts of an admin list as links. Renders nothing without filters. `label` names them for screen readers. */
export function CountFilters({ label, filters }: { label: string; filters: CountFilter[] }) {
  if (filters.length === 0) return null;
  return (
    <nav className="filters" aria-label={label}>
      <ul>
        {filters.map((filter) => (
          <li key={filter.href}>
            <Link to={filter.href} aria-current={filter.isCurrent ? 'page' : undefined}>
              {filter.label} <span className="num">{filter.count}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
