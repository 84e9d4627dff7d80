/** The edit that a report proposes: which fields of an item get which values. */

import { parseEventTime } from '#app/events/event-time.ts';
import type { Collection, Problem } from '#app/items/collection/collection.ts';
import { isoOf } from '#app/items/content/item-json.ts';
import { parseItem } from '#app/items/content/parse-item.server.ts';
import type { Topic } from '#app/items/reported/report-topics.ts';
import {
  daysBetween,
  formatTime,
  instantOfTownTime,
  type TownClock,
  townDayOf,
  townTimeInDays,
  townTimeOf,
} from '#app/platform/time/town-time.ts';
import { withWholeLinks } from '#app/sources/import/feed-fields.server.ts';
import type { Town } from '#app/town/town.ts';
import type { Said, SaidField } from './said-values.ts';

type Input = Record<string, unknown>;

/** A field with its present value and the one that it gets. */
export type Edit = { field: string; from: unknown; to: unknown };

/** What readers can say about a topic, and the field of the item that gets it; a day and a time belong together. */
const asked: Readonly<Record<string, { [T in Topic]?: { [F in SaidField]?: string } }>> = {
  events: {
    time: { eventDate: 'eventDate', eventTime: 'eventTime' },
    place: { eventLocation: 'eventLocation' },
    link: { link: 'link' },
  },
  businesses: {
    time: { eventTime: 'openingHours' },
    place: { eventLocation: 'address' },
    link: { link: 'website' },
  },
  articles: { link: { link: 'link' } },
  news: { link: { link: 'link' } },
};

/** The values that the form asks for about this topic, each with the field of the item that it is for. */
export function fieldsAsked(collection: string, topic: Topic): [SaidField, string][] {
  return Object.entries(asked[collection]?.[topic] ?? {}) as [SaidField, string][];
}

/** The edit of an item with this input; empty if nothing is said, or the item is like that already. */
export function editOf(
  collection: string,
  topic: Topic,
  { input, said, clock }: { input: Input; said: Said; clock: TownClock },
): Edit[] {
  const values = valuesOf(collection, topic, { input, said, clock });
  return Object.entries(values)
    .map(([field, to]) => ({ field, from: input[field] ?? null, to }))
    .filter(({ from, to }) => from !== to);
}

function valuesOf(
  collection: string,
  topic: Topic,
  { input, said, clock }: { input: Input; said: Said; clock: TownClock },
): Input {
  if (collection === 'events' && topic === 'cancelled') return { status: 'cancelled' };
  if (collection === 'events' && topic === 'time') return timesOf(input, said, clock);
  return Object.fromEntries(
    fieldsAsked(collection, topic).flatMap(([name, field]) =>
      said[name] === undefined ? [] : [[field, said[name]]],
    ),
  );
}

/** An event's new beginning; its end moves with it. */
function timesOf(input: Input, { eventDate, eventTime }: Said, clock: TownClock): Input {
  const { timeZone } = clock;
  const before = Date.parse(String(input.eventDate));
  if (Number.isNaN(before) || (!eventDate && !eventTime)) return {};
  const day = townDayOf(before, timeZone);
  const time = townTimeOf(before, timeZone).slice(11, 16);
  const at = instantOfTownTime(`${eventDate ?? day}T${eventTime ?? time}`, timeZone);
  if (at === undefined) return {};
  const end = Date.parse(String(input.endDate ?? ''));
  const hasEnd = !Number.isNaN(end);
  const days = daysBetween(day, eventDate ?? day);
  const isWhole = input.allDay === true;
  return {
    eventDate: isoOf(at),
    ...(eventTime ? { eventTime: formatTime(at, clock) } : {}),
    ...(isWhole && eventTime ? { allDay: false, endDate: null } : {}),
    ...(hasEnd && !isWhole ? { endDate: isoOf(at + end - before) } : {}),
    ...(hasEnd && isWhole && !eventTime
      ? { endDate: isoOf(townTimeInDays(end, days, townTimeOf(end, timeZone).slice(11, 16), timeZone)) }
      : {}),
  };
}

const MOST_LINE = 300;

/** What was typed as values to store, or what is wrong with it, by the names of the form. */
export function readSaid(
  collection: Collection,
  topic: Topic,
  typed: { [F in SaidField]?: string },
  context: { input: Input; town: Town; siteUrl: string },
): { said: Said; problems: { [F in SaidField]?: string } } {
  const said: Said = {};
  const problems: { [F in SaidField]?: string } = {};
  const fields = fieldsAsked(collection.name, topic);
  for (const [name] of fields) {
    const text = (typed[name] ?? '').trim();
    if (text === '') continue;
    const value = readValue(collection.name, name, text, context.town);
    if (value === undefined) problems[name] = words[name];
    else said[name] = value;
  }
  if (Object.keys(problems).length > 0) return { said, problems };
  for (const { field, message } of findProblems(collection, topic, said, context)) {
    const [name] = fields.find(([, own]) => own === field) ?? fields[0] ?? [];
    if (name) problems[name] ??= message;
  }
  return { said, problems };
}

const words: Record<SaidField, string> = {
  eventDate: 'Enter a date, such as 2026-11-28',
  eventTime: 'Enter a time, such as 7:30 PM',
  eventLocation: `Enter at most ${MOST_LINE} characters`,
  link: `Enter an address with at most ${MOST_LINE} characters`,
};

function readValue(collection: string, name: SaidField, text: string, town: Town): string | undefined {
  const line = text.replaceAll(/\s+/g, ' ');
  if (name === 'eventDate') return readDay(text, town);
  if (name === 'eventTime' && collection === 'events') return parseEventTime(text).start;
  return line.length <= MOST_LINE ? line : undefined;
}

/** A day, or the town's day of an instant. */
function readDay(text: string, { timeZone }: Town): string | undefined {
  if (/^\d{4}-\d{2}-\d{2}$/.test(text))
    return instantOfTownTime(`${text}T12:00`, timeZone) === undefined ? undefined : text;
  const at = /^\d{4}-\d{2}-\d{2}T/.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : townDayOf(at, timeZone);
}

function findProblems(
  collection: Collection,
  topic: Topic,
  said: Said,
  { input, town, siteUrl }: { input: Input; town: Town; siteUrl: string },
): Problem[] {
  const edit = editOf(collection.name, topic, { input, said, clock: town });
  const fields = edit.map(({ field }) => field);
  if (fields.length === 0) return [];
  const values = Object.fromEntries(edit.map(({ field, to }) => [field, to]));
  const { problems = [] } = parseItem(collection, withWholeLinks({ ...input, ...values }, siteUrl), {
    siteUrl,
    town,
  });
  // What is wrong with the item otherwise is not for readers.
  return problems.filter(({ field }) => fields.includes(field));
}
