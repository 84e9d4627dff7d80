import type { EventCard } from '#app/events/event.ts';
import { describeTime, lastDayOf } from '#app/events/event-time.ts';
import {
  daysBetween,
  formatDayParts,
  formatEventDate,
  type TownClock,
  type TownDay,
  townDayOf,
} from '#app/platform/time/town-time.ts';
import { ExternalLink } from '#app/platform/ui/external-link.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import { languageOfFormats } from '#app/platform/ui/text-language.ts';
import { StatedTitle, StatusBadge, StatusLine } from './event-status-marks.tsx';

/**
 * An event of the list; ended ones are grayed out. `isUnconfirmed`: none of its sources lists it any longer. `isChecked`:
 * readers say that something is wrong.
 */
export type AgendaEvent = EventCard & { isOver?: boolean; isUnconfirmed?: boolean; isChecked?: boolean };

type AgendaProps = { events: AgendaEvent[]; today: TownDay; clock: TownClock };

/** Events day by day in their order; ended ones are last in their day. `today` is the town's. */
export function Agenda({ events, today, clock }: AgendaProps) {
  const days = Map.groupBy(events, (event) => townDayOf(event.eventDate, clock.timeZone));
  return [...days].map(([day, ofDay]) => (
    <section className="day" key={day}>
      <DayHeading at={ofDay[0]?.eventDate ?? 0} distance={daysBetween(today, day)} clock={clock} />
      <ol>
        {lastOver(ofDay).map((event) => (
          <AgendaItem key={event.id} event={event} clock={clock} />
        ))}
      </ol>
    </section>
  ));
}

function lastOver(events: AgendaEvent[]): AgendaEvent[] {
  return [...events.filter(({ isOver }) => !isOver), ...events.filter(({ isOver }) => isOver)];
}

/** Events that began before today and continue, which the days ahead do not show. */
export function StillOn({ events, clock }: Pick<AgendaProps, 'events' | 'clock'>) {
  return (
    <section className="day">
      <h2>Ongoing</h2>
      <ol>
        {events.map((event) => (
          <AgendaItem key={event.id} event={event} clock={clock} />
        ))}
      </ol>
    </section>
  );
}

/** A day, with how far away it is. */
export function DayHeading({ at, distance, clock }: { at: number; distance: number; clock: TownClock }) {
  const { weekday, monthDay } = formatDayParts(at, clock);
  return (
    <h2>
      <TearOff at={at} clock={clock} />
      <span>
        <span lang={languageOfFormats(clock.locale)}>
          {weekday}
          <span className="vh">, {monthDay}</span>
        </span>
        <small>{describeDistance(distance)}</small>
      </span>
    </h2>
  );
}

/** A tear-off calendar page. It is hidden from screen readers: the date must be next to it as text. */
export function TearOff({ at, clock }: { at: number; clock: TownClock }) {
  const { month, day } = formatDayParts(at, clock);
  return (
    <span className="tear" aria-hidden="true">
      <span>{month}</span>
      {day}
    </span>
  );
}

/** 'Today', 'Tomorrow', 'In 3 days'. */
export function describeDistance(days: number): string {
  if (days === 0) return 'Today';
  return days === 1 ? 'Tomorrow' : `In ${days} days`;
}

/** The title leads to the event's source (spec section 2), the date to its page here. */
function AgendaItem({ event, clock }: { event: AgendaEvent; clock: TownClock }) {
  const { id, title, eventDate } = event;
  return (
    <li className={event.isOver ? 'event is-over' : 'event'}>
      <p className="event__when">
        <a href={`/events/${id}`}>
          <time dateTime={townDayOf(eventDate, clock.timeZone)}>
            {formatEventDate(eventDate, clock.timeZone)}
          </time>
          <span className="vh">: {title}</span>
        </a>{' '}
        <span>{describeTime(event, clock.timeZone)}</span>
        <Until event={event} clock={clock} />
      </p>
      <div>
        <h3>
          <StatusBadge status={event.status} />
          {event.isUnconfirmed && event.status !== 'cancelled' ? (
            <>
              <span className="badge is-warning">Unconfirmed</span>{' '}
            </>
          ) : null}
          {event.isChecked ? (
            <>
              <span className="badge is-warning">Being checked</span>{' '}
            </>
          ) : null}
          {event.isOver ? (
            <>
              <span className="badge is-quiet">Ended</span>{' '}
            </>
          ) : null}
          <ExternalLink className="plain" href={event.link}>
            <StatedTitle {...event} />
          </ExternalLink>
        </h3>
        <StatusLine event={event} clock={clock} />
        <p className="event__where">
          <Icon name="place" /> {event.eventLocation}
        </p>
      </div>
      {event.isOver || event.status === 'cancelled' ? null : (
        <a className="button button--small" href={`/events/${id}.ics`}>
          <Icon name="calendar" />
          Add to calendar<span className="vh">: {title}</span>
        </a>
      )}
    </li>
  );
}

/** The last day of a multi-day event. */
function Until({ event, clock }: { event: EventCard; clock: TownClock }) {
  const last = lastDayOf(event, clock.timeZone);
  if (!last || event.endDate === null) return null;
  return (
    <>
      {' '}
      <span>
        until <time dateTime={last}>{formatEventDate(event.endDate - 1, clock.timeZone)}</time>
      </span>
    </>
  );
}
