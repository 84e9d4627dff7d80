/** What saving a repeated event means for the other dates of its series. Pure: nothing here reads or writes. */
import type { SeriesScope } from '#app/items/collection/collection.ts';
import {
  type LocalShift,
  listRecurrences,
  localShiftOf,
  moveRule,
  shiftLocally,
} from '#app/platform/time/recurrence-dates.ts';
import {
  formatRecurrence,
  parseRecurrence,
  type RecurrenceRule,
} from '#app/platform/time/recurrence-rule.ts';
import { townDayOf } from '#app/platform/time/town-time.ts';
import type { EventInput, TownEvent } from './event.ts';
import type { Meeting } from './meetings/meeting.ts';
import { editedMeetingOf, sharedMeetingOf } from './meetings/meeting-of-series.ts';

/** A date of a series. */
export type SeriesEvent = TownEvent & {
  recurrence: string;
  seriesId: string;
  recurrenceId: number;
  seriesStart: number;
};

/** A date to create; its id, source ID and link to its own page still come from `input`. */
export type NewDate = { input: EventInput; day: string };

/**
 * The saved event itself, and the other dates: those that change, those to create, the ids of those to remove, and the
 * rule with which the dates before it end when it begins a series of its own.
 */
export type SeriesPlan = {
  saved: EventInput;
  changed: { input: EventInput; stored: SeriesEvent }[];
  created: NewDate[];
  removed: string[];
  ended: { recurrence: string; before: number } | undefined;
};

/** A plan, or why it can't be: a sentence about the rule. */
type Planned = SeriesPlan | string;

/** The plan for an event that begins to repeat. Its own date is the first. */
export function planNewSeries(input: EventInput, seriesId: string, zone: string): Planned {
  const start = input.eventDate;
  const rule = parseRecurrence(input.recurrence ?? '');
  const dates = typeof rule === 'string' ? rule : listRecurrences(rule, start, zone);
  if (typeof dates === 'string') return dates;
  const saved = { ...input, seriesId, recurrenceId: start, seriesStart: start };
  const created = dates.slice(1).map((date) => newDateOf(saved, date, zone));
  return { saved, changed: [], created, removed: [], ended: undefined };
}

function newDateOf(saved: EventInput, date: number, zone: string): NewDate {
  const { status, statusNote, previousDate, ...input } = saved;
  const endDate = endAfter(date, lengthOf(saved, zone), zone);
  const meeting = sharedMeetingOf(saved.meeting);
  return {
    input: { ...input, meeting, eventDate: date, endDate, recurrenceId: date },
    day: townDayOf(date, zone),
  };
}

function lengthOf({ eventDate, endDate }: Pick<EventInput, 'eventDate' | 'endDate'>, zone: string) {
  return endDate === null || endDate === undefined ? null : localShiftOf(eventDate, endDate, zone);
}

function endAfter(start: number, length: LocalShift | null, zone: string): number | null {
  return length && shiftLocally(start, length, zone);
}

type Edit = {
  /** All dates of the series, the edited one included. */
  members: SeriesEvent[];
  stored: SeriesEvent;
  input: EventInput;
  scope: Exclude<SeriesScope, 'this'>;
  /** For a series that begins with the edited date. */
  newSeriesId: string;
  zone: string;
};

/**
 * The plan for an edit of several dates. Only fields that the edit changes are changed in the others. Another date or
 * time moves each by the same local difference. Another rule keeps dates that are in both rules; dates that were
 * deleted stay deleted.
 */
export function planEdit(edit: Edit): Planned {
  const { stored, input, members, scope, zone } = edit;
  const begin = scope === 'all' ? stored.seriesStart : stored.recurrenceId;
  const within = members.filter((member) => member.recurrenceId >= begin);
  const others = within.filter((member) => member !== stored);
  const old = oldSeriesOf(edit, begin);
  if (!input.recurrence) {
    const saved = { ...input, recurrence: null, seriesId: null, recurrenceId: null, seriesStart: null };
    return { saved, changed: [], created: [], removed: others.map(({ id }) => id), ended: old.ended };
  }
  const change = changeOf(stored, input, zone);
  if (input.recurrence === stored.recurrence && !change.shift) {
    const { seriesId, recurrenceId, seriesStart } = stored;
    const changed = others.map((member) => ({ input: mergedInto(member, {}, change, zone), stored: member }));
    const saved = { ...input, seriesId, recurrenceId, seriesStart };
    return { saved, changed, created: [], removed: [], ended: undefined };
  }
  return planDates(edit, { begin, within, old, change });
}

type OldSeries = { rule: RecurrenceRule; dates: number[]; ended: SeriesPlan['ended'] };

