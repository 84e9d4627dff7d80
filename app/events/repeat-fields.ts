/** How an event repeats, as its form shows it: Repeat, with Until or Number of times. */
import type { FormContext } from '#app/items/collection/collection.ts';
import { choicesOf, type FormSpec } from '#app/platform/forms/field-spec.ts';
import { nthWeekdayOf } from '#app/platform/time/recurrence-dates.ts';
import {
  formatRecurrence,
  parseRecurrence,
  type RecurrenceRule,
} from '#app/platform/time/recurrence-rule.ts';
import { townDayOf } from '#app/platform/time/town-time.ts';
import type { TownEvent } from './event.ts';

const repeatWords = {
  none: 'None',
  weekly: 'Weekly',
  biweekly: 'Every 2 weeks',
  'monthly-date': 'Monthly on this date',
  'monthly-weekday': 'Monthly on this weekday',
  /** Only for a rule that came through the API or an import and has no word of its own. */
  custom: 'As before',
};

type Repeat = keyof typeof repeatWords;

const scopeWords = { this: 'This event', following: 'This and following events', all: 'All events' };

/** The names of the form's fields. */
export const repeatFields = ['repeat', 'repeatUntil', 'repeatCount', 'series'];

/** The rows of the form. */
export const repeatRows: FormSpec = [
  [
    {
      name: 'repeat',
      label: 'Repeat',
      kind: 'choice',
      required: true,
      hint: 'You can change or delete each date.',
      choices: choicesOf(repeatWords),
    },
    { name: 'repeatUntil', label: 'Until', kind: 'date', required: false, hint: 'The last possible date.' },
    {
      name: 'repeatCount',
      label: 'Number of times',
      kind: 'number',
      required: false,
      hint: 'Instead of Until, counting the first.',
    },
  ],
  [
    {
      name: 'series',
      label: 'Apply to',
      kind: 'radio',
      required: true,
      hint: 'Only what you change here changes in the other dates. If you change the date or time, the others move by the same amount.',
      choices: choicesOf(scopeWords),
    },
  ],
];

/** The form without what this event has no use for: Apply to for an event of its own, a rule that it does not have. */
export function repeatRowsFor(spec: FormSpec, values: Record<string, unknown>): FormSpec {
  const rows = values.series ? spec : spec.filter((row) => row[0]?.name !== 'series');
  if (values.repeat === 'custom') return rows;
  return rows.map((row) =>
    row.map((field) =>
      field.name === 'repeat'
        ? { ...field, choices: field.choices?.filter(({ value }) => value !== 'custom') ?? [] }
        : field,
    ),
  );
}

type Values = { repeat: unknown; repeatUntil: unknown; repeatCount: unknown };

/** The fields' values for an event, or for a draft of one, whose rule may not be valid. */
export function repeatValuesOf({ recurrence, seriesId }: { recurrence?: unknown; seriesId?: unknown }) {
  const rule = recurrence ? parseRecurrence(String(recurrence)) : undefined;
  const series = seriesId ? 'this' : '';
  if (typeof rule !== 'object') return { repeat: 'none', repeatUntil: '', repeatCount: '', series };
  const repeatCount = rule.count === undefined ? '' : String(rule.count);
  return { repeat: repeatOf(rule), repeatUntil: dateOf(rule.until), repeatCount, series };
}

function repeatOf({ frequency, interval, days, monthDays }: RecurrenceRule): Repeat {
  const parts = days.length + monthDays.length;
  if (frequency === 'WEEKLY' && interval <= 2 && parts === 0) return interval === 1 ? 'weekly' : 'biweekly';
  if (frequency !== 'MONTHLY' || interval > 1 || parts > 1) return 'custom';
  if (parts === 0 || Number(monthDays[0]) > 0) return 'monthly-date';
  return days[0]?.nth ? 'monthly-weekday' : 'custom';
}

/** A day as `YYYY-MM-DD`, a time in UTC as ISO text. */
function dateOf(until = ''): string {
  const iso = until.replace(/^(....)(..)(..)/, '$1-$2-$3');
  return iso.endsWith('Z') ? iso.replace(/T(..)(..)(..)/, 'T$1:$2:$3') : iso.slice(0, 10);
}

/**
 * The rule that the fields mean for an event on `day`; null for none. Unchanged fields, and a form without them, keep
 * the stored rule. Invalid values give text that the schema refuses.
 */
export function recurrenceOfForm(
  typed: Values,
  day: string,
  { town: { timeZone }, stored }: Pick<FormContext<TownEvent>, 'town' | 'stored'>,
): string | null {
  const repeat = String(typed.repeat ?? '');
  const [until, count] = [typed.repeatUntil, typed.repeatCount].map((value) => String(value ?? '').trim());
  const shown = repeatValuesOf(stored ?? {});
  const last = Date.parse(shown.repeatUntil.includes('T') ? shown.repeatUntil : '');
  const shownUntil = Number.isNaN(last) ? shown.repeatUntil : townDayOf(last, timeZone);
  const isSame = shown.repeat === repeat && shownUntil === until && shown.repeatCount === count;
  if (repeat === '' || isSame) return stored?.recurrence ?? null;
  if (repeat === 'none') return null;
  const end = [
    ...(count ? [`COUNT=${count}`] : []),
    ...(until ? [`UNTIL=${until.replaceAll('-', '')}`] : []),
  ];
  return [ruleOf(repeat, day, stored?.recurrence ?? ''), ...end].join(';');
}

function ruleOf(repeat: string, day: string, stored: string): string {
  if (repeat === 'weekly') return 'FREQ=WEEKLY';
  if (repeat === 'biweekly') return 'FREQ=WEEKLY;INTERVAL=2';
  if (repeat === 'monthly-date') return `FREQ=MONTHLY;BYMONTHDAY=${Number(day.slice(8))}`;
  if (repeat === 'monthly-weekday') return monthlyOn(day);
  const rule = parseRecurrence(stored);
  return typeof rule === 'string'
    ? repeat
    : formatRecurrence({ ...rule, count: undefined, until: undefined });
}

function monthlyOn(day: string): string {
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && !Number.isNaN(Date.parse(day));
  const days = isDay ? [nthWeekdayOf(day)] : [];
  const rule = { frequency: 'MONTHLY', interval: 1, days, monthDays: [], weekStart: 1 } as const;
  return formatRecurrence({ ...rule, days, monthDays: [], count: undefined, until: undefined });
}
