import { randomUUID } from 'node:crypto';
import type { Collection, DraftContext, FormContext } from '#app/items/collection/collection.ts';
import { absentFieldsOf, htmlFieldsOf, jsonOf, outputOf } from '#app/items/content/item-fields.ts';
import { isoOf, optionalIsoOf } from '#app/items/content/item-json.ts';
import { withDrafts } from '#app/items/drafts/with-drafts.server.ts';
import { findNextPublication } from '#app/items/lists/published-items.server.ts';
import { plainLinesOf } from '#app/platform/html/extract.server.ts';
import { DAY_MS } from '#app/platform/time/durations.ts';
import {
  formatEventDate,
  formatLongDate,
  instantOfTownTime,
  startOfToday,
  townDayOf,
  townTimeInDays,
  townTimeOf,
} from '#app/platform/time/town-time.ts';
import type { Town } from '#app/town/town.ts';
import { findTown } from '#app/town/town-store.server.ts';
import { endDateOfForm, endValuesOf } from './end-fields.ts';
import {
  type EventInput,
  type EventStatus,
  eventSchema,
  imageTypeOf,
  previousDateOf,
  type TownEvent,
} from './event.ts';
import { findContradiction } from './event-contradiction.ts';
import { eventForm, eventFormFor } from './event-form.ts';
import { eventJsonLd } from './event-json-ld.ts';
import {
  describePublished,
  findEventPicture,
  findEventsOfWeek,
  listFoundEvents,
  selectEventPages,
} from './event-listings.server.ts';
import {
  findDropDoubt,
  listSeriesIds,
  refuseScheduledRule,
  saveRepeatedEvent,
} from './event-series-store.server.ts';
import { changesOf, findStatusWords } from './event-status.ts';
import { eventOrder, eventSource, findEvent, listEvents, removeEvent } from './event-store.server.ts';
import { describeTime, instantOfEvent } from './event-time.ts';
import { meetingHtml } from './meetings/meeting.ts';
import {
  meetingFormFields,
  meetingOfForm,
  meetingValuesOf,
  ownMeetingFields,
  withoutMeetingFields,
} from './meetings/meeting-form.ts';
import { meetingLinesOf, meetingPartsOf } from './meetings/meeting-lines.server.ts';
import { recurrenceOfForm, repeatFields, repeatValuesOf } from './repeat-fields.ts';
import { findSeriesPositions, listDatesOfSeries, listSeriesOnce } from './series-rows.server.ts';

/** Past events stay in the sitemap for a year. */
const PAST_IN_SITEMAP_MS = 366 * DAY_MS;

const eventJson = jsonOf(eventSchema);

const withoutRules = withDrafts<TownEvent, EventInput>({
  name: 'events',
  singular: 'event',
  heading: 'Events',
  source: eventSource,
  store: {
    order: eventOrder,
    list: listEvents,
    takesFrom: true,
    find: findEvent,
    save: saveRepeatedEvent,
    remove: removeEvent,
    listSeriesIds,
  },
  json: {
    schema: eventSchema,
    outputSchema: outputOf(eventSchema),
    htmlFields: [...htmlFieldsOf(eventSchema), ...meetingHtml],
    imageFields: { address: 'enclosureUrl', type: 'enclosureType' },
    defaults: { fields: ['enclosureUrl', 'enclosureType'], fill: fillPicture },
    toJson: eventJson,
    toInputJson: eventInputJson,
    toItem: (event) => ({ ...absentFieldsOf(eventSchema), ...event }) as TownEvent,
  },
  form: {
    fields: eventForm,
    fieldsFor: async ({ read, values, isNew }) => eventFormFor(values, isNew, await findTown(read)),
    draft: draftEvent,
    standIns: { title: 'Untitled', description: '<p>No text yet.</p>', eventLocation: 'No location yet' },
    toFormJson: eventFormJson,
    formFields: { recurrence: 'repeat', endDate: 'endTime', meeting: 'meetingBody', ...meetingFormFields },
    adjustFormInput: adjustEventForm,
    findDoubt: (event, { town, stored }) => {
      const doubt = findContradiction(event, town.timeZone);
      // The form has asked about it already, or the stored event has the same contradiction.
      return stored && findContradiction(stored, town.timeZone) === doubt ? undefined : doubt;
    },
    findDropDoubt,
    describePublished,
    uncopied: ['status', 'statusNote', ...repeatFields, ...ownMeetingFields],
    keptOnRestore: ['recurrence', 'seriesId', 'recurrenceId', 'seriesStart'],
  },
  facets: {
    search: { rank: 2, date: 'takes-place', listFound: listFoundEvents },
    sitemap: { select: selectEventPages, start: (now) => now - PAST_IN_SITEMAP_MS },
    feed: {
      contents: 'New and changed events',
      // Written with JSX, which the command-line tool can't load and never needs: imported on first use.
      list: async (context, request) =>
        (await import('./event-feed.server.tsx')).listEventDrafts(context, request),
      findNext: (db, now) => findNextPublication(db, eventSource.table, now),
    },
    adminList: {
      columns: ['Title', 'Date', 'Location'],
      listRows: (items, { town: { timeZone } }) =>
        items.map((event) => ({
          id: event.id,
          title: event.title,
          mark: findStatusWords(event),
          cells: [
            `${formatEventDate(event.eventDate, timeZone)} ${describeTime(event, timeZone)}`,
            event.eventLocation,
          ],
        })),
      beforeRemoval:
        'People who saved it in their calendar won’t be notified. If it won’t take place, set its status to Canceled instead.',
      findCurrent: findEventsOfWeek,
      series: { listOnce: listSeriesOnce, listDates: listDatesOfSeries, findPlaces: findSeriesPositions },
      // From today onward, like the public list.
      views: [
        { name: 'today', label: 'From today', from: ({ now, town }) => startOfToday(now, town.timeZone) },
        { name: 'all', label: 'All', from: () => undefined },
      ],
    },
    findSharePicture: findEventPicture,
    jsonLd: eventJsonLd,
    proof: {
      linesOf: (event, clock) => [
        ...[changesOf(event, clock)].filter(Boolean),
        `${formatLongDate(event.eventDate, clock)}, ${event.eventTime}`,
        event.eventLocation,
        plainLinesOf(event.description),
        ...meetingLinesOf(event.meeting),
      ],
      partsOf: ({ meeting }) => meetingPartsOf(meeting),
    },
    openPage: async () => ({
      handle: (await import('#app/events/pages/event-page.tsx')).handle,
      load: (await import('#app/events/pages/load-event-page.server.ts')).loadEventPage,
    }),
  },
});

