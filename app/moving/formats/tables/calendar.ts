/** Calendars (RFC 5545) as events: past ones too, and each date of a repeated event. */
import {
  type Doubt,
  doubtful,
  FieldHints,
  FileProblem,
  type Format,
  type Found,
  type FoundItem,
  type FoundPicture,
  guarded,
  LeftOutCount,
  type Member,
  MOST_RECORD,
  type ReadOptions,
} from '#app/moving/formats/format.ts';
import { foundItemsOf } from '#app/moving/formats/record-items.ts';
import { linesOf } from '#app/moving/formats/text-lines.ts';
import { escapeValue } from '#app/platform/html/absolute-html.server.ts';
import { listRecurrences } from '#app/platform/time/recurrence-dates.ts';
import { MOST_DATES, parseRecurrence } from '#app/platform/time/recurrence-rule.ts';
import { addMonthsTo, townDayOf } from '#app/platform/time/town-time.ts';
import type { Horizon } from '#app/sources/formats/expand-event.ts';
import { parseCalendar } from '#app/sources/formats/parse-calendar.ts';
import { derivedId } from '#app/sources/import/derived-id.ts';
import type { Occurrence, SourceItem } from '#app/sources/import/source-item.ts';
import { problemOfRecord } from './field-values.ts';

export const calendar: Format = {
  name: 'calendar',
  label: 'Calendar',
  recognize: ({ text }) => /^\s*BEGIN:V(CALENDAR|EVENT)\b/i.test(text),
  read: readCalendarFile,
};

/** Zones that IANA doesn't know fit into it several times; it is read again with each event. */
const MOST_HEAD = 64 * 1024;
/** Changed dates wait in memory for their event. */
const MOST_CHANGES = 16 * 1024 ** 2;

const OTHERS: Record<string, string> = {
  VTODO: 'tasks',
  VJOURNAL: 'journal entries',
  VFREEBUSY: 'busy times',
};

async function* readCalendarFile(member: Member, options: ReadOptions): AsyncGenerator<Found> {
  const { head, changes } = await readHead(member);
  const left = new LeftOutCount();
  const context = { ...contextOf(head, member), head, options, notes: new FieldHints() };
  for await (const part of calendarParts(member.text())) {
    if (part.kind === 'other') left.add(OTHERS[part.name] ?? 'other entries');
    if (part.kind === 'problem') yield problemOfRecord(member.file, part.problem, `line ${part.line}`);
    if (part.kind !== 'event' || isChange(part.text)) continue;
    const uid = uidOf(part.text);
    const changed = uid === undefined ? [] : (changes.get(uid) ?? []);
    if (uid !== undefined) changes.delete(uid);
    const { text, line } = part;
    const place = `line ${line}`;
    yield* guarded(member.file, place, () => foundOfEvent([text, ...changed], place, context));
  }
  // Dates whose event is not in the file.
  for (const texts of changes.values())
    yield* guarded(member.file, '', () => foundOfEvent(texts, '', context));
  yield* left.leftOut();
}

type Head = { head: string; changes: Map<string, string[]> };

/** What all events need: the calendar's own lines with its zones, and the changed dates of repeated events. */
async function readHead(member: Member): Promise<Head> {
  const lines: string[] = [];
  const changes = new Map<string, string[]>();
  let [headLength, changesLength] = [0, 0];
  for await (const part of calendarParts(member.text())) {
    if (part.kind === 'head' && !/^(BEGIN|END):VCALENDAR/i.test(part.text)) {
      headLength += part.text.length + 2;
      if (headLength <= MOST_HEAD) lines.push(part.text);
    }
    if (part.kind !== 'event' || !isChange(part.text)) continue;
    changesLength += part.text.length;
    if (changesLength > MOST_CHANGES)
      throw new FileProblem('too-large', 'The calendar has more changed dates than can be read');
    const uid = uidOf(part.text) ?? '';
    const others = changes.get(uid);
    if (others) others.push(part.text);
    else changes.set(uid, [part.text]);
  }
  return { head: lines.join('\r\n'), changes };
}

function isChange(event: string): boolean {
  return /^RECURRENCE-ID[;:]/im.test(event);
}

function uidOf(event: string): string | undefined {
  return /^UID[^:\r\n]{0,200}:([^\r\n]*)/im.exec(event)?.[1]?.trim() || undefined;
}

/** The calendar's page or name, otherwise the file: the same in each later export. */
function contextOf(head: string, { file, head: { name } }: Member): Pick<CalendarContext, 'file' | 'origin'> {
  const written = /^(?:URL|X-WR-CALNAME|NAME)[^:\r\n]{0,200}:([^\r\n]{1,300})/im.exec(head)?.[1]?.trim();
  return { file, origin: `calendar:${written ?? name}` };
}

/** An event as it is written, and the number of its first line; `problem` for one that is not whole. */
type CalendarPart =
  | { kind: 'event'; text: string; line: number }
  | { kind: 'problem'; problem: 'too-large' | 'truncated'; line: number }
  | { kind: 'other'; name: string }
  /** A line of the calendar itself or of a zone. */
  | { kind: 'head'; text: string };

const COMPONENT = /^(BEGIN|END):(\w{1,40})\s*$/i;

/** Zones are inside the head. */
const HEAD = new Set(['VCALENDAR', 'VTIMEZONE', 'STANDARD', 'DAYLIGHT']);

/** In the order of the text, in time that grows with its length. */
async function* calendarParts(text: AsyncIterable<string>): AsyncGenerator<CalendarPart> {
  let event: { lines: string[]; length: number; line: number } | undefined;
  let skipped: string | undefined;
  let line = 0;
  for await (const written of linesOf(text, MOST_RECORD)) {
    line++;
    const [, edge = '', written2 = ''] = COMPONENT.exec(written) ?? [];
    const name = written2.toUpperCase();
    const begins = edge.toUpperCase() === 'BEGIN';
    // An event inside an event means that its end is missing.
    if (begins && name === 'VEVENT') {
      if (event) yield eventOf(event);
      event = { lines: [], length: 0, line };
      skipped = undefined;
    } else if (begins && !event && !skipped && !HEAD.has(name)) {
      skipped = name;
      yield { kind: 'other', name };
    }
    if (event) {
      event.length += written.length;
      if (event.length <= MOST_RECORD) event.lines.push(written);
      if (edge && !begins && (name === 'VEVENT' || name === 'VCALENDAR')) {
        yield eventOf(event);
        event = undefined;
      }
    } else if (skipped) {
      if (edge && !begins && name === skipped) skipped = undefined;
    } else yield { kind: 'head', text: written };
  }
  if (event) yield { kind: 'problem', problem: 'truncated', line: event.line };
}

function eventOf({ lines, length, line }: { lines: string[]; length: number; line: number }): CalendarPart {
  if (length > MOST_RECORD) return { kind: 'problem', problem: 'too-large', line };
  return { kind: 'event', text: lines.filter((each) => !/^END:VCALENDAR/i.test(each)).join('\r\n'), line };
}

type CalendarContext = {
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
function foundOfEvent(texts: string[], place: string, context: CalendarContext): Found[] {
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
  return doubtful('many-dates', 'recurrence', problem);
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
