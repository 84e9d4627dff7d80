import type { EventCard } from '#app/events/event.ts';
import { describeTime } from '#app/events/event-time.ts';
import { StatedTitle, StatusBadge } from '#app/events/pages/event-status-marks.tsx';
import { formatShortDay, type TownClock } from '#app/platform/time/town-time.ts';
import { useSite } from '#app/platform/ui/site-facts.ts';

/** `thisWeek`: whether all of the events are in the next seven days. */
export type AsideFacts = {
  events: EventCard[];
  thisWeek: boolean;
  /** An open poll. `time` says until when. */
  poll: { id: string; title: string; time: string } | undefined;
};

/** Other content of the town, next to the articles and the news. */
export function Aside({ events, thisWeek, poll, clock }: AsideFacts & { clock: TownClock }) {
  const { isReadOnly } = useSite();
  return (
    <>
      {events.length > 0 ? (
        <section data-section="events">
          <h2>{thisWeek ? 'This week' : 'Coming up'}</h2>
          <ul className="agate">
            {events.map((event) => (
              <NextEvent key={event.id} event={event} clock={clock} />
            ))}
          </ul>
          <p className="small">
            <a href="/events">All events</a>
          </p>
        </section>
      ) : null}
      {poll ? (
        <section data-section="polls">
          <h2>Open poll</h2>
          <h3>{poll.title}</h3>
          <p className="small muted mb">{poll.time}</p>
          <a className="button" href={`/polls/${poll.id}`}>
            {isReadOnly ? 'See the poll' : 'Vote'}
          </a>
        </section>
      ) : null}
    </>
  );
}

function NextEvent({ event, clock }: { event: EventCard; clock: TownClock }) {
  const [place] = event.eventLocation.split(',');
  return (
    <li>
      <StatusBadge status={event.status} />
      <a className="plain" href={`/events/${event.id}`}>
        <StatedTitle {...event} />
      </a>
      <br />
      <span className="muted small">
        {formatShortDay(event.eventDate, clock)}, {describeTime(event, clock.timeZone)}, {place}
      </span>
    </li>
  );
}
