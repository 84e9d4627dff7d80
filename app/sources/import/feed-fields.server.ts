/** What a source says about an item, in the fields of the collection that it is added to. */
import type { Collection, Problem } from '#app/items/collection/collection.ts';
import { isoOf } from '#app/items/content/item-json.ts';
import { LINK_FIELDS, parseItem } from '#app/items/content/parse-item.server.ts';
import { type Fields, fieldsOf } from '#app/items/provenance/said-fields.ts';
import { resolvedLinkOf } from '#app/items/text/own-link.ts';
import type { SourceRow } from '#app/platform/database/tables/tables.ts';
import { escapeValue } from '#app/platform/html/absolute-html.server.ts';
import { plainTextOf } from '#app/platform/html/extract.server.ts';
import { HOUR_MS } from '#app/platform/time/durations.ts';
import { formatTime, instantOfTownTime, startOfTomorrow, townDayOf } from '#app/platform/time/town-time.ts';
import { derivedId } from './derived-id.ts';
import { titleKeyOf, venueKeyOf } from './identity.ts';
import type { ImportContext } from './import-context.ts';
import type { ListedItem } from './listed-item.ts';
import type { Occurrence } from './source-item.ts';

/** The facts about a source that its items get. A source that is being added has no id yet. */
export type ItemSource = Pick<SourceRow, 'id' | 'address' | 'site' | 'name' | 'feeds'>;

/**
 * An item as the town would have it. `fields` is what the source says, `taken` has all values of these fields, `input` is
 * all of it as the collection's schema accepts it, and `checked` the same as the collection saves it. `startAt` and `endsAt` are null for stories; the other instants are UTC epoch milliseconds, too.
 */
export type ReadItem = {
  key: string;
  series: string;
  ownId: string;
  title: string;
  link: string;
  fields: Fields;
  taken: Fields;
  input: Record<string, unknown>;
  checked: Record<string, unknown>;
  pubDate: number;
  day: string;
  startAt: number | null;
  endsAt: number | null;
  titleKey: string;
  venueKey: string | null;
};

export type ReadOutcome =
  | { item: ReadItem; refused?: undefined }
  | { item?: undefined; refused: RefusedItem };

/** An item that its collection does not accept, named by its title or its key, with the reasons as a sentence. */
export type RefusedItem = { title: string; problem: string };

/**
 * Reads what a source lists as an item of its collection. Whatever a source leaves out gets an honest default: the title
 * as the text, the first words of the text as the title, the source's site as the link, its name as the location. An
 * item that the collection refuses all the same is named. Never throws.
 */
export function readItem(
  { collections, town, siteUrl, now }: Omit<ImportContext, 'write'>,
  source: ItemSource,
  listed: ListedItem,
): ReadOutcome {
  const collection = collections[source.feeds] as Collection;
  const ownId = derivedId('item', source.id, listed.key);
  const pubDate = pubDateOf(listed, now());
  const said = {
    ...storyOf(listed),
    ...(source.feeds === 'articles' ? bylineOf(listed) : {}),
    ...(listed.date ? eventOf(listed.date, town) : {}),
  };
  const raw = {
    id: ownId,
    sourceId: listed.key,
    pubDate: isoOf(pubDate),
    ...withDefaults(source, said),
  };
  if (!raw.title) return { refused: { title: listed.key, problem: 'It has neither a title nor text' } };
  const parsed = parseItem(collection, raw, { siteUrl, town, now: now() });
  if (parsed.problems) return { refused: { title: raw.title, problem: sentenceOf(parsed.problems) } };
  const json = collection.json.toInputJson(parsed.input);
  const taken = fieldsOf(source.feeds, json);
  const startAt = listed.date ? Number(parsed.input.eventDate) : null;
  return {
    item: {
      key: listed.key,
      series: listed.series,
      ownId,
      title: String(json.title),
      link: raw.link,
      fields: Object.fromEntries(Object.entries(taken).filter(([field]) => field in said)),
      taken,
      input: withWholeLinks(json, siteUrl),
      checked: parsed.input,
      pubDate,
      day: townDayOf(startAt ?? pubDate, town.timeZone),
      startAt,
      endsAt: endsAtOf(taken, town.timeZone),
      titleKey: titleKeyOf(raw.title),
      venueKey: venueKeyOf(listed.date?.location),
    },
  };
}

