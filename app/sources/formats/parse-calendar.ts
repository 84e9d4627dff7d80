import { webAddress } from '#app/items/provenance/web-address.ts';
import { MINUTE_MS } from '#app/platform/time/durations.ts';
import { isoOf } from '#app/platform/time/iso-time.ts';
import { dateOfDay } from '#app/platform/time/wall-clock.ts';
import { identifyItems } from '#app/sources/import/identity.ts';
import type { Occurrence, ParsedSource, SourceItem } from '#app/sources/import/source-item.ts';
import { type CalendarClocks, durationOf, instantOf, openClocks } from './calendar-time.ts';
import {
  clockOfEvent,
  type EventClock,
  type EventDate,
  expandEvent,
  type Horizon,
  isNamed,
  isWanted,
  namesOf,
  timesIn,
} from './expand-event.ts';
import { laterDatesOf } from './later-dates.ts';
import { type Component, propertyTextOf, readCalendar } from './read-calendar.ts';
import type { Reading } from './reading.ts';
import { bodyOf, sourceLineOf } from './source-text.ts';

type CalendarReading = Reading & { horizon: Horizon; mostOccurrences: number };

/** An event or a changed date of one, its time, and its dates. */
type Read = { event: Component; uid: string | null; clock: EventClock | undefined; isChange: boolean };
type Dated = Read & { guid: string | null; dates: EventDate[]; item: SourceItem };

/**
 * The events of a calendar and their dates in the horizon. Each VEVENT is an item, a changed date of a repeated event
 * too. The `sourceId` of a date is the event's with the local day that the rule gives it.
 */
export function parseCalendar(
  text: string,
  reading: CalendarReading,
): Omit<ParsedSource, 'error' | 'notes' | 'losses' | 'clues'> {
  const components = readCalendar(text);
  const { calendar, events } = components;
  const clocks = openClocks(components, reading);
  const read = withoutCopies(events.map((event) => readEvent(event, clocks)));
  const dated = limited(identified(datesOfAll(read, clocks, reading), reading), reading);
  const isCancelled = /^cancel$/i.test(propertyTextOf(calendar, 'METHOD') ?? '');
  const wholes = new Map(
    dated.filter(({ isChange }) => !isChange).map(({ uid, item }) => [uid, item.sourceId]),
  );
  const occurrences = dated
    .flatMap((one) => one.dates.map((date) => occurrenceOf(one, date, { wholes, isCancelled })))
    .sort((one, other) => (one.start < other.start ? -1 : Number(one.start > other.start)));
  if (occurrences.length > reading.mostOccurrences)
    reading.note(`Only the first ${reading.mostOccurrences} of ${occurrences.length} dates are used`, 'loss');
  return {
    format: 'ics',
    warnings: null,
    title: sourceLineOf(propertyTextOf(calendar, 'X-WR-CALNAME') ?? propertyTextOf(calendar, 'NAME')),
    link: webAddress(propertyTextOf(calendar, 'URL'), reading.address),
    items: dated.map(({ item }) => item),
    occurrences: withDistinctIds(occurrences.slice(0, reading.mostOccurrences)),
    feeds: [],
    ttl: ttlOf(calendar),
  };
}

/** REFRESH-INTERVAL (RFC 7986), or what was used before it, in minutes. */
function ttlOf(calendar: Component): number | null {
  const interval =
    propertyTextOf(calendar, 'REFRESH-INTERVAL') ?? propertyTextOf(calendar, 'X-PUBLISHED-TTL');
  const duration = durationOf(interval ?? '');
  return duration ? duration.days * 24 * 60 + duration.ms / MINUTE_MS : null;
}

function readEvent(event: Component, clocks: CalendarClocks): Read {
  const uid = sourceLineOf(propertyTextOf(event, 'UID'));
  const isChange = event.properties.has('RECURRENCE-ID');
  return { event, uid, clock: clockOfEvent(event, clocks), isChange };
}

