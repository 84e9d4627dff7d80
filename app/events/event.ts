import * as z from 'zod';
import type { StoredItem } from '#app/content/collection.server.ts';
import {
  instant,
  itemId,
  requiredHtml,
  requiredImageUrl,
  requiredLine,
  requiredUrl,
} from '#app/content/item-schema.ts';

/** An event; every field is required (spec sections 3 and 5). `eventTime` is the time as readers see it. */
export const eventSchema = z.strictObject({
  id: itemId,
  sourceId: requiredLine('a source ID'),
  title: requiredLine('a title'),
  link: requiredUrl('a link'),
  pubDate: instant('a publication date'),
  description: requiredHtml('a description'),
  eventDate: instant('a date'),
  eventTime: requiredLine('a time'),
  eventLocation: requiredLine('a location'),
  enclosureUrl: requiredImageUrl('an image address'),
  enclosureType: requiredLine('an image type', 200),
});

/** An event as the API answers it. */
export const eventOutputSchema = eventSchema.extend({ enclosureUrl: z.string() });

export type EventInput = z.output<typeof eventSchema>;

/** A stored event. `eventDate` and `pubDate` are UTC epoch milliseconds, `description` sanitized HTML. */
export type TownEvent = EventInput & StoredItem;

/** What the lists show of an event. */
export type EventCard = Pick<
  TownEvent,
  'id' | 'title' | 'link' | 'eventDate' | 'eventTime' | 'eventLocation'
>;

const imageTypes: Record<string, string> = {
  avif: 'image/avif',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};

/** The media type that the ending of an image's address promises; JPEG when it promises none. */
export function imageTypeOf(url: string): string {
  const ending = /\.([a-z0-9]+)(?:[?#].*)?$/i.exec(url)?.[1]?.toLowerCase() ?? '';
  return imageTypes[ending] ?? 'image/jpeg';
}

/**
 * The address of the event's picture, as a page may load it: from https or this site. Undefined when the enclosure is
 * no picture or lies elsewhere.
 */
export function imageOf({ enclosureUrl, enclosureType }: Pick<TownEvent, 'enclosureUrl' | 'enclosureType'>) {
  if (!/^image\//i.test(enclosureType)) return undefined;
  return /^https:\/\/|^\/(?![/\\\s])/i.test(enclosureUrl) ? enclosureUrl : undefined;
}
