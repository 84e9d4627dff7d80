/** The events that products of sites publish as JSON of their own. */

import { webAddress } from '#app/items/provenance/web-address.ts';
import { isoOf } from '#app/platform/time/iso-time.ts';
import { isObject, type JsonObject, listIn, textIn } from './json-value.ts';
import type { EventTimes, ReadItem, Reading, ReadSource } from './reading.ts';
import { bodyOf, lineOfHtml, sourceLineOf } from './source-text.ts';

type Product = {
  /** The events in the document; undefined if it is not of this product. */
  eventsIn: (document: unknown) => JsonObject[] | undefined;
  titleOf?: (document: JsonObject) => string | undefined;
  read: (event: JsonObject, base: string | null) => Known;
};

/** What an event says; texts as written. */
type Known = {
  id: unknown;
  title: unknown;
  times: EventTimes;
  link?: unknown;
  description?: unknown;
  place?: unknown[];
  image?: unknown;
  updated?: string | undefined;
};

/** Reads the JSON of The Events Calendar, Squarespace, Legistar or BiblioCommons; undefined for any other. */
export function parseProductData(document: unknown, reading: Reading): ReadSource | undefined {
  for (const { eventsIn, titleOf, read } of products) {
    const events = eventsIn(document);
    if (!events) continue;
    const items = events
      .slice(0, reading.mostItems)
      .map((event) => itemOf(read(event, reading.address), reading.address));
    const title = isObject(document) ? titleOf?.(document) : undefined;
    const link = reading.address && new URL('/', reading.address).href;
    return { format: 'json', title: sourceLineOf(title), link, items, found: events.length };
  }
  return undefined;
}

function itemOf(known: Known, base: string | null): ReadItem {
  const places = (known.place ?? []).map((part) => lineOfHtml(textIn(part))).filter((part) => part !== null);
  const link = webAddress(textIn(known.link), base);
  return {
    guid: sourceLineOf(textIn(known.id)),
    title: lineOfHtml(textIn(known.title)),
    link,
    pubDate: null,
    updated: known.updated ?? null,
    description: bodyOf(textIn(known.description), link ?? base),
    author: null,
    categories: [],
    image: webAddress(textIn(known.image), base),
    location: sourceLineOf([...new Set(places)].join(', ')),
    times: known.times,
  };
}

/** `/wp-json/tribe/events/v1/events` of the WordPress plugin; times are those of the site, and UTC beside them. */
const theEventsCalendar: Product = {
  eventsIn: (document) =>
    isObject(document) && Array.isArray(document.events) && 'rest_url' in document
      ? document.events.filter(isObject)
      : undefined,
  read: (event) => {
    const venue = isObject(event.venue) ? event.venue : {};
    const isDay = event.all_day === true;
    const timeOf = (name: string) => {
      const local = textIn(event[name]) ?? '';
      const utc = textIn(event[`utc_${name}`]);
      return isDay ? local.slice(0, 10) : utc ? `${utc.replace(' ', 'T')}Z` : local;
    };
    return {
      id: event.global_id ?? event.id,
      title: event.title,
      times: {
        start: timeOf('start_date'),
        end: timeOf('end_date') || undefined,
        isInstant: !isDay && Boolean(event.utc_start_date),
      },
      link: event.url,
      description: event.description,
      place: [venue.venue, venue.address, venue.city],
      image: isObject(event.image) ? event.image.url : undefined,
    };
  },
};

/** `?format=json` of a Squarespace page of events; times are milliseconds. */
const squarespace: Product = {
  eventsIn: (document) =>
    isObject(document) && isObject(document.collection) && Array.isArray(document.upcoming)
      ? document.upcoming.filter(isObject)
      : undefined,
  titleOf: ({ website, collection }) =>
    textIn(isObject(website) ? website.siteTitle : undefined) ??
    textIn(isObject(collection) ? collection.title : undefined),
  read: (event) => {
    const place = isObject(event.location) ? event.location : {};
    return {
      id: event.id,
      title: event.title,
      times: {
        ...{ start: instantIn(event.startDate) ?? '', end: instantIn(event.endDate) },
        isInstant: true,
      },
      link: event.fullUrl,
      description: textIn(event.body) ?? event.excerpt,
      place: [place.addressTitle, place.addressLine1, place.addressLine2],
      image: event.assetUrl,
      updated: instantIn(event.updatedOn),
    };
  },
};

/** `webapi.legistar.com/v1/{client}/events`: meetings; a day, and a time such as `6:00 PM` beside it. */
const legistar: Product = {
  eventsIn: (document) => {
    const events = Array.isArray(document) ? document.filter(isObject) : [];
    return events.some((event) => 'EventBodyName' in event && 'EventDate' in event) ? events : undefined;
  },
  read: (event) => {
    const day = (textIn(event.EventDate) ?? '').slice(0, 10);
    const [, hour = '', minute, half] =
      /^(\d{1,2}):(\d{2})\s{0,5}([ap])\.?m/i.exec(textIn(event.EventTime) ?? '') ?? [];
    const clock =
      half && `${String((Number(hour) % 12) + (/p/i.test(half) ? 12 : 0)).padStart(2, '0')}:${minute}`;
    const isCancelled = /cancel/i.test(textIn(event.EventAgendaStatusName) ?? '');
    return {
      id: event.EventGuid ?? event.EventId,
      title: event.EventBodyName,
      times: { start: clock ? `${day}T${clock}` : day, status: isCancelled ? 'cancelled' : 'confirmed' },
      link: event.EventInSiteURL,
      description: event.EventComment,
      place: [event.EventLocation],
    };
  },
};

/** `gateway.bibliocommons.com/v2/libraries/{library}/events`: a list of ids, and what they mean beside it. */
const biblioCommons: Product = {
  eventsIn: (document) => {
    if (!isObject(document) || !isObject(document.events) || !isObject(document.entities)) return undefined;
    const { events, locations } = document.entities;
    const ids = listIn(document.events.items).map(textIn);
    if (!isObject(events)) return undefined;
    return ids.flatMap((id) => {
      const event = id === undefined ? undefined : events[id];
      return isObject(event) ? [{ ...event, id, locations }] : [];
    });
  },
  read: (event, base) => {
    const about = isObject(event.definition) ? event.definition : {};
    const places = isObject(event.locations) ? event.locations : {};
    const branch = places[textIn(about.branchLocationId) ?? textIn(about.nonBranchLocationId) ?? ''];
    const start = textIn(event.indexStart) ?? textIn(about.start) ?? '';
    return {
      id: event.id,
      title: about.title,
      times: {
        start,
        end: textIn(event.indexEnd) ?? textIn(about.end),
        status: about.isCancelled === true ? 'cancelled' : 'confirmed',
      },
      link: libraryPage(textIn(event.id), base),
      description: about.description,
      place: [isObject(branch) ? branch.name : undefined, about.locationDetails],
    };
  },
};

/** The page of an event at the library, whose name is in the address of the data. */
function libraryPage(id: string | undefined, base: string | null): string | undefined {
  const url = URL.parse(base ?? '');
  const library = url?.pathname.split('/')[3];
  if (!url || !library || !id || !url.hostname.startsWith('gateway.')) return undefined;
  url.hostname = url.hostname.replace(/^gateway/, library);
  url.pathname = `/v2/events/${encodeURIComponent(id)}`;
  url.search = '';
  return url.href;
}

const products = [theEventsCalendar, squarespace, legistar, biblioCommons];

function instantIn(value: unknown): string | undefined {
  const instant = Number(value);
  return value && Number.isFinite(instant) && Math.abs(instant) < 8.64e15 ? isoOf(instant) : undefined;
}
