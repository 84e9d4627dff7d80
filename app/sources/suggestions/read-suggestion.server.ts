/** A reader's text as an item of the site. */
import { createHash } from 'node:crypto';
import { instantOfEvent, parseEventTime } from '#app/events/event-time.ts';
import type { Collection, Collections } from '#app/items/collection/collection.ts';
import { isoOf } from '#app/items/content/item-json.ts';
import { parseItem } from '#app/items/content/parse-item.server.ts';
import { isOwnLink } from '#app/items/text/own-link.ts';
import type { FieldProblems } from '#app/platform/forms/field-spec.ts';
import { plainLinesOf } from '#app/platform/html/extract.server.ts';
import {
  formatTime,
  instantOfTownTime,
  startOfToday,
  townDayOf,
  townTimeOf,
} from '#app/platform/time/town-time.ts';
import { withWholeLinks } from '#app/sources/import/feed-fields.server.ts';
import { normalizedTitle } from '#app/sources/import/identity.ts';
import type { Town } from '#app/town/town.ts';
import type { SuggestionKind, SuggestionValues } from './suggestion-fields.ts';

/** Of a stranger's text: 500 may wait, and editors read all of them. */
const MOST_TEXT = 20_000;

export type ReadContext = { collections: Collections; town: Town; siteUrl: string; now: number };

/** The collection of a kind. */
export function collectionOfKind(kind: SuggestionKind): 'events' | 'news' {
  return kind === 'event' ? 'events' : 'news';
}

/**
 * What was read: `input` is the whole item as its collection's schema accepts it, with the present id; `startAt` is UTC
 * epoch milliseconds, null for news. `textKey` is the same for the same text.
 */
export type ReadSuggestion = {
  collection: 'events' | 'news';
  title: string;
  input: Record<string, unknown>;
  startAt: number | null;
  textKey: string;
};

export type ReadOutcome =
  | { suggestion: ReadSuggestion; problems?: undefined }
  | { suggestion?: undefined; problems: FieldProblems };

/**
 * Reads what was typed, by the collection's own rules: text is text, whatever markup it has, and passes the sanitizer.
 * `before` is the input that it changes; without it, the item is new. Never throws.
 */
export function readSuggestion(
  kind: SuggestionKind,
  values: SuggestionValues,
  { collections, town, siteUrl, now }: ReadContext,
  before?: Record<string, unknown>,
): ReadOutcome {
  const name = collectionOfKind(kind);
  const collection = collections[name] as Collection;
  const fresh = before ?? collection.form.draft({ town, now, siteUrl });
  const problems: FieldProblems = {};
  const link = linkOf(values.link);
  // Without a web page, an item links to its own page.
  const wasRemoved = before !== undefined && typedValuesOf(before, { town, siteUrl }).link !== '';
  const when = kind === 'event' ? timeOf(values, { town, now }) : undefined;
  const raw = {
    ...fresh,
    title: values.title,
    description: htmlOfPlain(values.description),
    ...(link || wasRemoved ? { link: link || `${siteUrl}/${name}/${fresh.id}` } : {}),
    ...(when ? { ...when.fields, eventLocation: values.eventLocation } : {}),
  };
  const { input, problems: found = [] } = parseItem(collection, raw, { siteUrl, town, now });
  for (const { field, message } of found) problems[field.split('.')[0] ?? field] ??= message;
  Object.assign(problems, when?.problems);
  if (values.description.trim() === '') problems.description = 'Write a few lines';
  if (values.description.length > MOST_TEXT)
    problems.description = `Use at most ${MOST_TEXT.toLocaleString('en')} characters`;
  if (!input || Object.keys(problems).length > 0) return { problems };
  const json: Record<string, unknown> = {
    ...fresh,
    ...withWholeLinks(collection.json.toInputJson(input), siteUrl),
  };
  const title = String(json.title);
  return {
    suggestion: {
      collection: name,
      title,
      input: json,
      startAt: kind === 'event' ? Number(input.eventDate) : null,
      textKey: textKeyOf(name, title, values.description, String(json.eventDate ?? '')),
    },
  };
}

/** Text as HTML: an empty line starts a paragraph, and every character is what it is. */
export function htmlOfPlain(text: string): string {
  const escaped = text.trim().replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  if (escaped === '') return '';
  return escaped
    .split(/\r?\n(?:[ \t]*\r?\n)+/)
    .map((paragraph) => `<p>${paragraph.replace(/\r?\n/g, '<br>')}</p>`)
    .join('');
}

/** People leave out the scheme. */
function linkOf(typed: string): string {
  const text = typed.trim();
  return text === '' || /^[a-z][a-z0-9+.-]*:/i.test(text) ? text : `https://${text}`;
}

type When = { fields: Record<string, unknown>; problems: FieldProblems };

function timeOf(
  { eventDate, eventTime }: SuggestionValues,
  { town, now }: Pick<ReadContext, 'town' | 'now'>,
): When {
  const zone = town.timeZone;
  const day = eventDate.trim();
  const typed = eventTime.trim();
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(day) && instantOfTownTime(`${day}T00:00`, zone) !== undefined;
  if (!isDay)
    return {
      fields: {},
      problems: {
        eventDate: day === '' ? 'Enter a date' : 'Enter a date, such as 2026-12-04',
        ...(typed === '' ? { eventTime: 'Enter a time' } : {}),
      },
    };
  const isClock = /^([01]?\d|2[0-3]):[0-5]\d$/.test(typed);
  const at = isClock
    ? instantOfTownTime(`${day}T${typed.padStart(5, '0')}`, zone)
    : instantOfEvent(day, typed, zone);
  const isRead = isClock || /^all day$/i.test(typed) || parseEventTime(typed).start !== undefined;
  const problems: FieldProblems = {};
  if (typed === '') problems.eventTime = 'Enter a time';
  else if (!isRead || at === undefined) problems.eventTime = 'Enter a time, such as 7:00 PM';
  if ((at ?? 0) < startOfToday(now, zone)) problems.eventDate = 'Enter today or a later date';
  return {
    fields: {
      eventDate: at === undefined ? undefined : isoOf(at),
      eventTime: isClock && at !== undefined ? formatTime(at, town) : typed,
    },
    problems,
  };
}

function textKeyOf(collection: string, title: string, description: string, eventDate: string): string {
  const text = JSON.stringify([collection, normalizedTitle(title), normalizedTitle(description), eventDate]);
  return createHash('sha256').update(text).digest('base64url');
}

/** What a form shows of an input. */
export function typedValuesOf(
  input: Record<string, unknown>,
  { town, siteUrl }: { town: Town; siteUrl: string },
): SuggestionValues {
  const at = typeof input.eventDate === 'string' ? Date.parse(input.eventDate) : Number.NaN;
  const link = String(input.link ?? '');
  const isOwn = link.startsWith('/') || isOwnLink(link, siteUrl);
  const clock = Number.isNaN(at) ? '' : townTimeOf(at, town.timeZone).slice(11, 16);
  return {
    title: String(input.title ?? ''),
    description: plainLinesOf(String(input.description ?? '')),
    eventDate: Number.isNaN(at) ? '' : townDayOf(at, town.timeZone),
    eventTime: clock,
    eventLocation: String(input.eventLocation ?? ''),
    link: isOwn ? '' : link,
    alt: '',
    from: '',
  };
}