export const events: Collection<TownEvent, EventInput> = {
  ...withoutRules,
  store: {
    ...withoutRules.store,
    save: async (db, input, options) =>
      (await refuseScheduledRule(db, input, options)) ?? withoutRules.store.save(db, input, options),
  },
};

type Json = Record<string, unknown>;

/**
 * An event without an image gets the town's, and the town's picture of the library unless it says which it has; an image
 * without a type gets the one its address implies.
 */
function fillPicture(raw: Json, town: Town): Json {
  const isMissing = (value: unknown) => value === undefined || value === null || value === '';
  if (isMissing(raw.enclosureUrl)) return { ...townPictureOf(town), ...raw, ...townEnclosureOf(town) };
  if (!isMissing(raw.enclosureType) || typeof raw.enclosureUrl !== 'string') return raw;
  return { ...raw, enclosureType: imageTypeOf(raw.enclosureUrl) };
}

function townEnclosureOf({ eventImage }: Town): Json {
  return { enclosureUrl: eventImage, enclosureType: imageTypeOf(eventImage) };
}

function townPictureOf({ eventPicture }: Town): Json {
  return { picture: eventPicture || null };
}

/** Without a date it moved from, so that one is noted when it moves. */
function eventInputJson(event: TownEvent | EventInput): Json {
  const { previousDate, ...json } = eventJson(event);
  return previousDate ? { ...json, previousDate } : json;
}

function eventFormJson(input: Json, zone: string): Json {
  const { meeting, ...fields } = input;
  return { ...fields, ...repeatValuesOf(input), ...endValuesOf(input, zone), ...meetingValuesOf(meeting) };
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
    ...townEnclosureOf(town),
    ...townPictureOf(town),
    endDate: null,
    allDay: false,
    status: 'scheduled',
    statusNote: null,
    category: null,
  };
}

/** The combined meaning of a form's fields. A form with only the specification's fields leaves the status as it is. */
function adjustEventForm(input: Json, context: FormContext<TownEvent>): Json {
  const { stored } = context;
  const { seriesId, recurrenceId, seriesStart } = stored ?? {};
  const series = {
    seriesId,
    recurrenceId: optionalIsoOf(recurrenceId),
    seriesStart: optionalIsoOf(seriesStart),
  };
  const { repeat, repeatUntil, repeatCount, series: scope, endTime, endDay, ...rest } = input;
  const fields = { ...withoutMeetingFields(rest), meeting: meetingOfForm(rest, stored?.meeting) };
  const recurrence = recurrenceOfForm({ repeat, repeatUntil, repeatCount }, String(input.eventDate), context);
  const allDay = input.allDay === true;
  const eventDate = eventDateOfForm(String(input.eventDate), String(input.eventTime), allDay, context);
  const end = { endTime: String(endTime ?? '').trim(), endDay: String(endDay ?? '').trim() };
  const endDate = endDateOfForm(end, { day: String(input.eventDate), start: eventDate, allDay }, context);
  const status = (input.status || stored?.status || 'scheduled') as EventStatus;
  const adjusted = { ...fields, status, recurrence, endDate, ...series };
  if (eventDate === undefined) return adjusted;
  const previousDate = previousDateOf({ status, eventDate }, stored);
  return {
    ...adjusted,
    eventDate: isoOf(eventDate),
    previousDate: previousDate === null ? undefined : isoOf(previousDate),
  };
}

/**
 * A form has the day and the text of the time: together they give the instant. While the text is unchanged, the stored
 * time of day stays, which may be more precise. An all-day event begins with its day.
 */
function eventDateOfForm(
  day: string,
  eventTime: string,
  allDay: boolean,
  { town, stored }: FormContext<TownEvent>,
): number | undefined {
  const zone = town.timeZone;
  const isSameDay = stored && townDayOf(stored.eventDate, zone) === day;
  if (allDay) return isSameDay && stored.allDay ? stored.eventDate : instantOfTownTime(`${day}T00:00`, zone);
  if (!stored || stored.allDay || stored.eventTime !== eventTime.trim())
    return instantOfEvent(day, eventTime, zone);
  if (isSameDay) return stored.eventDate;
  return instantOfTownTime(`${day}T${townTimeOf(stored.eventDate, zone).slice(-5)}`, zone);
}
