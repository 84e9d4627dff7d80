/** One VEVENT of a calendar (RFC 5545, section 3.6.1). */
import { formatLine, formatText } from '#app/events/pages/calendar-line.ts';
import { isOwnLink } from '#app/items/text/own-link.ts';
import { plainTextOf } from '#app/platform/html/extract.server.ts';
import { calendarDayOf, calendarTimeOf, isUniversal } from '#app/platform/time/calendar-date.ts';
import { listRecurrences } from '#app/platform/time/recurrence-dates.ts';
import { formatRecurrence, parseRecurrence } from '#app/platform/time/recurrence-rule.ts';
import { startOfTomorrow, type TownClock, townTimeOf } from '#app/platform/time/town-time.ts';
import type { CalendarEvent, EventStatus } from './event.ts';
import { changesOf, statedTitleOf } from './event-status.ts';
import type { EventSpan } from './event-time.ts';

/** `clock` is the town's, `siteUrl` the site's origin. */
export type EntryContext = { clock: TownClock; siteUrl: string };

/** What tells programs which event it is, and which version: `rule` has the lines about repetition. */
export type EntryIdentity = { uid: string; sequence: number; path: string; rule?: string };

/** The VEVENT; '' for an event whose year does not have four digits. */
export function formatEntry(
  event: CalendarEvent,
  span: EventSpan,
  { uid, sequence, path, rule = '' }: EntryIdentity,
  context: EntryContext,
): string {
  const dates = formatDates(span, context.clock.timeZone);
  if (!dates) return '';
  // For a published event it is the last revision (RFC 5545, section 3.8.7.2), so that files stay the same.
  const revised = calendarTimeOf(event.updatedAt, 'UTC')?.value;
  return [
    'BEGIN:VEVENT\r\n',
    formatLine(`UID:${uid}@${new URL(context.siteUrl).hostname}`),
    formatLine(`SEQUENCE:${sequence}`),
    formatLine(`DTSTAMP:${revised}`),
    formatLine(`LAST-MODIFIED:${revised}`),
    dates,
    rule,
    formatContents(event, context),
    formatLine(`URL:${context.siteUrl}${path}`),
    'END:VEVENT\r\n',
  ].join('');
}

const statusOf: Record<EventStatus, string> = {
  scheduled: 'CONFIRMED',
  moved: 'CONFIRMED',
  postponed: 'TENTATIVE',
  cancelled: 'CANCELLED',
};

/** What the event is, without when: the same for dates of a series that differ in nothing else. */
export function formatContents(event: CalendarEvent, context: EntryContext): string {
  const takesPlace = event.status === 'scheduled' || event.status === 'moved';
  return [
    // Not every program shows the status.
    formatText('SUMMARY', takesPlace ? event.title : statedTitleOf(event)),
    formatLine(`STATUS:${statusOf[event.status]}`),
    takesPlace ? '' : formatLine('TRANSP:TRANSPARENT'),
    formatText('LOCATION', event.eventLocation),
    ...(event.category ? [formatText('CATEGORIES', event.category)] : []),
    formatText('DESCRIPTION', describe(event, context)),
  ].join('');
}

/** For an all-day event the end is the day after the last one (RFC 5545, section 3.6.1); a single day has none. */
function formatDates({ start, end, allDay }: EventSpan, zone: string): string | undefined {
  const from = allDay ? calendarDayOf(start, zone) : calendarTimeOf(start, zone);
  if (!from) return undefined;
  const after = end === undefined || !allDay ? end : startOfTomorrow(end - 1, zone);
  const to = after === undefined ? undefined : (allDay ? calendarDayOf : calendarTimeOf)(after, zone);
  const isLonger = !allDay || (after !== undefined && after > startOfTomorrow(start, zone));
  return (
    formatLine(`DTSTART${from.parameters}:${from.value}`) +
    (to && isLonger ? formatLine(`DTEND${to.parameters}:${to.value}`) : '')
  );
}

/** Longer texts are cut: the event's page has all of them. */
const MAX_WORDS = 1000;

/** What changed, the event's text, and where it was announced. */
function describe(event: CalendarEvent, { clock, siteUrl }: EntryContext): string {
  const words = plainTextOf(event.description);
  const cut =
    words.length > MAX_WORDS ? `${words.slice(0, MAX_WORDS).replace(/[\ud800-\udbff]$/, '')}…` : words;
  const announced = isOwnLink(event.link, siteUrl) ? '' : event.link;
  return [changesOf(event, clock), cut, announced].filter(Boolean).join('\n\n');
}

export type PositionedEvent = { event: CalendarEvent; span: EventSpan };

/** `text` has the series, without the dates in `rest`; `extra` are further instants in it, UTC epoch milliseconds. */
export type WrittenSeries = { text: string; extra: number[]; rest: PositionedEvent[] };