/** The rule and its dates from `begin` on, and how the dates before that end. */
function oldSeriesOf({ members, stored, zone }: Edit, begin: number): OldSeries {
  const rule = parseRecurrence(stored.recurrence);
  if (typeof rule === 'string') throw new Error(`A stored rule is invalid: ${rule}`);
  const all = listRecurrences(rule, stored.seriesStart, zone);
  // The rule may not fit its dates since the town has another time zone.
  const known = typeof all === 'string' ? members.map(({ recurrenceId }) => recurrenceId) : all;
  const before = known.filter((date) => date < begin);
  const dates = known.slice(before.length);
  const last = before.at(-1);
  if (last === undefined) return { rule, dates, ended: undefined };
  const { count } = rule;
  const until = townDayOf(last, zone).replaceAll('-', '');
  const end = count === undefined ? { until } : { count: before.length };
  const recurrence = formatRecurrence({ ...rule, ...end });
  const rest = { ...rule, count: count === undefined ? undefined : dates.length };
  return { rule: rest, dates, ended: { recurrence, before: begin } };
}

type Change = {
  /** Fields that the edit changes and every date shares. */
  fields: Partial<EventInput>;
  shift: LocalShift | undefined;
  /** How long the event lasts, where the edit changes that. */
  length: LocalShift | null | undefined;
  meetings: Record<'before' | 'after', Meeting | null | undefined>;
};

/** Fields in which each date is an event of its own. */
const OWN_FIELDS = new Set([
  ...['id', 'sourceId', 'pubDate', 'eventDate', 'endDate', 'previousDate', 'version', 'updatedAt'],
  ...['recurrence', 'seriesId', 'recurrenceId', 'seriesStart'],
  // Partly.
  'meeting',
]);

function changeOf(stored: SeriesEvent, input: EventInput, zone: string): Change {
  const fields = Object.entries(input).filter(
    ([name, value]) => !OWN_FIELDS.has(name) && value !== (stored as Record<string, unknown>)[name],
  );
  const shift = localShiftOf(stored.eventDate, input.eventDate, zone);
  const [before, after] = [lengthOf(stored, zone), lengthOf(input, zone)];
  return {
    fields: Object.fromEntries(fields.filter(([name]) => name !== 'link' || !isOwnPage(input))),
    shift: shift.blank ? undefined : shift,
    length: String(before) === String(after) ? undefined : after,
    meetings: { before: stored.meeting, after: input.meeting },
  };
}

/** Whether the event's link is its own page, as it is stored. */
export function isOwnPage({ id, link }: Pick<EventInput, 'id' | 'link'>): boolean {
  return link === `/events/${id}` || link.startsWith(`/events/${id}/`);
}

type Dating = { begin: number; within: SeriesEvent[]; old: OldSeries; change: Change };

function planDates(edit: Edit, { begin, within, old, change }: Dating): Planned {
  const { stored, input, zone } = edit;
  const moved = (date: number) => (change.shift ? shiftLocally(date, change.shift, zone) : date);
  const start = moved(begin);
  const recurrence =
    input.recurrence === stored.recurrence
      ? formatRecurrence(moveRule(old.rule, townDayOf(begin, zone), townDayOf(start, zone)))
      : String(input.recurrence);
  const rule = parseRecurrence(recurrence);
  const dates = typeof rule === 'string' ? rule : listRecurrences(rule, start, zone);
  if (typeof dates === 'string') return dates;
  const seriesId = old.ended ? edit.newSeriesId : stored.seriesId;
  const movedDayOf = (date: number) => townDayOf(moved(date), zone);
  const byDay = new Map(within.map((member) => [movedDayOf(member.recurrenceId), member]));
  const known = new Set(old.dates.map(movedDayOf));
  const series = { recurrence, seriesId, seriesStart: start };
  const plan: Omit<SeriesPlan, 'saved'> = { changed: [], created: [], removed: [], ended: old.ended };
  let saved: EventInput | undefined;
  for (const date of dates) {
    const member = byDay.get(townDayOf(date, zone));
    const placed = { ...series, recurrenceId: date };
    if (member === stored) saved = { ...input, ...placed };
    else if (member) plan.changed.push({ input: mergedInto(member, placed, change, zone), stored: member });
    else if (!known.has(townDayOf(date, zone)))
      plan.created.push(newDateOf({ ...input, ...series }, date, zone));
  }
  if (!saved) return 'The date of the event must be one of the dates of this rule';
  const kept = new Set([saved.id, ...plan.changed.map((other) => other.input.id)]);
  return { saved, ...plan, removed: within.flatMap(({ id }) => (kept.has(id) ? [] : [id])) };
}

/** The input of another date with the edit's changes. A date that was moved on its own moves by the same difference. */
function mergedInto(
  member: SeriesEvent,
  placed: Partial<EventInput>,
  { fields, shift, length, meetings }: Change,
  zone: string,
): EventInput {
  const { version, updatedAt, previousDate, ...own } = member;
  const isInPlace = member.eventDate === member.recurrenceId;
  const shifted = shift ? shiftLocally(member.eventDate, shift, zone) : member.eventDate;
  const eventDate = shift && isInPlace ? (placed.recurrenceId ?? shifted) : shifted;
  const isUnmoved = length === undefined && eventDate === member.eventDate;
  const lasting = length === undefined ? lengthOf(member, zone) : length;
  const endDate = isUnmoved ? member.endDate : endAfter(eventDate, lasting, zone);
  const meeting = editedMeetingOf(member.meeting, meetings.before, meetings.after);
  return { ...own, ...fields, ...placed, meeting, eventDate, endDate };
}
