import { data, Form, redirect } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { dayAddress, momentInAddress, ownPathOf, readMoment } from '#app/moving/as-of/moment.ts';
import { readContext } from '#app/people/request/context.ts';
import { townTimeOf, zoneNameOf } from '#app/platform/time/town-time.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import type { Route } from './+types/as-of-page';

/**
 * The form for choosing a moment. `?at=` redirects to the page `path` at that moment, `?path=` alone back to the present.
 */
export function loader(args: Route.LoaderArgs) {
  const { town, now } = readContext(args);
  const query = args.url.searchParams;
  const path = ownPathOf(query.get('path'));
  const at = query.get('at');
  const facts = {
    at: at ?? townTimeOf(now, town.timeZone),
    path,
    problem: undefined as string | undefined,
    zone: zoneNameOf(town),
  };
  if (at === null) return query.has('path') ? redirect(path) : facts;
  const { instant, problem } = readMoment(at, town);
  if (problem !== undefined) return data({ ...facts, problem }, 400);
  return redirect(dayAddress(momentInAddress(instant), path));
}

export default function AsOfPage({ loaderData }: Route.ComponentProps) {
  const { at, path, problem, zone } = loaderData;
  return (
    <AdminPage className="form stack-lg" heading="View another day">
      {problem ? <Alert tone="danger">{problem}</Alert> : null}
      <p>
        See the site as visitors see it at another moment: what is scheduled by then, which events are next,
        which polls are open. Nothing can be changed there, nobody gets an email, and visitors notice nothing.
      </p>
      <Form method="get" reloadDocument className="stack">
        <input type="hidden" name="path" value={path} />
        <div className="field">
          <label htmlFor="at">Date and time ({zone})</label>
          <input
            className="input"
            id="at"
            name="at"
            type="datetime-local"
            required
            defaultValue={at}
            aria-describedby="at-hint"
          />
          <p className="small muted" id="at-hint">
            Of a time that occurs twice because the clock is set back, the first is shown.
          </p>
        </div>
        <p className="actions">
          <button type="submit" className="button button--primary">
            View this day
          </button>
        </p>
      </Form>
      <section className="stack">
        <h2>What a day in the past can show</h2>
        <p>
          Items that were published later are gone, deleted ones are back while they are in the trash, and
          texts are as they were as far as their versions are stored. These can’t be known and are as now:
          settings, pictures, redirects, items that were deleted permanently, and versions that were thinned
          out. Of a poll that was open then, only the number of votes is shown, because the site does not
          store when each ballot was cast.
        </p>
      </section>
    </AdminPage>
  );
}
