import type { EventCard } from '#app/events/event.ts';
import type { EventFilter } from '#app/events/event-filter.ts';
import { listEventsBetween } from '#app/events/event-store.server.ts';
import { describeTime, overFrom } from '#app/events/event-time.ts';
import { listUnconfirmed } from '#app/items/provenance/provenance.server.ts';
import { findChecked } from '#app/items/reported/checked-item-store.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { Remember } from '#app/platform/database/memory.server.ts';
import {
  daysOfMonth,
  startOfMonth,
  type TownDay,
  type TownMonth,
  townDayOf,
} from '#app/platform/time/town-time.ts';

/** An event on one day of a month; on its later days `time` is empty. */
export type MonthEvent = Pick<EventCard, 'id' | 'title' | 'status'> & {
  time: string;
  isOver: boolean;
  /** None of its sources lists it any longer. */
  isUnconfirmed: boolean;
  /** Readers say that something is wrong with it. */
  isChecked: boolean;
};

/** A month by weeks of seven days; the days of other months are null. `isCut`: there are more events than shown. */
export type EventMonth = {
  month: TownMonth;
  weeks: ({ day: TownDay; events: MonthEvent[] } | null)[][];
  isCut: boolean;
};

type MonthRequest = {
  month: TownMonth;
  filter: EventFilter;
  now: number;
  timeZone: string;
  firstWeekday: number;
  /** Called with each instant at which the month changes. */
  keepUntil: (instant: number) => void;
};

/**
 * The events of a month ('2026-11') of the town, day by day. Weeks begin on `firstWeekday`, 1 = Monday … 7 = Sunday.
 */
export async function loadMonth(
  { read: db, remember }: { read: ReadDb; remember: Remember },
  { month, filter, now, timeZone, firstWeekday, keepUntil }: MonthRequest,
): Promise<EventMonth> {
  const from = startOfMonth(month, 0, timeZone);
  const until = startOfMonth(month, 1, timeZone);
  const { place, category } = filter;
  const load = (db: ReadDb) =>
    listEventsBetween(db, { from, until, ...(place ? { place } : {}), ...(category ? { category } : {}) });
  // Anyone can invent places and categories: only whole months are cached.
  const isWhole = !place && !category;
  const { events, isCut } = await (isWhole ? remember(`events from ${from} to ${until}`, load) : load(db));
  const unconfirmed = await remember('unconfirmed events', listUnconfirmed);
  const isChecked = await findChecked(remember, 'events');
  const days = daysOfMonth(month);
  const byDay = new Map<TownDay, MonthEvent[]>(days.map(({ day }) => [day, []]));
  for (const event of events) {
    const first = townDayOf(event.eventDate, timeZone);
    const last =
      event.endDate === null ? first : townDayOf(Math.max(event.eventDate, event.endDate - 1), timeZone);
    const end = overFrom(event, timeZone);
    if (end > now) keepUntil(end);
    const { id, title, status } = event;
    const marks = { isOver: end <= now, isUnconfirmed: unconfirmed.has(id), isChecked: isChecked(id) };
    const shown = { id, title, status, ...marks };
    for (const { day } of days)
      if (day >= first && day <= last)
        byDay.get(day)?.push({ ...shown, time: day === first ? describeTime(event, timeZone) : '' });
  }
  const before = ((days[0]?.weekday ?? 1) - firstWeekday + 7) % 7;
  const cells = [
    ...Array<null>(before).fill(null),
    ...days.map(({ day }) => ({ day, events: byDay.get(day) ?? [] })),
  ];
  const weeks = [];
  for (let at = 0; at < cells.length; at += 7)
    weeks.push(Array.from({ length: 7 }, (_, index) => cells[at + index] ?? null));
  return { month, weeks, isCut };
}
