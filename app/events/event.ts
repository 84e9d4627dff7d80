import type { Generated } from 'kysely';
import * as z from 'zod';
import type { StoredItem } from '#app/items/collection/collection.ts';
import { field, withFacts } from '#app/items/content/item-fields.ts';
import type { ItemTables, RowOf } from '#app/items/content/item-row.ts';
import {
  atMost,
  instant,
  itemDocuments,
  itemId,
  oneOf,
  optionalInstant,
  optionalPicture,
  optionalWords,
  requiredHtml,
  requiredImageUrl,
  requiredLine,
  requiredUrl,
  yesOrNo,
} from '#app/items/content/item-schema.ts';
import { choicesOf } from '#app/platform/forms/field-spec.ts';
import { pictureIdOf } from '#app/platform/media/picture-sizes.ts';
import { parseRecurrence } from '#app/platform/time/recurrence-rule.ts';
import { meetingField } from './meetings/meeting.ts';

const eventStatuses = ['scheduled', 'cancelled', 'postponed', 'moved'] as const;

export type EventStatus = (typeof eventStatuses)[number];

const statusWords: Record<EventStatus, string> = {
  scheduled: 'Takes place as planned',
  cancelled: 'Canceled',
  postponed: 'Postponed, no new date yet',
  moved: 'Moved to another date or place',
};

const fold = 'Category, cancel or postpone';

/** In the order of the specification and the API. */
const fields = z.strictObject({
  id: itemId,
  sourceId: field('Source ID', requiredLine('a source ID'), { isDetail: true }),
  title: field('Title', requiredLine('a title')),
  link: field('Link', requiredUrl('a link'), { isDetail: true }),
  pubDate: field('Publication date', instant('a publication date'), {
    isDetail: true,
    hint: 'When the event was announced. It delays nothing: a published event is at once in the list, feeds, calendars, search and the next newsletter. To publish it later, choose Scheduled.',
  }),
  description: field('Description', requiredHtml('a description')),
  eventDate: field('Event date', instant('a date'), { kind: 'date' }),
  eventTime: field('Event time', requiredLine('a time'), {
    hint: 'As readers see it, for example 7:00 PM or All day',
  }),
  eventLocation: field('Event location', requiredLine('a location')),
  enclosureUrl: field('Image URL', requiredImageUrl('an image URL'), { isDetail: true }),
  enclosureType: field('Image type', requiredLine('an image type', 200), {
    isDetail: true,
    hint: 'For example image/jpeg',
  }),
  endDate: optionalInstant('the end').meta({
    description: 'When it ends; for an all-day event, the midnight after its last day',
  }),
  allDay: field('All day', yesOrNo('Choose yes or no')),
  status: field('Status', oneOf(eventStatuses), {
    hint: 'Cancel an event instead of deleting it, so that subscribers’ calendars update.',
    choices: choicesOf(statusWords),
    fold,
  }),
  statusNote: field(
    'Note',
    optionalWords(300).meta({ description: 'What readers need to know about the status' }),
    { hint: 'What readers need to know, for example “Tickets remain valid”.', fold },
  ),
  category: field(
    'Category',
    optionalWords(60).meta({
      description: 'What kind of event it is, in the town’s own words. Readers can filter by it',
    }),
    { hint: 'For example Music or Town meetings. Readers can filter the list by category.', fold },
  ),
  previousDate: withFacts(
    emptyIsAbsent(z.nullable(instant('the date it moved from'))).meta({
      description:
        'For a moved event, the date it was first announced for, set automatically when its date changes; otherwise null',
    }),
    { isInstant: true, output: z.iso.datetime().nullable() },
  ),
  recurrence: recurrence(),
  seriesId: withFacts(
    z
      .preprocess((value) => value ?? null, z.nullable(itemId))
      .optional()
      .transform((id) => id ?? null)
      .meta({
        description:
          'The series that the event is a date of; null for an event of its own. Read-only: what is sent for an existing event is ignored, and for a new one it puts an exported date back into its series',
      }),
    { output: z.string().nullable() },
  ),
  recurrenceId: optionalInstant('the date that the rule gives').meta({
    description: 'The date that the rule gives; eventDate differs when only this date was moved. Read-only',
  }),
  seriesStart: optionalInstant('the beginning of the series').meta({
    description: 'The first date of the rule, even if that event was deleted. Read-only',
  }),
  picture: optionalPicture(),
  documents: itemDocuments(),
  meeting: meetingField(),
});

/**
 * An event; every field of the specification is required (spec sections 3 and 5), its end and its status are not.
 * `eventTime` is the time as readers see it. `endDate` is exclusive.
 */
export const eventSchema = fields.superRefine(refuseEndBeforeStart);

declare module '#app/platform/database/tables/tables.ts' {
  interface Tables extends ItemTables<'event', RowOf<typeof fields> & MeetingRow, number> {}
}

/** The name of the body in `meeting`, for lists. */
type MeetingRow = { meetingBody: Generated<string | null> };

type Parsed = z.output<typeof eventSchema>;

