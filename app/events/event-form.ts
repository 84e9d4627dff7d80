import type { FieldSpec, FormSpec, FormValues } from '#app/platform/forms/field-spec.ts';
import { endDayField, endTimeField } from './end-fields.ts';
import type { EventStatus } from './event.ts';
import { repeatRows, repeatRowsFor } from './repeat-fields.ts';

const statusWords: Record<EventStatus, string> = {
  scheduled: 'Takes place as planned',
  cancelled: 'Cancelled',
  postponed: 'Postponed, no new date yet',
  moved: 'Moved to another date or place',
};

const fold = 'Category, cancel or postpone';

/**
 * The form of an event; every field of the specification is required (spec section 5). The hour is read from the time
 * text.
 */
export const eventForm: FormSpec = [
  [{ name: 'title', label: 'Title', kind: 'line', required: true }],
  [
    { name: 'eventDate', label: 'Event date', kind: 'date', required: true },
    {
      name: 'eventTime',
      label: 'Event time',
      kind: 'line',
      required: true,
      hint: 'As readers see it, for example 7:00 PM or All day',
    },
    endTimeField,
  ],
  [endDayField, { name: 'allDay', label: 'All day', kind: 'check', required: false }],
  ...repeatRows,
  [{ name: 'eventLocation', label: 'Event location', kind: 'line', required: true }],
  [{ name: 'description', label: 'Description', kind: 'html', required: true }],
  [{ name: 'picture', label: 'Picture', kind: 'picture', required: false }],
  [
    {
      name: 'category',
      label: 'Category',
      kind: 'line',
      required: false,
      hint: 'For example Music or Town meetings. Readers can filter the list by category.',
      fold,
    },
  ],
  [
    {
      name: 'status',
      label: 'Status',
      kind: 'choice',
      required: true,
      hint: 'Cancel an event instead of deleting it, so that subscribers’ calendars update.',
      choices: Object.entries(statusWords).map(([value, label]) => ({ value, label })),
      fold,
    },
    {
      name: 'statusNote',
      label: 'Note',
      kind: 'line',
      required: false,
      hint: 'What readers need to know, for example “Tickets remain valid”.',
      fold,
    },
  ],
  [{ name: 'enclosureUrl', label: 'Image URL', kind: 'line', required: true, isDetail: true }],
  [{ name: 'link', label: 'Link', kind: 'url', required: true, isDetail: true }],
  [
    {
      name: 'enclosureType',
      label: 'Image type',
      kind: 'line',
      required: true,
      isDetail: true,
      hint: 'For example image/jpeg',
    },
    {
      name: 'pubDate',
      label: 'Publication date',
      kind: 'datetime',
      required: true,
      isDetail: true,
      hint: 'When the event was announced. It delays nothing: a published event is at once in the list, feeds, calendars, search and the next newsletter. To publish it later, choose Scheduled.',
    },
  ],
  [
    { name: 'sourceId', label: 'Source ID', kind: 'line', required: true, isDetail: true },
    { name: 'id', label: 'ID', kind: 'id', required: true, isDetail: true },
  ],
];

/** The form of one event: what it has no use for is left out. A new event is rarely cancelled. */
export function eventFormFor(values: FormValues, isNew: boolean): FormSpec {
  return repeatRowsFor(isNew ? eventForm : eventForm.map(unfolded), values);
}

function unfolded(row: FieldSpec[]): FieldSpec[] {
  return row.map(({ fold: _, ...field }) => field);
}
