/** Events of The Events Calendar: posts of the type 'tribe_events' with their facts in meta fields. */

import { type Doubt, doubtful, refused } from '#app/moving/formats/format.ts';
import type { XmlElement } from '#app/moving/formats/stream-xml.ts';
import { escapeValue } from '#app/platform/html/absolute-html.server.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { isoOf } from '#app/platform/time/iso-time.ts';
import { instantOfTownTime, townTimeOf } from '#app/platform/time/town-time.ts';
import { type OldSite, zoneOf } from './wordpress-site.ts';
import { instantOf, metaValue, metaValues, plainLine, shortLine, termsOf } from './wxr-item.ts';

type Fields = Record<string, unknown>;

type EventFacts = { fields: Fields; doubts: Doubt[]; appendix: string };

/** Where an event takes place when the file doesn't say. */
const NO_LOCATION = 'To be announced';

/** The fields of an event besides those of every post, and what is said of it below its text. */
export function eventFactsOf(item: XmlElement, site: OldSite, townZone: string): EventFacts {
  const doubts: Doubt[] = [];
  const doubt = (problemClass: string, field: string, problem: string) =>
    doubts.push(doubtful(problemClass, field, problem));
  const fields = timesOf(item, townZone, doubt);
  if (fields.eventDate === undefined) doubts.push(refused('no-date', 'eventDate', 'It has no date'));
  if (isRepeated(item))
    doubt('recurring-event', 'recurrence', 'Only its first date is imported, without the rule');
  const location = venueOf(item, site);
  if (location === '') doubt('no-location', 'eventLocation', `Its place is unknown: “${NO_LOCATION}”`);
  const link = /^https?:\/\//i.test(metaValue(item, '_EventURL')) ? metaValue(item, '_EventURL') : undefined;
  const [category] = termsOf(item).filter(({ domain }) => domain === 'tribe_events_cat');
  return {
    fields: {
      ...fields,
      eventLocation: shortLine(location || NO_LOCATION, 500),
      ...(link ? { link } : {}),
      ...(category ? { category: shortLine(category.name, 60) } : {}),
      ...statusOf(item),
    },
    doubts,
    appendix: appendixOf(item, site),
  };
}

/** How many of its tags and categories an event doesn't keep. */
export function countUntakenTerms(item: XmlElement): number {
  const terms = termsOf(item).filter(({ domain }) => domain === 'tribe_events_cat' || domain === 'post_tag');
  const isTaken = terms.some(({ domain }) => domain === 'tribe_events_cat');
  return terms.length - (isTaken ? 1 : 0);
}

type Report = (problemClass: string, field: string, problem: string) => void;

/** By its times in UTC, then its local ones in its zone. */
function timesOf(item: XmlElement, townZone: string, doubt: Report): Fields {
  const zone = zoneOf(metaValue(item, '_EventTimezone'), townZone);
  const allDay = /^(yes|1|true|on)$/i.test(metaValue(item, '_EventAllDay'));
  const local = (name: string) => metaValue(item, `_Event${name}Date`);
  if (allDay) return daysOf(local('Start'), local('End'), townZone);
  const instant = (name: string) =>
    instantOf(metaValue(item, `_Event${name}DateUTC`), 'UTC') ?? instantOf(local(name), zone);
  const [start, end] = [instant('Start'), instant('End')];
  if (start === undefined) return {};
  if (end !== undefined && end < start)
    doubt('event-time', 'endDate', 'It ends before it starts: the end is left out');
  return {
    eventDate: isoOf(start),
    eventTime: clockOf(townTimeOf(start, townZone).slice(-5)),
    ...(end !== undefined && end > start ? { endDate: isoOf(end) } : {}),
  };
}

/** Whole days, which are the same days here: the last one ends at 23:59:59. */
function daysOf(start: string, end: string, zone: string): Fields {
  const first = instantOfTownTime(`${start.slice(0, 10)}T00:00`, zone);
  if (first === undefined) return {};
  const [from, last] = [start, end].map((text) => Date.parse(`${text.slice(0, 10)}T00:00:00Z`));
  const after = last !== undefined && last > (from as number) ? new Date(last + DAY_MS).toISOString() : '';
  const endDate = after && instantOfTownTime(`${after.slice(0, 10)}T00:00`, zone);
  return {
    ...{ eventDate: isoOf(first), eventTime: 'All day', allDay: true },
    ...(endDate ? { endDate: isoOf(endDate) } : {}),
  };
}

/** 'HH:MM' as people write it: '7 PM'. */
function clockOf(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return `${hours % 12 || 12}${minutes ? `:${time.slice(-2)}` : ''} ${hours < 12 ? 'AM' : 'PM'}`;
}

function isRepeated(item: XmlElement): boolean {
  return /"(type|rrule)";s:\d+:"(?!None")/i.test(metaValue(item, '_EventRecurrence'));
}

function venueOf(item: XmlElement, { venues }: OldSite): string {
  const venue = metaValues(item, '_EventVenueID')
    .map((id) => venues.get(id))
    .find(Boolean);
  return venue ?? '';
}

const STATUSES = new Map([
  ['canceled', 'cancelled'],
  ['postponed', 'postponed'],
]);

function statusOf(item: XmlElement): Fields {
  const status = STATUSES.get(metaValue(item, '_tribe_events_status'));
  const note = plainLine(metaValue(item, '_tribe_events_status_reason'));
  return status ? { status, ...(note ? { statusNote: shortLine(note, 300) } : {}) } : {};
}

/** Its cost and its organizers, as paragraphs. */
function appendixOf(item: XmlElement, { organizers }: OldSite): string {
  const cost = plainLine(metaValue(item, '_EventCost'));
  const symbol = plainLine(metaValue(item, '_EventCurrencySymbol'));
  const isAfter = /^(postfix|suffix)$/.test(metaValue(item, '_EventCurrencyPosition'));
  const isBare = /^\d[\d\s.,–-]{0,40}$/.test(cost);
  const price = !isBare ? cost : isAfter ? cost + symbol : symbol + cost;
  const names = metaValues(item, '_EventOrganizerID').flatMap((id) => organizers.get(id) || []);
  const lines = [
    ...(cost ? [`Cost: ${price === '0' || price === `${symbol}0` ? 'free' : price}`] : []),
    ...(names.length > 0 ? [`Organizer: ${[...new Set(names)].join('; ')}`] : []),
  ];
  return lines.map((line) => `<p>${escapeValue(line)}</p>`).join('');
}
