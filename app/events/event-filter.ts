import {
  addMonths,
  startOfMonth,
  startOfToday,
  startOfTomorrow,
  type TownMonth,
  townMonthOf,
  townTimeInDays,
  weekdayOf,
} from '#app/platform/time/town-time.ts';

/** Ranges of days that the list of events can be filtered by, in the order of their links. */
export const spans = {
  today: 'Today',
  weekend: 'This weekend',
  week: 'Next 7 days',
  month: 'This month',
} as const;

export type Span = keyof typeof spans;

/** The filter of a list: a range of days, a place, a category; missing parts do not filter. */
export type EventFilter = { when?: Span; place?: string; category?: string };

/** The filter in an address; invalid values are ignored. */
export function readEventFilter(given: URLSearchParams): EventFilter {
  const when = given.get('when') ?? '';
  const place = wordsOf(given.get('place'));
  const category = wordsOf(given.get('category'));
  return {
    ...(Object.hasOwn(spans, when) ? { when: when as Span } : {}),
    ...(place ? { place } : {}),
    ...(category ? { category } : {}),
  };
}

/** The address of a filtered list; of a month of it when `month` ('2026-11') is given. */
export function eventsPathOf({ when, place, category }: EventFilter, month?: string): string {
  const query = new URLSearchParams({
    ...(when ? { when } : {}),
    ...(place ? { place } : {}),
    ...(category ? { category } : {}),
    ...(month ? { month } : {}),
  });
  return query.size > 0 ? `/events?${query}` : '/events';
}

/** Whether a month has a page: it is within two years of the present one. Further ones would be endless empty pages. */
export function isNearby(month: TownMonth, thisMonth: TownMonth): boolean {
  return month >= addMonths(thisMonth, -MOST_MONTHS) && month <= addMonths(thisMonth, MOST_MONTHS);
}

const MOST_MONTHS = 24;

/**
 * The first instant (UTC epoch milliseconds), and the exclusive last one: undefined for no end. Days are the town's.
 */
export function rangeOf(when: Span | undefined, now: number, zone: string): { from: number; until?: number } {
  const from = startOfToday(now, zone);
  const inDays = (days: number) => townTimeInDays(now, days, '00:00', zone);
  if (when === 'today') return { from, until: startOfTomorrow(now, zone) };
  if (when === 'week') return { from, until: inDays(7) };
  if (when === 'month') return { from, until: startOfMonth(townMonthOf(now, zone), 1, zone) };
  if (when !== 'weekend') return { from };
  const weekday = weekdayOf(now, zone);
  return { from: weekday >= SATURDAY ? from : inDays(SATURDAY - weekday), until: inDays(8 - weekday) };
}

const SATURDAY = 6;

/** A filter as text: 'This weekend at Town Hall'. Empty without one. */
export function describeFilter({ when, place, category }: EventFilter): string {
  const words = [category, place && `at ${place}`].filter(Boolean).join(' ');
  return [when && spans[when], words].filter(Boolean).join(': ');
}

function wordsOf(text: string | null): string | undefined {
  const words = text?.trim();
  return words && words.length <= MOST_WORDS && !words.includes('\0') ? words : undefined;
}

const MOST_WORDS = 500;