/** Input as a schema accepts it: stored links lead to the site again. */
export function withWholeLinks(input: Record<string, unknown>, siteUrl: string): Record<string, unknown> {
  const whole = { ...input };
  for (const field of LINK_FIELDS) {
    const link = whole[field];
    if (typeof link === 'string' && field !== 'enclosureUrl') whole[field] = resolvedLinkOf(link, siteUrl);
  }
  return whole;
}

/** The earliest date that stories can have. */
const FIRST_DATE = Date.parse('1000-01-02T00:00:00Z');

/** A date to come would keep an item on top of all lists, and one that can't be is none. */
function pubDateOf({ item: { pubDate } }: ListedItem, now: number): number {
  const said = Date.parse(pubDate ?? '');
  return said >= FIRST_DATE && said < now ? said : now;
}

type Said = { title: string; link?: string; description?: string; eventLocation?: string };

function storyOf({ item, date }: ListedItem): Said {
  const text = plainTextOf(item.description);
  const link = date?.link ?? item.link;
  const hasText = text !== '' || /<img /.test(item.description);
  return {
    title: date?.title || item.title || shortened(text, 80),
    ...(link === null ? {} : { link }),
    ...(hasText ? { description: item.description } : {}),
  };
}

/** What a source says about an item, with an honest value for what it leaves out. */
export function withDefaults<Fields extends Said>(source: ItemSource, said: Fields) {
  const isEvent = source.feeds === 'events';
  return {
    link: siteOf(source),
    description: `<p>${escapeValue(said.title)}</p>`,
    ...(isEvent ? { eventLocation: source.name } : { sourceName: source.name, sourceUrl: siteOf(source) }),
    ...said,
  };
}

/** Where readers find the source. */
export function siteOf({ site, address }: Pick<SourceRow, 'site' | 'address'>): string {
  return site ?? address;
}

const LONGEST_BYLINE = 120;

function bylineOf({ item: { author } }: ListedItem): { byline?: string } {
  return author ? { byline: shortened(author, LONGEST_BYLINE) } : {};
}

function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text
    .slice(0, most - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '');
  return `${cut.replace(/\s+\S*$/, '') || cut}…`;
}

function eventOf(date: Occurrence, town: ImportContext['town']) {
  const zone = town.timeZone;
  const [start, end] = [Date.parse(date.start), date.end === null ? null : Date.parse(date.end)];
  const place = {
    ...(date.location === null ? {} : { eventLocation: date.location }),
    status: statusOf(date),
  };
  if (!date.allDay)
    return {
      ...place,
      eventDate: isoOf(start),
      endDate: end !== null && end > start ? isoOf(end) : null,
      allDay: false,
      // The narrow space before AM and PM is not what people type.
      eventTime: formatTime(start, town).replace(/\s+/g, ' '),
    };
  const first = startOfDayIn(start, zone);
  const after = end === null ? null : startOfDayIn(end, zone);
  // One day needs no end.
  const isLonger = after !== null && after > startOfTomorrow(first, zone);
  return {
    ...place,
    eventDate: isoOf(first),
    endDate: isLonger ? isoOf(after) : null,
    allDay: true,
    eventTime: 'All day',
  };
}

const HALF_DAY_MS = 12 * HOUR_MS;

/** The town's midnight of a day that begins at `midnight` in a zone up to twelve hours away. */
function startOfDayIn(midnight: number, zone: string): number {
  const day = townDayOf(midnight + HALF_DAY_MS, zone);
  return instantOfTownTime(`${day}T00:00`, zone) ?? midnight;
}

function statusOf({ status }: Occurrence): string {
  return status === 'cancelled' || status === 'postponed' ? status : 'scheduled';
}

/** When an event is over: without an end, at the end of its day. Null for stories. */
export function endsAtOf({ eventDate, endDate }: Fields, zone: string): number | null {
  if (typeof eventDate !== 'string') return null;
  return typeof endDate === 'string' ? Date.parse(endDate) : startOfTomorrow(Date.parse(eventDate), zone);
}

function sentenceOf(problems: Problem[]): string {
  return problems.map(({ field, message }) => (field ? `${field}: ${message}` : message)).join('; ');
}
