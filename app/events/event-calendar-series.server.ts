/** A series in a calendar: one VEVENT with its rule, and one for each date that differs (RFC 5545, section 3.8.4.4). */

import { formatLine } from '#app/events/pages/calendar-line.ts';
import { calendarDayOf, calendarTimeOf, isUniversal } from '#app/platform/time/calendar-date.ts';
import { listRecurrences } from '#app/platform/time/recurrence-dates.ts';
import { formatRecurrence, parseRecurrence } from '#app/platform/time/recurrence-rule.ts';
import { townTimeOf } from '#app/platform/time/town-time.ts';
import type { CalendarEvent } from './event.ts';
import { type EntryContext, formatContents, formatEntry } from './event-calendar-entry.server.ts';
import type { EventSpan } from './event-time.ts';

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
