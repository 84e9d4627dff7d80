/** Every conversion between instants (UTC epoch milliseconds) and the town's local time. Nothing else uses Temporal. */

/** A calendar day of the town, `YYYY-MM-DD`. */
export type TownDay = string;

/**
 * The instant at which the day that contains `now` began in `zone`; correct across clock changes, where midnight may
 * not exist.
 */
export function startOfToday(now: number, zone: string): number {
  return zoned(now, zone).startOfDay().epochMilliseconds;
}

/** The instant at which the day after the one that contains `now` begins in `zone`. */
export function startOfTomorrow(now: number, zone: string): number {
  // By its date: one day later at the same time can be the day after tomorrow, where the clock skips midnight.
  return zoned(now, zone).toPlainDate().add({ days: 1 }).toZonedDateTime(zone).epochMilliseconds;
}

/** The town's calendar day that contains `instant`. */
export function townDayOf(instant: number, zone: string): TownDay {
  return zoned(instant, zone).toPlainDate().toString();
}

/** Whole calendar days from `from` to `to`; negative when `to` is earlier. */
export function daysBetween(from: TownDay, to: TownDay): number {
  return Temporal.PlainDate.from(from).until(Temporal.PlainDate.from(to), { largestUnit: 'days' }).days;
}

/**
 * The instant of a local time `YYYY-MM-DDTHH:MM[:SS]` in `zone`, or undefined when it is invalid. A time that a clock
 * change skips becomes the moment after it; one that occurs twice is the first.
 */
export function instantOfTownTime(text: string, zone: string): number | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?$/.test(text)) return undefined;
  try {
    return Temporal.PlainDateTime.from(text, { overflow: 'reject' }).toZonedDateTime(zone).epochMilliseconds;
  } catch {
    return undefined;
  }
}

/** The instant at which the town's clock shows the same time again, if it is set back; otherwise `instant` itself. */
export function laterReadingOf(instant: number, zone: string): number {
  const wall = zoned(instant, zone).toPlainDateTime();
  return wall.toZonedDateTime(zone, { disambiguation: 'later' }).epochMilliseconds;
}

/**
 * Whether `instant` is before or after the town's clock is set back, where its local time occurs twice; undefined for
 * all other instants.
 */
export function sideOfRepeatedHour(instant: number, zone: string): 'before' | 'after' | undefined {
  const wall = zoned(instant, zone).toPlainDateTime();
  const [first, second] = (['earlier', 'later'] as const).map(
    (disambiguation) => wall.toZonedDateTime(zone, { disambiguation }).epochMilliseconds,
  );
  if (first === second) return undefined;
  return instant === first ? 'before' : 'after';
}

/** The town's local time at `instant` for `<input type="datetime-local">`: `YYYY-MM-DDTHH:MM`. */
export function townTimeOf(instant: number, zone: string): string {
  return zoned(instant, zone).toPlainDateTime().toString({ smallestUnit: 'minute' });
}

/** The instant `days` calendar days after the town's day of `now`, at the local time `time` (`HH:MM`). */
export function townTimeInDays(now: number, days: number, time: string, zone: string): number {
  const day = zoned(now, zone).toPlainDate().add({ days });
  return day.toZonedDateTime({ timeZone: zone, plainTime: Temporal.PlainTime.from(time) }).epochMilliseconds;
}

/** The weekday in the town at `instant`, 1 = Monday … 7 = Sunday. */
export function weekdayOf(instant: number, zone: string): number {
  return zoned(instant, zone).dayOfWeek;
}

/** A calendar month of the town, `YYYY-MM`. */
export type TownMonth = string;

/** The town's month that contains `instant`. */
export function townMonthOf(instant: number, zone: string): TownMonth {
  return zoned(instant, zone).toPlainDate().toPlainYearMonth().toString();
}

/** The month `count` months after `month`. */
export function addMonths(month: TownMonth, count: number): TownMonth {
  return Temporal.PlainYearMonth.from(month).add({ months: count }).toString();
}

/** The instant at which the month `later` months after `month` begins in `zone`. */
export function startOfMonth(month: TownMonth, later: number, zone: string): number {
  const first = Temporal.PlainYearMonth.from(month).add({ months: later }).toPlainDate({ day: 1 });
  return first.toZonedDateTime(zone).epochMilliseconds;
}

/** The days of a month, each with its weekday: 1 = Monday … 7 = Sunday. */
export function daysOfMonth(month: TownMonth): { day: TownDay; weekday: number }[] {
  const whole = Temporal.PlainYearMonth.from(month);
  return Array.from({ length: whole.daysInMonth }, (_, index) => {
    const date = whole.toPlainDate({ day: index + 1 });
    return { day: date.toString(), weekday: date.dayOfWeek };
  });
}

/** A month in an address, such as '2026-11'; undefined when it is invalid. */
export function readMonth(text: string | null): TownMonth | undefined {
  return text && /^\d{4}-(0[1-9]|1[0-2])$/.test(text) ? text : undefined;
}

/** The weekday on which weeks begin in the locale, 1 = Monday … 7 = Sunday. */
export function firstWeekdayOf(locale: string): number {
  return new Intl.Locale(locale).getWeekInfo().firstDay;
}