/**
 * The dates of one series as a rule from the first to the last of them. Dates of the rule that are not among them are
 * excluded, and those that differ from the others, such as canceled ones, are written out. Dates that the rule does not
 * give, for example since the town has another time zone, are left over. `sequence` increases with every change.
 */
export function formatSeries(
  members: PositionedEvent[],
  sequence: number,
  context: EntryContext,
): WrittenSeries {
  const { timeZone: zone } = context.clock;
  const nothing = { text: '', extra: [], rest: members };
  const [
    {
      event: { recurrence, seriesStart, seriesId },
    } = members[0] as PositionedEvent,
  ] = members;
  const rule = parseRecurrence(recurrence ?? '');
  if (typeof rule === 'string' || seriesStart === null) return nothing;
  const all = listRecurrences(rule, seriesStart, zone);
  if (typeof all === 'string') return nothing;

  const byDate = new Map(members.map((member) => [member.event.recurrenceId, member]));
  const given = all.filter((date) => byDate.has(date));
  const [first, last] = [given[0], given.at(-1)];
  if (first === undefined || last === undefined) return nothing;
  const listed = given.map((date) => byDate.get(date) as PositionedEvent);
  const model = listed.find(isOrdinary) ?? (listed[0] as PositionedEvent);
  const { allDay } = model.span;
  const nameOf = (date: number) => dateOfRule(date, seriesStart, allDay, zone);
  const begin = nameOf(first);
  const master = spanAt(model, first);
  const until = allDay ? calendarDayOf(last, zone) : calendarTimeOf(last, 'UTC');
  // Written in UTC, a rule would not follow the town's clock.
  const isLocal = begin?.parameters !== '' || isUniversal(zone);
  const isWritable = isLocal && (allDay || calendarTimeOf(first, zone)?.value === begin?.value);
  if (!begin || !until || !isWritable) return nothing;

  const uid = `${seriesId}.series`;
  const removed = all.filter((date) => date > first && date < last && !byDate.has(date));
  const repetition = formatRecurrence({ ...rule, count: undefined, until: until.value });
  const excluded = removed.flatMap((date) => nameOf(date)?.value ?? []);
  const lines = [
    formatLine(`RRULE:${repetition}`),
    ...(excluded.length > 0 ? [formatLine(`EXDATE${begin.parameters}:${excluded.join(',')}`)] : []),
  ].join('');
  const contents = formatContents(model.event, context);
  const path = `/events/series/${seriesId}`;
  const newest = { ...model.event, updatedAt: Math.max(...listed.map(({ event }) => event.updatedAt)) };
  const differing = listed.filter(
    (member) => !follows(member, model, zone, nameOf) || formatContents(member.event, context) !== contents,
  );
  const overrides = differing.map(({ event, span }) => {
    const date = nameOf(Number(event.recurrenceId));
    const line = formatLine(`RECURRENCE-ID${date?.parameters}:${date?.value}`);
    return formatEntry(event, span, { uid, sequence, path: `/events/${event.id}`, rule: line }, context);
  });
  const text = [formatEntry(newest, master, { uid, sequence, path, rule: lines }, context), ...overrides];
  const kept = new Set(listed);
  return {
    text: text.join(''),
    extra: [...removed, last],
    rest: members.filter((member) => !kept.has(member)),
  };
}

/** Neither moved nor canceled. */
function isOrdinary({ event, span }: PositionedEvent): boolean {
  return event.status === 'scheduled' && span.start === event.recurrenceId;
}

/** The model's time at another date. */
function spanAt({ span }: PositionedEvent, start: number): EventSpan {
  return { ...span, start, ...(span.end === undefined ? {} : { end: start + (span.end - span.start) }) };
}

/**
 * The date as the rule names it: its day, at the local time of the first date. On a day when the clock change skips that
 * time, the event begins later.
 */
function dateOfRule(date: number, seriesStart: number, allDay: boolean, zone: string) {
  if (allDay) return calendarDayOf(date, zone);
  const begin = calendarTimeOf(seriesStart, zone);
  const day = calendarDayOf(date, zone)?.value;
  return begin && day ? { ...begin, value: `${day}${begin.value.slice(8)}` } : undefined;
}

/** Whether every program computes this date from the rule: the same local time, and as long as the model. */
function follows(
  { event, span }: PositionedEvent,
  { span: model }: PositionedEvent,
  zone: string,
  nameOf: (date: number) => { value: string } | undefined,
): boolean {
  if (span.allDay !== model.allDay || span.start !== event.recurrenceId) return false;
  if (span.allDay) return String(lengthInDays(span, zone)) === String(lengthInDays(model, zone));
  const isSameLength = (span.end ?? span.start) - span.start === (model.end ?? model.start) - model.start;
  return isSameLength && calendarTimeOf(span.start, zone)?.value === nameOf(span.start)?.value;
}

function lengthInDays({ start, end = start }: EventSpan, zone: string): number {
  const dayOf = (instant: number) => Date.parse(townTimeOf(instant, zone).slice(0, 10));
  return dayOf(end) - dayOf(start);
}
