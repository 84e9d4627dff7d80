import { data } from 'react-router';
import { listSeries } from '#app/events/event-series-store.server.ts';
import { describeTime, overFrom } from '#app/events/event-time.ts';
import { describeRecurrence } from '#app/events/repeat-words.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import { readContext } from '#app/people/request/context.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { formatEventDate, formatShortDay, type TownClock, townDayOf } from '#app/platform/time/town-time.ts';
import { Icon } from '#app/platform/ui/icon.tsx';
import { PageHead } from '#app/platform/ui/page-head.tsx';
import type { Route } from './+types/event-series-page';
import { StatusBadge, StatusLine } from './event-status-marks.tsx';

export const handle: RouteHandle = { section: 'events', page: EventSeriesPage };

export default EventSeriesPage;

/** All dates of a repeated event, also past ones. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, now, keepUntil } = readContext(args);
  const { seriesId: id } = args.params;
  const { timeZone, locale } = town;
  const dates = isItemId(id) ? await listSeries(read, id) : [];
  const ends = dates.map((event) => overFrom(event, timeZone));
  const next = dates.find((_, index) => Number(ends[index]) > now) ?? dates.at(-1);
  if (!next) throw data(null, { status: 404 });
  for (const end of ends) if (end > now) keepUntil(end);
  return {
    seriesId: id,
    title: next.title,
    recurrence: next.recurrence,
    dates: dates.map((event, index) => ({ ...event, isOver: Number(ends[index]) <= now })),
    clock: { timeZone, locale },
  };
}

type Facts = Route.ComponentProps['loaderData'];

function EventSeriesPage({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { seriesId, title, recurrence, dates, clock } = loaderData;
  const repeats = describeRecurrence(recurrence ?? '', clock);
  return (
    <main id="main" className="wrap page" data-section="events" tabIndex={-1}>
      <PageHead
        title={`${title}: all dates`}
        description={`${repeats ? `${repeats}. ` : ''}All dates of ${title}.`}
        path={`/events/series/${seriesId}`}
      />
      <header className="page-head">
        <p className="kicker">
          <a href="/events">Events</a>
        </p>
        <h1>{title}</h1>
        {repeats ? <p>{repeats}</p> : null}
      </header>
      <section className="day">
        <h2>All dates</h2>
        <ol>
          {dates.map((event) => (
            <SeriesDate key={event.id} event={event} title={title} clock={clock} />
          ))}
        </ol>
      </section>
    </main>
  );
}

type SeriesDateProps = { event: Facts['dates'][number]; title: string; clock: TownClock };

function SeriesDate({ event, title, clock }: SeriesDateProps) {
  const { id, eventDate, isOver } = event;
  const [weekday] = formatShortDay(eventDate, clock).split(' ');
  return (
    <li className={isOver ? 'event is-over' : 'event'}>
      <p className="event__when">
        <a href={`/events/${id}`}>
          <span className="vh">{weekday} </span>
          <time dateTime={townDayOf(eventDate, clock.timeZone)}>
            {formatEventDate(eventDate, clock.timeZone)}
          </time>
        </a>{' '}
        <span>{describeTime(event, clock.timeZone)}</span>
      </p>
      <div>
        <p>
          <StatusBadge status={event.status} />
          {isOver ? (
            <>
              <span className="badge is-quiet">Ended</span>{' '}
            </>
          ) : null}
          {event.title === title ? null : event.title}
        </p>
        <StatusLine event={event} clock={clock} />
        <p className="event__where">
          <Icon name="place" /> {event.eventLocation}
        </p>
      </div>
    </li>
  );
}
