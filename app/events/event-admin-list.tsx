import { Link } from 'react-router';
import { ContentTable } from '#app/admin/content-table.tsx';
import { loadContentTable, removeContent } from '#app/admin/load-content-table.server.ts';
import { readVisit } from '#app/context.ts';
import { formatEventDate, startOfToday } from '#app/time/town-time.ts';
import type { Route } from './+types/event-admin-list';
import { events } from './event-collection.server.ts';
import { findStatusWords } from './event-status.ts';
import { describeTime } from './event-time.ts';

/** From today onward, like the public list; `?show=all` lists past events too. */
export async function loader(args: Route.LoaderArgs) {
  const { town, now } = readVisit(args);
  const showAll = args.url.searchParams.get('show') === 'all';
  const bounds = showAll ? {} : { from: startOfToday(now, town.timeZone) };
  const table = await loadContentTable(
    args,
    events,
    (event) => ({
      id: event.id,
      title: event.title,
      mark: findStatusWords(event),
      cells: [
        `${formatEventDate(event.eventDate, town.timeZone)} ${describeTime(event, town.timeZone)}`,
        event.eventLocation,
      ],
    }),
    bounds,
  );
  // A search finds past events too.
  return { ...table, showAll: showAll || table.q !== '' };
}

export function action(args: Route.ActionArgs) {
  return removeContent(args, events);
}

export default function EventAdminList({ loaderData: { showAll, ...table } }: Route.ComponentProps) {
  return (
    <ContentTable
      {...table}
      name="events"
      heading="Events"
      columns={['Title', 'Date', 'Location']}
      beforeRemoval="People who saved it in their calendar won’t be notified. If it won’t take place, set its status to Cancelled instead."
    >
      <nav className="segmented" aria-label="Which events">
        <Link to="/admin/events" aria-current={showAll ? undefined : 'page'}>
          From today
        </Link>
        <Link to="/admin/events?show=all" aria-current={showAll ? 'page' : undefined}>
          All
        </Link>
      </nav>
    </ContentTable>
  );
}
