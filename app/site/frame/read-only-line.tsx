import { Icon } from '#app/platform/ui/icon.tsx';
import type { DayBar, ReadOnly } from '#app/town/read-only.ts';

type LineProps = Pick<ReadOnly, 'sentence' | 'bar'> & { path: string };

/** Above every page of a site on which nothing can be changed. */
export function ReadOnlyLine({ sentence, bar, path }: LineProps) {
  return (
    <aside className="wrap mt no-print" aria-label="About this site">
      <div className="alert is-info">
        <Icon name="info" />
        {bar ? <DayControls {...{ bar, path }}>{sentence}</DayControls> : <p>{sentence}</p>}
      </div>
    </aside>
  );
}

type ControlsProps = { bar: DayBar; path: string; children: string };

/** Leads to the same page on other days. A GET form: works without JavaScript. */
function DayControls({ bar, path, children }: ControlsProps) {
  const linkTo = (at?: string) =>
    `/admin/another-day?${new URLSearchParams({ ...(at ? { at } : {}), path })}`;
  return (
    <form method="get" action="/admin/another-day" className="cluster small">
      <input type="hidden" name="path" value={path} />
      <p>{children}</p>
      <a href={linkTo(bar.previous.at)}>
        <Icon name="previous" />
        <span className="vh">Previous day: </span>
        {bar.previous.day}
      </a>
      <a href={linkTo(bar.next.at)}>
        <span className="vh">Next day: </span>
        {bar.next.day}
        <Icon name="next" />
      </a>
      {bar.again ? <a href={linkTo(bar.again)}>The same time after the clock is set back</a> : null}
      <a href={linkTo()}>Back to today</a>
      <details>
        <summary>Another moment</summary>
        <label htmlFor="another-day">Date and time</label>
        <input
          className="input"
          id="another-day"
          type="datetime-local"
          name="at"
          defaultValue={bar.at}
          required
        />
        <button type="submit" className="button button--small mt">
          Show
        </button>
      </details>
    </form>
  );
}
