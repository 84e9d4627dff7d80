/** `RECURRENCE-ID;RANGE=THISANDFUTURE` (RFC 5545, section 3.2.13): a changed date that changes all later ones, too. */
import { type CalendarClocks, type CalendarTime, instantOf } from './calendar-time.ts';
import { type EventClock, type LaterDates, timesIn } from './expand-event.ts';
import type { Component } from './read-calendar.ts';

type Changed = { event: Component; clock: EventClock | undefined };

/** What the changes of an event say of its later dates, in the order of time. */
export function laterDatesOf(changes: Changed[], clocks: CalendarClocks): LaterDates[] {
  return changes
    .flatMap(({ event, clock }) => {
      const [property] = event.properties.get('RECURRENCE-ID') ?? [];
      const [named] = timesIn(event, 'RECURRENCE-ID', clocks);
      const isMeant = /^thisandfuture$/i.test(property?.parameters.RANGE?.trim() ?? '');
      return isMeant && named && clock ? [describe(event, named, clock)] : [];
    })
    .sort((one, other) => one.from - other.from);
}

function describe(change: Component, named: CalendarTime, { start, endOf }: EventClock): LaterDates {
  const days = start.wall.day - named.wall.day;
  const lasts = endOf(start);
  const length = lasts === undefined ? undefined : lasts - instantOf(start);
  return {
    change,
    from: instantOf(named),
    // Clocks of two zones can name different days.
    daysMoved: Math.abs(days) + 1,
    place(original) {
      const at = start.isDay || named.isDay ? sameTime(original, start, days) : moved(original, named, start);
      const isLike = at.clock === start.clock && at.wall.second === start.wall.second;
      const begins = instantOf(at);
      return { start: begins, end: isLike || length === undefined ? endOf(at) : begins + length };
    },
  };
}

function sameTime({ wall }: CalendarTime, start: CalendarTime, days: number): CalendarTime {
  return { ...start, wall: { day: wall.day + days, second: start.wall.second } };
}

const DAY_SECONDS = 86_400;

/** By as much as the changed date, in local time: an event keeps its hour when the clocks change. */
function moved(original: CalendarTime, named: CalendarTime, start: CalendarTime): CalendarTime {
  const seconds =
    named.clock === start.clock
      ? (start.wall.day - named.wall.day) * DAY_SECONDS + start.wall.second - named.wall.second
      : (instantOf(start) - instantOf(named)) / 1000;
  const total = original.wall.second + seconds;
  const day = original.wall.day + Math.floor(total / DAY_SECONDS);
  return { ...original, wall: { day, second: total - Math.floor(total / DAY_SECONDS) * DAY_SECONDS } };
}
