import type { FormSpec } from '#app/forms/field-spec.ts';

/** The form of an event; every field is required (spec section 5). The hour of the date is read from the time. */
export const eventForm: FormSpec = [
  [{ name: 'id', label: 'ID', kind: 'id', required: true }],
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
  ],
  [{ name: 'eventLocation', label: 'Event location', kind: 'line', required: true }],
  [{ name: 'link', label: 'Link', kind: 'url', required: true }],
  [{ name: 'description', label: 'Description', kind: 'html', required: true }],
  [
    { name: 'enclosureUrl', label: 'Image address', kind: 'line', required: true },
    {
      name: 'enclosureType',
      label: 'Image type',
      kind: 'line',
      required: true,
      hint: 'For example image/jpeg',
    },
  ],
  [
    { name: 'sourceId', label: 'Source ID', kind: 'line', required: true },
    { name: 'pubDate', label: 'Publication date', kind: 'datetime', required: true },
  ],
];