/** Of several versions of an event, the one with the highest SEQUENCE, and of those the last. */
function withoutCopies(read: Read[]): Read[] {
  const latest = new Map<string, Read>();
  for (const [index, one] of read.entries()) {
    const { uid, clock, event, isChange } = one;
    const which = isChange
      ? event.properties.get('RECURRENCE-ID')?.[0]?.value
      : isRepeated(event) || clock?.start.wall;
    const key = uid === null ? `#${index}` : JSON.stringify([uid, isChange, which]);
    const known = latest.get(key);
    if (!known || sequenceOf(event) >= sequenceOf(known.event)) latest.set(key, one);
  }
  return [...latest.values()];
}

function isRepeated({ properties }: Component): boolean {
  return properties.has('RRULE') || properties.has('RDATE');
}

function sequenceOf(event: Component): number {
  return Number(propertyTextOf(event, 'SEQUENCE')) || 0;
}

function datesOfAll(
  read: Read[],
  clocks: CalendarClocks,
  { horizon, note }: CalendarReading,
): Omit<Dated, 'item'>[] {
  const changes = Map.groupBy(
    read.filter(({ isChange, uid }) => isChange && uid !== null),
    ({ uid }) => uid,
  );
  const datesOf = ({ event, uid, clock, isChange }: Read): EventDate[] => {
    if (!clock) note('An event has no date that can be read');
    if (!clock) return [];
    if (isChange) return changedDate(event, clock, clocks, horizon);
    const changed = changes.get(uid) ?? [];
    const later = laterDatesOf(changed, clocks);
    return unchangedDates(expandEvent(event, clock, clocks, { horizon, note, later }), changed, clocks);
  };
  const found = read.flatMap((one) => datesOf(one).map((date) => ({ of: date.change ?? one.event, date })));
  const dates = Map.groupBy(found, ({ of }) => of);
  return read.map((one) => {
    const own = (dates.get(one.event) ?? []).map(({ date }) => date);
    if (own.length > horizon.mostDates)
      note(`Of an event only the first ${horizon.mostDates} dates are used`);
    own.sort((first, second) => first.start - second.start);
    return { ...one, guid: guidOf(one, clocks), dates: own.slice(0, horizon.mostDates) };
  });
}

function guidOf({ event, uid, isChange }: Read, clocks: CalendarClocks): string | null {
  const [named] = isChange ? timesIn(event, 'RECURRENCE-ID', clocks) : [];
  return uid && named ? `${uid} ${dateOfDay(named.wall.day)}` : uid;
}

function changedDate(
  event: Component,
  { start, endOf }: EventClock,
  clocks: CalendarClocks,
  horizon: Horizon,
): EventDate[] {
  const [original = start] = timesIn(event, 'RECURRENCE-ID', clocks);
  const date = { original, start: instantOf(start), end: endOf(start) };
  return isWanted(date.start, date.end, horizon) ? [date] : [];
}

function unchangedDates(dates: EventDate[], changes: Read[], clocks: CalendarClocks): EventDate[] {
  if (changes.length === 0) return dates;
  const changed = namesOf(changes.flatMap(({ event }) => timesIn(event, 'RECURRENCE-ID', clocks)));
  return dates.filter(({ original }) => !isNamed(original, changed));
}

/** With their items. */
function identified(dated: Omit<Dated, 'item'>[], reading: CalendarReading): Dated[] {
  const items = dated.map(({ event, guid, clock }) => ({
    ...itemOf(event, reading),
    // Without UID, events are known by their day.
    ...{ guid, pubDate: clock ? isoOf(instantOf(clock.start)) : null },
  }));
  return identifyItems(items, reading.zone).map((item, index) => {
    const one = dated[index] as Omit<Dated, 'item'>;
    return { ...one, item: { ...item, pubDate: publishedAt(one.event, reading) } };
  });
}

