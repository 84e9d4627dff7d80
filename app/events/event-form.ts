import { formOf } from '#app/items/content/item-fields.ts';
import type { FieldSpec, FormSpec, FormValues } from '#app/platform/forms/field-spec.ts';
import type { Town } from '#app/town/town.ts';
import { endDayField, endTimeField } from './end-fields.ts';
import { eventSchema } from './event.ts';
import { MEETING_FOLD, meetingRows, withMeetingRows } from './meetings/meeting-form.ts';
import { repeatRows, repeatRowsFor } from './repeat-fields.ts';

/** The hour is read from the time text. */
export const eventForm = formOf(eventSchema, [
  'title',
  ['eventDate', 'eventTime', endTimeField],
  [endDayField, 'allDay'],
  ...repeatRows,
  'eventLocation',
  'description',
  'picture',
  ...meetingRows,
  'category',
  ['status', 'statusNote'],
  'enclosureUrl',
  'link',
  ['enclosureType', 'pubDate'],
  ['sourceId', 'id'],
]);

/** The form of one event: what it has no use for is left out. A new event is rarely canceled. */
export function eventFormFor(values: FormValues, isNew: boolean, town: Town): FormSpec {
  const form = repeatRowsFor(isNew ? eventForm : eventForm.map(unfolded), values);
  return withMeetingRows(form, values, town);
}

/** Few events are meetings. */
function unfolded(row: FieldSpec[]): FieldSpec[] {
  if (row[0]?.fold === MEETING_FOLD) return row;
  return row.map(({ fold: _, ...field }) => field);
}
