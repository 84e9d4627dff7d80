/** Events and articles in linked data (schema.org in JSON-LD), as pages contain it. */

import { webAddress } from '#app/items/provenance/web-address.ts';
import { parseForeignDate } from '#app/platform/time/foreign-date.ts';
import { isoOf } from '#app/platform/time/iso-time.ts';
import type { Occurrence } from '#app/sources/import/source-item.ts';
import { isObject, type JsonObject, listIn, textIn } from './json-value.ts';
import type { EventTimes, ReadItem, Reading } from './reading.ts';
import { bodyOf, lineOfHtml, sourceLineOf } from './source-text.ts';

/** No page describes more things. */
const MOST_NODES = 20_000;

const EVENT = /(Event|^Festival|^Hackathon|EventSeries|^CourseInstance)$/;
const ARTICLE = /(NewsArticle|^Article|BlogPosting|^Report)$/;

/** Programs put comments around it, and line breaks into its texts. Undefined when it still can't be read. */
export function parseLinkedData(text: string): unknown {
  const bare = text.replace(/^\s*(?:\/\/\s*)?(?:<!--|\/\*)?\s*(?:<!\[CDATA\[)?\s*(?:\*\/)?/, '');
  const whole = bare.trimEnd().replace(/(?:\/\*|\/\/)?\s{0,9}(?:\]\]>)?\s{0,9}(?:-->|\*\/)?\s{0,9};?$/, '');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  for (const json of [text, whole, whole.replace(/[\u0000-\u001f]/g, ' ')]) {
    try {
      return JSON.parse(json);
    } catch {}
  }
  return undefined;
}

/** The events and articles in the data, in its order, wherever they are in it. Each is there once. */
export function listThings(data: unknown[]): JsonObject[] {
  const things: JsonObject[] = [];
  const ids = new Set<string>();
  const waiting = [...data].reverse();
  for (let nodes = 0; waiting.length > 0 && nodes < MOST_NODES; nodes++) {
    const value = waiting.pop();
    if (Array.isArray(value)) waiting.push(...value.slice(0, MOST_NODES).reverse());
    if (!isObject(value)) continue;
    const isThing = isA(value, EVENT) || (isA(value, ARTICLE) && textIn(value.headline ?? value.name));
    const id = textIn(value['@id']);
    if (isThing && !(id && ids.has(id))) things.push(value);
    if (isThing && id) ids.add(id);
    waiting.push(...partsOf(value).reverse());
  }
  return things;
}

/** Not its organizer, place or author: an article about an event has one of its own. */
function partsOf(value: JsonObject): unknown[] {
  const names = [
    '@graph',
    'itemListElement',
    'item',
    'mainEntity',
    'subEvent',
    'subEvents',
    'event',
    'events',
    'hasPart',
    'blogPost',
  ];
  return names
    .flatMap((name) => listIn(value[name]).slice(0, MOST_NODES))
    .filter((part) => typeof part === 'object');
}

function isA(value: JsonObject, type: RegExp): boolean {
  return listIn(value['@type']).some(
    (one) => typeof one === 'string' && type.test(one.slice(0, 200).replace(/^.*[/:]/, '')),
  );
}

/** A thing as an item; an event with its times. */
export function itemOfThing(thing: JsonObject, base: string | null, { zone, note }: Reading): ReadItem {
  const dateOf = (value: unknown) => {
    const text = textIn(value);
    const instant = text === undefined ? undefined : parseForeignDate(text, zone);
    if (text && instant === undefined) note('A date could not be read');
    return instant === undefined ? null : isoOf(instant);
  };
  const page = thing.url ?? thing.mainEntityOfPage;
  const link = webAddress(textIn(isObject(page) ? page['@id'] : page), base);
  return {
    guid: sourceLineOf(textIn(thing['@id']) ?? identifierOf(thing.identifier)),
    title: lineOfHtml(textIn(thing.headline) ?? textIn(thing.name)),
    link,
    pubDate: dateOf(thing.datePublished ?? thing.dateCreated),
    updated: dateOf(thing.dateModified),
    description: bodyOf(textIn(thing.articleBody) ?? textIn(thing.description), link ?? base),
    author: sourceLineOf(nameOf(thing.author)),
    categories: listIn(thing.articleSection)
      .slice(0, 20)
      .flatMap((section) => sourceLineOf(textIn(section)) ?? []),
    image: imageOf(thing.image ?? thing.thumbnailUrl, base),
    location: isA(thing, EVENT) ? sourceLineOf(locationOf(thing.location)) : null,
    times: isA(thing, EVENT) ? timesOf(thing) : undefined,
  };
}

function identifierOf(value: unknown): string | undefined {
  const [first] = listIn(value);
  return textIn(isObject(first) ? first.value : first);
}

function timesOf(event: JsonObject): EventTimes {
  return {
    start: textIn(event.startDate) ?? '',
    end: textIn(event.endDate),
    status: statusOf(textIn(listIn(event.eventStatus)[0]) ?? ''),
  };
}

function statusOf(status: string): NonNullable<Occurrence['status']> {
  if (/EventCancell?ed$/i.test(status)) return 'cancelled';
  return /EventPostponed$/i.test(status) ? 'postponed' : 'confirmed';
}

function nameOf(value: unknown): string | undefined {
  const names = listIn(value).map((one) => textIn(isObject(one) ? one.name : one));
  return (
    names
      .filter((name) => name !== undefined)
      .join(', ')
      .slice(0, 1000) || undefined
  );
}

function locationOf(value: unknown): string | undefined {
  const [place] = listIn(value);
  if (!isObject(place)) return textIn(place);
  const { address } = place;
  const parts = isObject(address)
    ? [address.streetAddress, address.addressLocality].map(textIn)
    : [textIn(address)];
  const named = [textIn(place.name), ...parts].filter((part) => part !== undefined);
  return [...new Set(named)].join(', ') || undefined;
}

function imageOf(value: unknown, base: string | null): string | null {
  const [first] = listIn(value);
  return webAddress(textIn(isObject(first) ? (first.url ?? first.contentUrl) : first), base);
}