function itemOf(event: Component, { address }: Reading): Omit<SourceItem, 'sourceId' | 'guid' | 'pubDate'> {
  const link = webAddress(propertyTextOf(event, 'URL'), address);
  const html = event.properties
    .get('X-ALT-DESC')
    ?.find(({ parameters }) => /html/i.test(parameters.FMTTYPE ?? ''));
  return {
    title: sourceLineOf(propertyTextOf(event, 'SUMMARY')),
    link,
    updated: timeOf(event, 'LAST-MODIFIED'),
    description: bodyOf(
      (html && propertyTextOf(event, 'X-ALT-DESC')) ?? propertyTextOf(event, 'DESCRIPTION'),
      link ?? address,
    ),
    author: sourceLineOf(event.properties.get('ORGANIZER')?.[0]?.parameters.CN),
    categories: categoriesOf(event),
    image: imageOf(event, address),
    location: sourceLineOf(propertyTextOf(event, 'LOCATION')),
  };
}

function categoriesOf(event: Component): string[] {
  const written = (event.properties.get('CATEGORIES') ?? [])
    .slice(0, 20)
    .flatMap(({ value }) => value.slice(0, 2000).split(/(?<!\\),/));
  const lines = written
    .map((text) => sourceLineOf(text.replaceAll('\\', '')))
    .filter((line) => line !== null);
  return [...new Set(lines)].slice(0, 20);
}

function imageOf(event: Component, address: string | null): string | null {
  const attached = [...(event.properties.get('IMAGE') ?? []), ...(event.properties.get('ATTACH') ?? [])];
  const image = attached.find(({ parameters }) => /^image\//i.test(parameters.FMTTYPE ?? ''));
  return image ? webAddress(image.value, address) : null;
}

function publishedAt(event: Component, { note }: Reading): string | null {
  const published = timeOf(event, 'CREATED') ?? timeOf(event, 'DTSTAMP') ?? timeOf(event, 'LAST-MODIFIED');
  if (!published && event.properties.has('CREATED')) note('A date could not be read');
  return published;
}

/** Of a time that must be in UTC. */
function timeOf(event: Component, name: string): string | null {
  const value = event.properties.get(name)?.[0]?.value.trim() ?? '';
  const iso = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z?$/.exec(value);
  const instant = iso ? Date.parse(`${iso.slice(1, 4).join('-')}T${iso.slice(4).join(':')}Z`) : Number.NaN;
  return Number.isNaN(instant) ? null : isoOf(instant);
}

/** At most as many items as are allowed, first those with dates. */
function limited(dated: Dated[], { mostItems, note }: Reading): Dated[] {
  if (dated.length <= mostItems) return dated;
  note(`Only the first ${mostItems} of ${dated.length} events are used, those with dates first`, 'loss');
  const [coming, others] = [true, false].map((wanted) =>
    dated.filter(({ dates }) => dates.length > 0 === wanted),
  );
  return [...(coming ?? []), ...(others ?? [])].slice(0, mostItems);
}

/** `wholes` are the ids of events by their UID. */
type Naming = { wholes: Map<string | null, string>; isCancelled: boolean };

function occurrenceOf(
  { event, uid, item, clock, isChange }: Dated,
  { original, start, end, change }: EventDate,
  { wholes, isCancelled }: Naming,
): Occurrence {
  // Later dates of a change are known as before.
  const whole = change
    ? (wholes.get(uid) ?? uid)
    : isRepeated(event) && !isChange
      ? item.sourceId
      : undefined;
  return {
    sourceId: whole === undefined ? item.sourceId : `${whole} ${dateOfDay(original.wall.day)}`,
    item: item.sourceId,
    title: item.title ?? '',
    start: isoOf(start),
    end: end === undefined ? null : isoOf(end),
    allDay: clock?.start.isDay ?? false,
    location: item.location,
    link: item.link,
    status: isCancelled ? 'cancelled' : statusOf(propertyTextOf(event, 'STATUS')),
  };
}

/** Where an event takes place twice on a day, also with the time. */
function withDistinctIds(occurrences: Occurrence[]): Occurrence[] {
  const same = Map.groupBy(occurrences, ({ sourceId }) => sourceId);
  return occurrences.map((one) =>
    (same.get(one.sourceId)?.length ?? 0) > 1 ? { ...one, sourceId: `${one.sourceId} ${one.start}` } : one,
  );
}

function statusOf(status = ''): Occurrence['status'] {
  if (/^cancell?ed$/i.test(status)) return 'cancelled';
  return /^tentative$/i.test(status) ? 'tentative' : 'confirmed';
}
