/** The dates of one event of a calendar, as events of this site. */

import type { ReadOptions } from '#app/moving/formats/format.ts';
import type { Doubt, Found, FoundItem, FoundPicture } from '#app/moving/formats/found.ts';
import { foundItemsOf } from '#app/moving/formats/record-items.ts';
import type { FieldHints } from '#app/moving/formats/unmatched-fields.ts';
import { escapeValue } from '#app/platform/html/absolute-html.server.ts';
import { listRecurrences } from '#app/platform/time/recurrence-dates.ts';
import { MOST_DATES, parseRecurrence } from '#app/platform/time/recurrence-rule.ts';
import { addMonthsTo, townDayOf } from '#app/platform/time/town-time.ts';
import type { Horizon } from '#app/sources/formats/expand-event.ts';
import { parseCalendar } from '#app/sources/formats/parse-calendar.ts';
import { derivedId } from '#app/sources/import/derived-id.ts';
import type { Occurrence, SourceItem } from '#app/sources/import/source-item.ts';

export type CalendarContext = {
  file: string;
  origin: string;
  /** The calendar's own lines, with its zones. */
  head: string;
  options: ReadOptions;
  notes: FieldHints;
};

/** Of an event that repeats without an end, or too often: the last year and the next one and a half. */
const MONTHS_BACK = -12;
const MONTHS_AHEAD = 18;
/** Whatever a date can be. */
const ALWAYS = { from: -30_610_224_000_000, to: 253_402_300_799_999 };
const YEARS_AHEAD = 10;

/**
 * The events of an event as it is written and its changed dates. Dates of a rule that this site knows are a series;
 * others are events of their own. `place` names an event without a UID.
 */
export function foundOfEvent(texts: string[], place: string, context: CalendarContext): Found[] {
  const [text = ''] = texts;
  const rule = /^RRULE[^:\r\n]{0,200}:([^\r\n]{1,500})/im.exec(text)?.[1]?.trim().toUpperCase();
  const now = context.options.now ?? Date.now();
  const { zone } = context.options;
  const isEndless = rule !== undefined && !/COUNT=|UNTIL=/.test(rule);
  const recent = { from: addMonthsTo(now, MONTHS_BACK, zone), to: addMonthsTo(now, MONTHS_AHEAD, zone) };
  const all = rule ? { ...ALWAYS, to: addMonthsTo(now, YEARS_AHEAD * 12, zone) } : ALWAYS;
  let read = parse(texts, context, isEndless ? recent : all);
  const isLong = !isEndless && read.occurrences.length > MOST_DATES;
  if (isLong) read = parse(texts, context, recent);
  const items = new Map(read.items.map((item) => [item.sourceId, item]));
  const [first] = read.items;
  if (read.occurrences.length === 0) return first ? withoutDate(first, place, context) : [];
  const doubts = isEndless || isLong ? [endless(read.occurrences)] : [];
  const series = rule && !isLong ? seriesOf(rule, isEndless, read.occurrences, context) : undefined;
  return read.occurrences.flatMap((date, at) => {
    const item = items.get(date.item);
    return item ? foundOfDate(date, item, { ...context, place, series, doubts: at === 0 ? doubts : [] }) : [];
  });
}

function parse(texts: string[], { head, options }: CalendarContext, window: Pick<Horizon, 'from' | 'to'>) {
  const most = MOST_DATES + 1;
  const calendar = ['BEGIN:VCALENDAR', head, ...texts, 'END:VCALENDAR'].join('\r\n');
  return parseCalendar(calendar, {
    ...{ address: null, zone: options.zone, isZoneForced: false, note: () => undefined },
    ...{ mostItems: most, mostOccurrences: most, horizon: { ...window, isOngoing: true, mostDates: most } },
  });
}

type Series = { recurrence: string; seriesId: string; seriesStart: string; starts: ReadonlySet<string> };

/** When the rule is one that this site follows, and gives these dates; some may be missing or changed. */
function seriesOf(
  rule: string,
  isEndless: boolean,
  dates: Occurrence[],
  { origin, options }: CalendarContext,
): Series | undefined {
  const [first] = dates.filter(({ sourceId, item }) => sourceId !== item);
  const last = dates.at(-1);
  if (!first || !last || dates.length < 2) return undefined;
  const until = townDayOf(Date.parse(last.start), options.zone).replaceAll('-', '');
  const recurrence = isEndless ? `${rule};UNTIL=${until}` : rule;
  const parsed = parseRecurrence(recurrence);
  const listed =
    typeof parsed === 'string' ? parsed : listRecurrences(parsed, Date.parse(first.start), options.zone);
  if (typeof listed === 'string') return undefined;
  const starts = new Set(listed.map((start) => new Date(start).toISOString().replace('.000Z', 'Z')));
  const isSame = dates.every(({ start, sourceId, item }) => sourceId === item || starts.has(start));
  const seriesId = derivedId('series', origin, first.item);
  return isSame ? { recurrence, seriesId, seriesStart: first.start, starts } : undefined;
}

function endless(dates: Occurrence[]): Doubt {
  const problem = `It repeats without an end or very often: ${dates.length} dates from the last 12 and the next 18 months are imported`;
  return { verdict: 'doubtful', class: 'many-dates', field: 'recurrence', problem };
}

type Dating = CalendarContext & { place: string; series?: Series | undefined; doubts: Doubt[] };

function foundOfDate(date: Occurrence, item: SourceItem, context: Dating): Found[] {
  const { series } = context;
  const isOfSeries = series !== undefined && date.sourceId !== date.item && series.starts.has(date.start);
  const end = date.end !== null && date.end > date.start ? { endDate: date.end } : {};
  const found = foundOf(item, date.sourceId, context, {
    ...{ title: date.title, eventDate: date.start, ...end, eventLocation: date.location, link: date.link },
    ...(date.allDay ? { allDay: true } : {}),
    ...(date.status === 'cancelled' || date.status === 'postponed' ? { status: date.status } : {}),
  });
  const { recurrence, seriesId, seriesStart } = series ?? {};
  const repeated = isOfSeries ? { recurrence, seriesId, seriesStart, recurrenceId: date.start } : {};
  return found.map((each) => {
    if (each.kind === 'pictures') return each;
    return { ...each, input: { ...each.input, ...repeated }, doubts: [...each.doubts, ...context.doubts] };
  });
}

function withoutDate(item: SourceItem, place: string, context: CalendarContext): Found[] {
  const { title, location, link } = item;
  return foundOf(item, item.sourceId, { ...context, place }, { title, eventLocation: location, link });
}

function foundOf(
  item: SourceItem,
  key: string,
  { file, origin, options, notes, place }: CalendarContext & { place: string },
  more: Record<string, unknown>,
): (FoundItem | FoundPicture)[] {
  const { categories, image, pubDate } = item;
  // Many events say nothing beyond their title, which has to be enough.
  const description = item.description || (item.title ? `<p>${escapeValue(item.title)}</p>` : '');
  const values = { ...more, description, category: categories[0], enclosureUrl: image, pubDate };
  const names = new Map(Object.keys(values).map((field) => [field, field]));
  const record = { origin, collection: 'events', id: key, values, zone: options.zone, notes, names };
  return foundItemsOf('events', { ...record, place: { file, record: item.guid ? key : place || key } }).map(
    (found) => {
      if (found.kind === 'pictures') return found;
      const { id: _key, ...input } = found.input;
      return { ...found, input };
    },
  );
}
