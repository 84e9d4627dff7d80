import { type EventFilter, eventsPathOf, isNearby } from '#app/events/event-filter.ts';
import {
  addMonths,
  formatDayParts,
  formatMonth,
  type TownClock,
  type TownDay,
  type TownMonth,
  weekdayNames,
} from '#app/platform/time/town-time.ts';
import { Icon } from '#app/platform/ui/icon.tsx';
import type { EventMonth, MonthEvent } from './event-month.server.ts';
import { StatedTitle } from './event-status-marks.tsx';

type MonthProps = {
  month: EventMonth;
  today: TownDay;
  clock: TownClock;
  firstWeekday: number;
};

/** A month of events: a table by weeks, on phones the days with events. `today` is the town's. */
export function MonthTable({ month, today, clock, firstWeekday }: MonthProps) {
  return (
    <table className="month">
      <caption>{formatMonth(month.month, clock.locale)}</caption>
      <thead>
        <tr>
          {weekdayNames(firstWeekday, clock.locale).map((name) => (
            <th key={name} scope="col">
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {month.weeks.map((week, index) => (
          <tr key={week.find(Boolean)?.day ?? index}>
            {week.map((cell, weekday) =>
              cell ? (
                <Day key={cell.day} {...cell} isToday={cell.day === today} clock={clock} />
              ) : (
                // biome-ignore lint/suspicious/noArrayIndexKey: an empty cell is its place in the week
                <td key={weekday} className="is-bare" />
              ),
            )}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function DoubtMark({
  isChecked,
  isUnconfirmed,
  status,
}: Pick<MonthEvent, 'isChecked' | 'isUnconfirmed' | 'status'>) {
  if (isChecked) return ' (being checked)';
  return isUnconfirmed && status !== 'cancelled' ? ' (unconfirmed)' : null;
}

type MonthPagerProps = { month: TownMonth; thisMonth: TownMonth; filter: EventFilter; clock: TownClock };

/** Links to the previous and next month, as far as these have pages. */
export function MonthPager({ month, thisMonth, filter, clock }: MonthPagerProps) {
  const { when: _, ...rest } = filter;
  const linkTo = (count: number) => {
    const other = addMonths(month, count);
    // Keeps the other link on its side.
    if (!isNearby(other, thisMonth)) return <span />;
    return (
      <a className="button button--small" rel="nofollow" href={eventsPathOf(rest, other)}>
        {count < 0 ? <Icon name="previous" /> : null}
        {formatMonth(other, clock.locale)}
        {count > 0 ? <Icon name="next" /> : null}
      </a>
    );
  };
  return (
    <nav className="cluster between mb" aria-label="Months">
      {linkTo(-1)}
      {linkTo(1)}
    </nav>
  );
}

type DayProps = { day: TownDay; events: MonthEvent[]; isToday: boolean; clock: TownClock };

function Day({ day, events, isToday, clock }: DayProps) {
  const noon = Date.parse(`${day}T12:00:00Z`);
  const { weekday, monthDay } = formatDayParts(noon, { locale: clock.locale, timeZone: 'UTC' });
  return (
    <td className={events.length === 0 ? 'is-bare' : undefined} aria-current={isToday ? 'date' : undefined}>
      <time dateTime={day}>
        <b>{Number(day.slice(-2))}</b>
        <span>
          {weekday}, {monthDay}
        </span>
      </time>
      {events.length > 0 ? (
        <ul>
          {events.map((event) => (
            <li key={event.id} className={event.isOver ? 'muted' : undefined}>
              {event.time ? `${event.time} ` : ''}
              <a href={`/events/${event.id}`}>
                <StatedTitle {...event} />
              </a>
              <DoubtMark {...event} />
            </li>
          ))}
        </ul>
      ) : null}
    </td>
  );
}
