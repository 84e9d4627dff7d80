import type { EventCard } from '#app/events/event.ts';
import { findStatusWords, movedFrom } from '#app/events/event-status.ts';
import type { Provenance } from '#app/items/text/credit.ts';
import type { TownClock } from '#app/platform/time/town-time.ts';
import { Icon } from '#app/platform/ui/icon.tsx';

type Change = Pick<EventCard, 'status' | 'statusNote' | 'previousDate' | 'allDay'>;

/** What readers should know about an event that its sources no longer list. Nothing if it is canceled anyway. */
export function UnconfirmedNotice({
  event,
  provenance,
}: {
  event: Pick<Change, 'status'>;
  provenance: Provenance;
}) {
  const { credits, confirmed, isUnconfirmed } = provenance;
  if (!isUnconfirmed || event.status === 'cancelled') return null;
  const names = new Intl.ListFormat('en-US').format(credits.map(({ name }) => name));
  return (
    <div className="alert is-warning">
      <Icon name="warning" />
      <p>
        {`Unconfirmed: ${names} no longer ${credits.length > 1 ? 'list' : 'lists'} this event${confirmed ? ` (last confirmed ${confirmed})` : ''}.`}
      </p>
    </div>
  );
}

/** The status as a word before a title. Nothing while an event is scheduled. */
export function StatusBadge({ status }: Pick<EventCard, 'status'>) {
  const said = findStatusWords({ status });
  if (!said) return null;
  return (
    <>
      <span className={`badge is-${said.tone}`}>{said.word}</span>{' '}
    </>
  );
}

/** The title, struck out if the event is canceled; the status must be next to it as text. */
export function StatedTitle({ status, title }: Pick<EventCard, 'status' | 'title'>) {
  return status === 'cancelled' ? <s>{title}</s> : title;
}

/** What changed, in one line of a card that has the status as a badge. */
export function StatusLine({ event, clock }: { event: Change; clock: TownClock }) {
  const said = [movedFrom(event, clock), event.statusNote].filter(Boolean).join('. ');
  return said ? <p className="event__change">{said}</p> : null;
}

/** What changed, at the top of the event's page. */
export function StatusNotice({ event, clock }: { event: Change; clock: TownClock }) {
  const said = findStatusWords(event);
  if (!said) return event.statusNote ? <p>{event.statusNote}</p> : null;
  const from = movedFrom(event, clock);
  return (
    <div className={`alert is-${said.tone}`}>
      <Icon name="warning" />
      <div>
        <p>{from ? `${from}.` : said.sentence}</p>
        {event.statusNote ? <p>{event.statusNote}</p> : null}
      </div>
    </div>
  );
}
