import { startOfToday, townDayOf, townTimeInDays, weekdayOf } from '#app/platform/time/town-time.ts';
import type { Town } from '#app/town/town.ts';
import {
  type SampleEvent,
  type SamplePoll,
  sampleArticles,
  sampleBusinesses,
  sampleEvents,
  sampleNews,
  samplePages,
  samplePolls,
} from './sample-items.ts';

/** When and where the sample town is loaded. `now` is UTC epoch milliseconds, `siteUrl` an origin without a trailing slash. */
export type SampleContext = { now: number; town: Pick<Town, 'title' | 'timeZone'>; siteUrl: string };

/** The collections that have sample items. */
export type SampleName = 'articles' | 'news' | 'events' | 'polls' | 'businesses' | 'pages';

export type SampleRecord = { id: string } & Record<string, unknown>;

/**
 * Every item of the sample town as the collections' schemas accept it, with dates relative to the town's day of `now`.
 */
export function layOutSampleTown(context: SampleContext): Record<SampleName, SampleRecord[]> {
  const dateOf = publicationDates(context);
  return {
    articles: sampleArticles.map(({ daysAgo, time, correction, ...article }) => ({
      ...article,
      ...(correction
        ? { corrections: [{ date: dateOf(correction.daysAgo, correction.time), text: correction.text }] }
        : {}),
      sourceId: sourceIdOf(article.id),
      link: `${context.siteUrl}/articles/${article.id}`,
      pubDate: dateOf(daysAgo, time),
      sourceUrl: article.sourceUrl || context.siteUrl,
    })),
    news: sampleNews.map(({ daysAgo, time, ...item }) => ({
      ...item,
      sourceId: sourceIdOf(item.id),
      pubDate: dateOf(daysAgo, time),
    })),
    events: sampleEvents.flatMap((event) => layOutEvent(event, context)),
    polls: samplePolls.map((poll) => layOutPoll(poll, context)),
    businesses: sampleBusinesses,
    pages: samplePages.map(({ checkedDaysAgo, ...page }) => ({
      ...page,
      checkedAt: dateOf(checkedDaysAgo, '10:00'),
    })),
  };
}

function sourceIdOf(id: string): string {
  return `sample:${id}`;
}

/**
 * Keeps everything published 'today' before `now`: if the latest would be later, all times of today are scaled down to
 * the part of the day that has passed, in the same order.
 */
function publicationDates({ now, town }: SampleContext): (daysAgo: number, time: string) => string {
  const zone = town.timeZone;
  const midnight = startOfToday(now, zone);
  const today = [...sampleArticles, ...sampleNews].filter((item) => item.daysAgo === 0);
  const latest = Math.max(now, ...today.map((item) => townTimeInDays(now, 0, item.time, zone)));
  const passed = (now - midnight) / (latest - midnight || 1);
  return (daysAgo, time) => {
    const planned = townTimeInDays(now, -daysAgo, time, zone);
    return isoOf(daysAgo === 0 ? midnight + (planned - midnight) * passed : planned);
  };
}

/** Events are announced this long before they happen, or today. */
const NOTICE_DAYS = 28;

function layOutEvent(event: SampleEvent, { now, town }: SampleContext): SampleRecord[] {
  const zone = town.timeZone;
  const dates = daysOf(event, now, zone);
  const idOf = (date: number) => ('weekly' in event.when ? `${event.id}-${townDayOf(date, zone)}` : event.id);
  const start = townTimeInDays(now, dates[0] ?? 0, event.time, zone);
  return dates.map((days) => {
    const eventDate = townTimeInDays(now, days, event.time, zone);
    const id = idOf(eventDate);
    return {
      id,
      sourceId: sourceIdOf(id),
      title: event.title,
      link: event.link,
      pubDate: isoOf(Math.min(now, townTimeInDays(now, days - NOTICE_DAYS, event.time, zone))),
      description: event.description,
      eventDate: isoOf(eventDate),
      eventTime: event.eventTime,
      eventLocation: event.eventLocation,
      category: event.category ?? null,
      enclosureUrl: event.image,
      enclosureType: 'image/svg+xml',
      ...endOf(event, eventDate, zone),
      ...stateOf(event, now, zone),
      ...seriesOf(event, { eventDate, start, seriesId: idOf(start) }),
    };
  });
}

/** A series begins with its first date and is named after it, as one that was entered in the form. */
function seriesOf(
  { when }: SampleEvent,
  { eventDate, start, seriesId }: { eventDate: number; start: number; seriesId: string },
): Record<string, unknown> {
  if (!('weekly' in when)) return {};
  return {
    recurrence: `FREQ=WEEKLY;COUNT=${when.weeks}`,
    seriesId,
    recurrenceId: isoOf(eventDate),
    seriesStart: isoOf(start),
  };
}

/** An all-day event ends with its last day. */
function endOf({ until, allDays }: SampleEvent, start: number, zone: string): Record<string, unknown> {
  if (allDays !== undefined)
    return { allDay: true, endDate: isoOf(townTimeInDays(start, allDays, '00:00', zone)) };
  if (until === undefined) return {};
  const sameDay = townTimeInDays(start, 0, until, zone);
  return { endDate: isoOf(sameDay > start ? sameDay : townTimeInDays(start, 1, until, zone)) };
}

function stateOf(
  { status, statusNote, movedFromInDays, time }: SampleEvent,
  now: number,
  zone: string,
): Record<string, unknown> {
  if (status === undefined) return {};
  if (movedFromInDays === undefined) return { status, statusNote };
  return { status, statusNote, previousDate: isoOf(townTimeInDays(now, movedFromInDays, time, zone)) };
}

function daysOf({ when }: SampleEvent, now: number, zone: string): number[] {
  if ('inDays' in when) return [when.inDays];
  const first = (when.weekly - weekdayOf(now, zone) + 7) % 7;
  return Array.from({ length: when.weeks }, (_, week) => first + 7 * week);
}

function layOutPoll(
  { id, title, description, options, voters, closesInDays }: SamplePoll,
  { now, town }: SampleContext,
): SampleRecord {
  const poll = { id, title, description, options, ...(voters ? { voters } : {}) };
  if (closesInDays === undefined) return poll;
  return { ...poll, closesAt: isoOf(townTimeInDays(now, closesInDays, '20:00', town.timeZone)) };
}

function isoOf(instant: number): string {
  return new Date(Math.floor(instant)).toISOString();
}