/** Fields beyond the specification; the defaults are: no picture, no documents, no meeting, no end, not all-day, scheduled, not repeated. */
type Extra =
  | 'picture'
  | 'documents'
  | 'meeting'
  | 'endDate'
  | 'allDay'
  | 'status'
  | 'statusNote'
  | 'category'
  | 'previousDate'
  | SeriesField;

type SeriesField = 'recurrence' | 'seriesId' | 'recurrenceId' | 'seriesStart';

export type EventInput = Omit<Parsed, Extra> & Partial<Pick<Parsed, Extra>>;

/**
 * A stored event. Its dates are UTC epoch milliseconds, `description` sanitized HTML. `endDate`, `statusNote`,
 * `category` and `previousDate` are null if missing; only a moved event has a `previousDate`. `recurrence`, `seriesId`,
 * `recurrenceId` and `seriesStart` are null unless it repeats, and then none of them is.
 */
export type TownEvent = Omit<Parsed, 'previousDate'> & { previousDate: number | null } & StoredItem;

/** What lists and calendars show of an event. */
export const cardFields = [
  'id',
  'title',
  'link',
  'eventDate',
  'eventTime',
  'eventLocation',
  'endDate',
  'allDay',
  'status',
  'statusNote',
  'previousDate',
  'category',
] as const;

export type EventCard = Pick<TownEvent, (typeof cardFields)[number]>;

/** What calendars contain of an event. The beginning of its `description`, which is HTML, is enough. */
export type CalendarEvent = EventCard &
  Pick<TownEvent, 'description' | 'version' | 'updatedAt' | SeriesField>;

/**
 * The first date of a moved event, which readers may remember: recorded when its date changes, and kept when it moves
 * again. A `given` date takes precedence. Null for an event that did not move, or is back at its first date.
 */
export function previousDateOf(
  { status, eventDate, previousDate: given }: Pick<EventInput, 'status' | 'eventDate' | 'previousDate'>,
  stored: Pick<TownEvent, 'eventDate' | 'previousDate'> | undefined,
): number | null {
  if (status !== 'moved') return null;
  const date = given === undefined ? (stored?.previousDate ?? stored?.eventDate ?? null) : given;
  return date === eventDate ? null : date;
}

function recurrence() {
  const schema = z
    .preprocess(
      (value) => (typeof value === 'string' ? value.trim() || null : (value ?? null)),
      z.nullable(
        z
          .string('Enter a rule')
          .max(...atMost(300))
          .transform((text) => text.toUpperCase().replace(/^RRULE:/, ''))
          .superRefine((text, context) => {
            const rule = parseRecurrence(text);
            if (typeof rule === 'string') context.addIssue({ code: 'custom', message: rule });
          }),
      ),
    )
    .optional()
    .transform((rule) => rule ?? null)
    .meta({
      description:
        'How it repeats: an RFC 5545 RRULE with FREQ=WEEKLY or FREQ=MONTHLY, INTERVAL, BYDAY, BYMONTHDAY or WKST, and UNTIL or COUNT. Each date becomes an event of its own',
      example: 'FREQ=WEEKLY;COUNT=10',
    });
  return withFacts(schema, { output: z.string().nullable() });
}

function refuseEndBeforeStart(
  { eventDate, endDate }: { eventDate: number; endDate: number | null },
  context: z.RefinementCtx,
): void {
  if (endDate !== null && endDate <= eventDate)
    context.addIssue({ code: 'custom', path: ['endDate'], message: 'It must end after it starts' });
}

function emptyIsAbsent<Schema extends z.ZodType>(schema: Schema) {
  return z.preprocess((value) => (value === '' ? undefined : value), schema.optional()).optional();
}

const imageTypes: Record<string, string> = {
  avif: 'image/avif',
  gif: 'image/gif',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  svg: 'image/svg+xml',
  webp: 'image/webp',
};

/** The media type implied by an image address's extension; JPEG by default. */
export function imageTypeOf(url: string): string {
  const ending = /\.([a-z0-9]+)(?:[?#].*)?$/i.exec(url)?.[1]?.toLowerCase() ?? '';
  return imageTypes[ending] ?? 'image/jpeg';
}

/**
 * The address of the event's picture if a page can load it: from https or this site. Undefined when the enclosure is
 * not a picture, is elsewhere, or is a picture of the library.
 */
export function imageOf({ enclosureUrl, enclosureType }: Pick<TownEvent, 'enclosureUrl' | 'enclosureType'>) {
  if (!/^image\//i.test(enclosureType) || pictureIdOf(enclosureUrl)) return undefined;
  return /^https:\/\/|^\/(?![/\\\s])/i.test(enclosureUrl) ? enclosureUrl : undefined;
}

/** The id of the event's picture in the library: its lead picture, otherwise its enclosure. Null without one. */
export function pictureOf({ picture, enclosureUrl }: Pick<TownEvent, 'picture' | 'enclosureUrl'>) {
  return picture ?? pictureIdOf(enclosureUrl) ?? null;
}
