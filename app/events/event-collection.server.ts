import { randomUUID } from 'node:crypto';
import type { Collection, DraftContext, FormContext } from '#app/content/collection.server.ts';
import { isoOf } from '#app/content/item-json.ts';
import { instantOfTownTime, townDayOf, townTimeInDays, townTimeOf } from '#app/time/town-time.ts';
import { type EventInput, eventOutputSchema, eventSchema, imageTypeOf, type TownEvent } from './event.ts';
import { eventOrder, findEvent, listEvents, removeEvent, saveEvent } from './event-store.server.ts';
import { instantOfEvent } from './event-time.ts';

export const events: Collection<TownEvent, EventInput> = {
  name: 'events',
  singular: 'event',
  schema: eventSchema,
  outputSchema: eventOutputSchema,
  htmlFields: ['description'],
  order: eventOrder,
  list: listEvents,
  takesFrom: true,
  find: findEvent,
  save: saveEvent,
  remove: removeEvent,
  toJson: eventJson,
  toInputJson: eventJson,
  titleOf: (event) => event.title,
  draft: draftEvent,
  adjustFormInput(input, context) {
    const eventDate = eventDateOfForm(String(input.eventDate), String(input.eventTime), context);
    return { ...input, eventDate: eventDate === undefined ? input.eventDate : isoOf(eventDate) };
  },
};

function eventJson({ version, updatedAt, ...event }: TownEvent): Record<string, unknown> {
  return { ...event, pubDate: isoOf(event.pubDate), eventDate: isoOf(event.eventDate) };
}

function draftEvent({ town, now, siteUrl }: DraftContext): Record<string, unknown> {
  const id = randomUUID();
  return {
    id,
    sourceId: `local:${id}`,
    title: '',
    link: `${siteUrl}/events/${id}`,
    pubDate: isoOf(now),
    description: '',
    eventDate: isoOf(townTimeInDays(now, 1, '19:00', town.timeZone)),
    eventTime: '7:00 PM',
    eventLocation: '',
    enclosureUrl: town.eventImage,
    enclosureType: imageTypeOf(town.eventImage),
  };
}

/**
 * A form has the day and the words for the time: together they make the instant. While nobody changes the words the
 * stored time of day stays, which may be finer than they are.
 */
function eventDateOfForm(
  day: string,
  eventTime: string,
  { town, stored }: FormContext<TownEvent>,
): number | undefined {
  const zone = town.timeZone;
  if (!stored || stored.eventTime !== eventTime.trim()) return instantOfEvent(day, eventTime, zone);
  if (townDayOf(stored.eventDate, zone) === day) return stored.eventDate;
  return instantOfTownTime(`${day}T${townTimeOf(stored.eventDate, zone).slice(-5)}`, zone);
}
