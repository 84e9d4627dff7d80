/** The end of an event as its form shows it: a time next to the start, and a last day where that is a later one. */
import type { FormContext } from '#app/items/collection/collection.ts';
import { isoOf } from '#app/items/content/item-json.ts';
import type { FieldSpec } from '#app/platform/forms/field-spec.ts';
import { HOUR_MS } from '#app/platform/time/durations.ts';
import {
  instantOfTownTime,
  laterReadingOf,
  startOfToday,
  startOfTomorrow,
  townDayOf,
  townTimeInDays,
  townTimeOf,
} from '#app/platform/time/town-time.ts';
import type { TownEvent } from './event.ts';
import { parseEventTime } from './event-time.ts';

export const endTimeField: FieldSpec = { name: 'endTime', label: 'End time', kind: 'time', required: false };

export const endDayField: FieldSpec = {
  name: 'endDay',
  label: 'Last day',
  kind: 'date',
  required: false,
  hint: 'If it ends on a later day.',
};

type EndFields = { endTime: string; endDay: string };
type Stored = { eventDate?: unknown; endDate?: unknown; allDay?: unknown };

/**
 * The fields' values for an event, or for a draft of one, whose end may be unfinished. Midnight is the end of a day;
 * an all-day event has no time. `endDay` is '' where the event ends on its first day.
 */
export function endValuesOf({ eventDate, endDate, allDay }: Stored, zone: string): EndFields {
  const [start, end] = [eventDate, endDate].map((value) => Date.parse(String(value ?? '')));
  if (end === undefined || Number.isNaN(end)) return unfinishedOf(String(endDate ?? ''));
  const isMidnight = end === startOfToday(end, zone);
  const day = townDayOf(allDay || isMidnight ? end - 1 : end, zone);
  const isFirstDay = start !== undefined && !Number.isNaN(start) && townDayOf(start, zone) === day;
  return { endTime: allDay ? '' : townTimeOf(end, zone).slice(-5), endDay: isFirstDay ? '' : day };
}

function unfinishedOf(text: string): EndFields {
  const [endDay = '', endTime = ''] = text.split('T');
  return { endDay, endTime };
}

type Begun = { day: string; start: number | undefined; allDay: boolean };

/**
 * The end that the fields mean for an event that begins on `day`; '' for none, and text that the schema refuses where
 * it can't be understood. Unchanged fields keep the stored end. A time before the start is on the next day if that is
 * within twelve hours. A local time that occurs twice is the first one after the start.
 */
export function endDateOfForm(
  { endTime, endDay }: EndFields,
  { day, start, allDay }: Begun,
  { town: { timeZone: zone }, stored }: Pick<FormContext<TownEvent>, 'town' | 'stored'>,
): string {
  if (stored?.endDate && stored.eventDate === start && stored.allDay === allDay) {
    const shown = endValuesOf(isoDatesOf(stored), zone);
    if (shown.endTime === endTime && shown.endDay === endDay) return isoOf(stored.endDate);
  }
  // A browser without an input for times sends what was typed: '9:30 PM'.
  const time = allDay ? '' : (parseEventTime(endTime).start ?? endTime);
  if (time === '' && endDay === '') return '';
  const midnight = instantOfTownTime(`${endDay || day}T00:00`, zone);
  const typed = instantOfTownTime(`${endDay || day}T${time || '00:00'}`, zone);
  if (midnight === undefined || typed === undefined) return `${endDay}T${endTime}`;
  if (time === '' || time === '00:00') return isoOf(startOfTomorrow(midnight, zone));
  return isoOf(start === undefined || typed > start ? typed : laterEndOf(typed, start, endDay, zone));
}

const NIGHT_MS = 12 * HOUR_MS;

function laterEndOf(typed: number, start: number, endDay: string, zone: string): number {
  const again = laterReadingOf(typed, zone);
  if (again > start || endDay !== '') return again;
  const next = townTimeInDays(typed, 1, townTimeOf(typed, zone).slice(-5), zone);
  return next - start <= NIGHT_MS ? next : typed;
}

function isoDatesOf({ eventDate, endDate, allDay }: TownEvent): Stored {
  return { eventDate: isoOf(eventDate), endDate: endDate === null ? null : isoOf(endDate), allDay };
}
