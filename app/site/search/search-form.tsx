import type { Kind } from '#app/items/search/kinds.ts';
import { type SearchAddress, searchPathOf } from './search-address.ts';

/** A GET form: the query is in the address. */
export function SearchForm({ asked }: { asked: SearchAddress }) {
  const { q, kind, from, to, archived } = asked;
  return (
    <div role="search">
      <form method="get" action="/search" id="search">
        <div className="searchbar">
          <label className="vh" htmlFor="q">
            Search this site
          </label>
          <input
            className="input"
            id="q"
            name="q"
            type="search"
            defaultValue={q}
            autoComplete="off"
            maxLength={500}
          />
          <button className="button button--primary" type="submit">
            Search
          </button>
        </div>
        <div id="suggestions" className="suggestions" role="listbox" aria-label="Suggestions" hidden />
        {kind ? <input type="hidden" name="kind" value={kind} /> : null}
        {archived ? <input type="hidden" name="archived" value="1" /> : null}
        <details className="dates" open={Boolean(from || to)}>
          <summary>Filter by date</summary>
          <div className="fields">
            <DayField name="from" label="From" value={from} />
            <DayField name="to" label="To" value={to} />
          </div>
        </details>
      </form>
    </div>
  );
}

function DayField({ name, label, value }: { name: string; label: string; value: string | undefined }) {
  return (
    <div className="field">
      <label htmlFor={name}>{label}</label>
      <input className="input" id={name} name={name} type="date" defaultValue={value} />
    </div>
  );
}

/** Links to the same search in one collection or in all. */
export function KindFilter({ asked, kinds }: { asked: SearchAddress; kinds: Kind[] }) {
  return (
    <nav className="segmented small wraps" aria-label="Type of result">
      <a href={searchPathOf({ ...asked, kind: undefined })} aria-current={asked.kind ? undefined : 'page'}>
        All
      </a>
      {kinds.map(({ name: kind, heading }) => (
        <a
          key={kind}
          href={searchPathOf({ ...asked, kind })}
          aria-current={asked.kind === kind ? 'page' : undefined}
        >
          {heading}
        </a>
      ))}
    </nav>
  );
}
