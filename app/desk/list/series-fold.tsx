import { Link } from 'react-router';
import type { SeriesPosition } from '#app/items/collection/facets.ts';

type SeriesFoldProps = { name: string; title: string; series: SeriesPosition; onOpen: (id: string) => void };

/** The dates that follow the one of a row, folded under its date. */
export function SeriesFold({ name, title, series, onOpen }: SeriesFoldProps) {
  const { seriesId, place, count, following } = series;
  if (following.length === 0) return null;
  const later = count - place;
  return (
    <details className="fold series-dates">
      <summary>
        {later === 1 ? '1 later date' : `${later} later dates`}
        <span className="vh"> of {title}</span>
      </summary>
      <ul>
        {following.map(({ id, text, mark }) => (
          <li key={id}>
            <Link to={`/admin/${name}/${id}`} onClick={() => onOpen(id)}>
              {text}
            </Link>{' '}
            {mark ? <span className={`badge is-${mark.tone}`}>{mark.word}</span> : null}
          </li>
        ))}
        {later > following.length ? (
          <li>
            <Link to={`/admin/${name}?series=${seriesId}`}>All {count} dates</Link>
          </li>
        ) : null}
      </ul>
    </details>
  );
}