/** Whether this runtime knows the IANA time zone `zone`. */
export function isTimeZone(zone: string): boolean {
  try {
    Temporal.Now.zonedDateTimeISO(zone);
    return /^[A-Za-z]/.test(zone);
  } catch {
    return false;
  }
}

/** `MM/DD/YYYY` in the town (spec section 9: event dates). */
export function formatEventDate(instant: number, zone: string): string {
  const { year, month, day } = zoned(instant, zone);
  return `${String(month).padStart(2, '0')}/${String(day).padStart(2, '0')}/${String(year).padStart(4, '0')}`;
}

/** The date in the town's locale, for articles and news: 'November 20, 2026'. */
export function formatDate(instant: number, { timeZone, locale }: TownClock): string {
  return formatter(locale, timeZone, 'date').format(instant);
}

/** 'Friday, November 20, 2026' in the town's locale. */
export function formatLongDate(instant: number, { timeZone, locale }: TownClock): string {
  return formatter(locale, timeZone, 'longDate').format(instant);
}

/** '4:12 PM' in the town's locale. */
export function formatTime(instant: number, { timeZone, locale }: TownClock): string {
  return formatter(locale, timeZone, 'time').format(instant);
}

/** 'Eastern Time', in the town's locale. */
export function zoneNameOf({ timeZone, locale }: TownClock): string {
  const parts = formatter(locale, timeZone, 'zone').formatToParts();
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? timeZone;
}

/** 'Nov 20, 2026', for tables. */
export function formatShortDate(instant: number, { timeZone, locale }: TownClock): string {
  return formatter(locale, timeZone, 'shortDate').format(instant);
}

/** The parts of a day that the agenda shows: 'Nov', '21', 'Saturday', 'November 21'. */
export function formatDayParts(
  instant: number,
  { timeZone, locale }: TownClock,
): { month: string; day: string; weekday: string; monthDay: string } {
  return {
    month: formatter(locale, timeZone, 'month').format(instant),
    day: String(zoned(instant, timeZone).day),
    weekday: formatter(locale, timeZone, 'weekday').format(instant),
    monthDay: formatter(locale, timeZone, 'monthDay').format(instant),
  };
}

/** 'Sat 11/21', where a line has little room. */
export function formatShortDay(instant: number, { timeZone, locale }: TownClock): string {
  return `${formatter(locale, timeZone, 'shortWeekday').format(instant)} ${formatEventDate(instant, timeZone).slice(0, 5)}`;
}

/** 'November 2026' in the locale. */
export function formatMonth(month: TownMonth, locale: string): string {
  return formatter(locale, 'UTC', 'wholeMonth').format(Date.parse(`${month}-01T12:00:00Z`));
}

/** The names of the seven weekdays in the locale, by default short, starting with `first` (1 = Monday … 7 = Sunday). */
export function weekdayNames(
  first: number,
  locale: string,
  form: 'weekday' | 'shortWeekday' = 'shortWeekday',
): string[] {
  // The first of June 2026 was a Monday.
  return Array.from({ length: 7 }, (_, index) =>
    formatter(locale, 'UTC', form).format(Date.UTC(2026, 5, ((first - 1 + index) % 7) + 1, 12)),
  );
}

/** Machine-readable local time of the town, to the second (RFC 3339): `YYYY-MM-DDTHH:MM:SS±hh:mm`. */
export function machineTimeOf(instant: number, zone: string): string {
  return zoned(instant, zone).toString({ smallestUnit: 'second', timeZoneName: 'never' });
}

/** The instant with its zone, for libraries that write calendars. */
export function zonedTimeOf(instant: number, zone: string): Temporal.ZonedDateTime {
  return zoned(instant, zone);
}

export type TownClock = { timeZone: string; locale: string };

const styles = {
  date: { dateStyle: 'long' },
  longDate: { dateStyle: 'full' },
  shortDate: { dateStyle: 'medium' },
  time: { timeStyle: 'short' },
  zone: { timeZoneName: 'longGeneric' },
  month: { month: 'short' },
  wholeMonth: { month: 'long', year: 'numeric' },
  weekday: { weekday: 'long' },
  shortWeekday: { weekday: 'short' },
  monthDay: { month: 'long', day: 'numeric' },
} satisfies Record<string, Intl.DateTimeFormatOptions>;

const formatters = new Map<string, Intl.DateTimeFormat>();

/**
 * Creating a formatter costs 50 µs, using one 1 µs, so they are cached. A town has one locale and one zone, so there
 * are few.
 */
function formatter(locale: string, timeZone: string, style: keyof typeof styles): Intl.DateTimeFormat {
  const key = `${locale} ${timeZone} ${style}`;
  let made = formatters.get(key);
  if (!made) {
    made = new Intl.DateTimeFormat(locale, { ...styles[style], timeZone });
    formatters.set(key, made);
  }
  return made;
}

function zoned(instant: number, zone: string): Temporal.ZonedDateTime {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone);
}

/** The names of all time zones in alphabetical order, for suggestions. */
export function listTimeZones(): string[] {
  return Intl.supportedValuesOf('timeZone');
}

/** The instant `count` months after `instant`, at the same local time in `zone`; the month's last day at most. */
export function addMonthsTo(instant: number, count: number, zone: string): number {
  return zoned(instant, zone).add({ months: count }).epochMilliseconds;
}
