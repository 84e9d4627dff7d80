import type { DayBar, ReadOnly } from '#app/read-only.ts';
import { Icon } from '#app/ui/icon.tsx';

type LineProps = Pick<ReadOnly, 'sentence' | 'bar'> & { path: string };

/** Above every page of a site on which nothing can be changed. */
export function ReadOnlyLine({ sentence, bar, path }: LineProps) {
  return (
    <aside className="wrap mt no-print" aria-label="About this site">
      <div className="alert is-info">
        <Icon name="info" />
        <p>{sentence}</p>
      </div>
      {bar ? <DayControls bar={bar} path={path} /> : null}
    </aside>
  );
}

/** Leads to the same page on other days. A GET form: works without JavaScript. */
function DayControls({ bar, path }: { bar: DayBar; path: string }) {
  const linkTo = (at?: string) =>
    `/admin/another-day?${new URLSearchParams({ ...(at ? { at } : {}), path })}`;
  return (
    <form method="get" action="/admin/another-day" className="cluster mt">
      <a href={linkTo(bar.previous)}>Previous day</a>
      <a href={linkTo(bar.next)}>Next day</a>
      {bar.again ? <a href={linkTo(bar.again)}>The same time after the clock is set back</a> : null}
      <a href={linkTo()}>Back to today</a>
      <details>
        <summary>Choose another moment</summary>
        <input type="hidden" name="path" value={path} />
        <div className="field">
          <label htmlFor="another-day">Date and time</label>
          <input
            className="input"
            id="another-day"
            type="datetime-local"
            name="at"
            defaultValue={bar.at}
            required
          />
        </div>
        <button type="submit" className="button button--small">
          Show
        </button>
      </details>
    </form>
  );
}
