/** A meeting as the event's form shows it: each field of it under `meeting` and its name. */

import { instantOfEvent } from '#app/events/event-time.ts';
import type { FieldSpec, FormSpec, FormValues } from '#app/platform/forms/field-spec.ts';
import { bodiesOf, bodyNamed } from '#app/town/bodies.ts';
import type { Town } from '#app/town/town.ts';
import type { Meeting } from './meeting.ts';
import { agendaDueAt, describeDue, minutesDueAt } from './meeting-dues.ts';

/** The part of the form that is folded unless it is filled. */
export const MEETING_FOLD = 'Meeting';

/** Chosen for an event that is no meeting. A form without this field leaves the meeting as it is. */
const NONE = 'none';

const rows: (Omit<FieldSpec, 'required' | 'fold'> & { name: string })[][] = [
  [
    {
      name: 'meetingBody',
      label: 'Meeting of',
      kind: 'choice',
      hint: 'It appears under Meetings, with its agenda and minutes.',
      choices: [{ value: NONE, label: 'No public body' }],
    },
    { name: 'meetingJoinUrl', label: 'Join link', kind: 'url', hint: 'Where one can take part online.' },
  ],
  [{ name: 'meetingAgenda', label: 'Agenda', kind: 'documents', isSingle: true }],
  [{ name: 'meetingAgendaText', label: 'Or write the agenda here', kind: 'html' }],
  [{ name: 'meetingMinutes', label: 'Minutes', kind: 'documents', isSingle: true }],
  [{ name: 'meetingMinutesText', label: 'Or write the minutes here', kind: 'html' }],
  [
    {
      name: 'meetingMinutesStatus',
      label: 'Status of the minutes',
      kind: 'choice',
      choices: [
        { value: 'draft', label: 'Draft' },
        { value: 'approved', label: 'Approved' },
      ],
    },
    {
      name: 'meetingRecordingUrl',
      label: 'Recording',
      kind: 'url',
      hint: 'A link to the video or sound. Say in the text whether it has captions.',
    },
  ],
];

/** The rows of the form. */
export const meetingRows: FormSpec = rows.map((row) =>
  row.map((field) => ({ ...field, required: false, fold: MEETING_FOLD })),
);

const names = meetingRows.flat().map(({ name }) => name);

/** What is of one meeting only: a copy of the event has none of it. */
export const ownMeetingFields = names.filter((name) => !['meetingBody', 'meetingJoinUrl'].includes(name));

/** Where the form shows what is wrong with a part of the meeting. */
export const meetingFormFields: Record<string, string> = Object.fromEntries(
  names.map((name) => [`meeting.${partOf(name)}`, name]),
);

/** 'agendaText' of 'meetingAgendaText'. */
function partOf(name: string): string {
  const part = name.slice('meeting'.length);
  return part.charAt(0).toLowerCase() + part.slice(1);
}

type Json = Record<string, unknown>;

/** The fields' values for an event, or for a draft of one, whose meeting may not be valid. */
export function meetingValuesOf(meeting: unknown): Json {
  const parts = (typeof meeting === 'object' && meeting !== null ? meeting : {}) as Json;
  return Object.fromEntries(
    meetingRows.flat().map(({ name, kind }) => {
      const value = parts[partOf(name)] ?? '';
      return [name, kind === 'documents' ? [value].filter(Boolean) : value];
    }),
  );
}

/**
 * The meeting that a form means; null for none. Anything that belongs to a meeting needs a body: without one, the schema
 * refuses it.
 */
export function meetingOfForm(input: Json, stored: Meeting | null | undefined): Json | null {
  const { minutesStatus, ...parts } = Object.fromEntries(
    names.map((name) => [partOf(name), [input[name] ?? ''].flat().at(-1) ?? '']),
  ) as Json;
  const isUnsaid = Object.values(parts).every((value) => value === '' || value === '<p></p>');
  if (isUnsaid) return (stored ?? null) as Json | null;
  const body = parts.body === NONE ? '' : parts.body;
  const { body: _, ...others } = parts;
  if (body === '' && Object.values(others).every((value) => value === '')) return null;
  const hasMinutes = parts.minutes !== '' || parts.minutesText !== '';
  return { ...parts, body, minutesStatus: hasMinutes ? minutesStatus || 'draft' : null };
}

/** The input of a form without the fields of the meeting. */
export function withoutMeetingFields(input: Json): Json {
  return Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)));
}

/**
 * The form with the town's bodies to choose from, and when the agenda and the minutes are due. Without bodies, only an
 * event that is a meeting shows the fields.
 */
export function withMeetingRows(spec: FormSpec, values: FormValues, town: Town): FormSpec {
  const bodies = bodiesOf(town);
  const given = String(values.meetingBody ?? '');
  if (bodies.length === 0 && (given === '' || given === NONE))
    return spec.filter((row) => !names.includes(row[0]?.name ?? ''));
  const at = instantOfEvent(String(values.eventDate), String(values.eventTime), town.timeZone);
  const due = (sentence: string, instant: number) =>
    `${sentence} ${at === undefined ? '' : `Due ${describeDue(instant, town)}.`}`.trim();
  const hints: Record<string, string> = {
    meetingAgenda: due(`Owed ${town.agendaHours} hours before the meeting.`, agendaDueAt(at ?? 0, town)),
    meetingMinutes: due(
      `Owed ${town.minutesDays} days after the meeting; a draft counts.`,
      minutesDueAt(at ?? 0, town),
    ),
  };
  const choices = [
    { value: NONE, label: 'No public body' },
    ...bodies.map(({ name }) => ({
      value: bodyNamed(town, given)?.name === name ? given : name,
      label: name,
    })),
    ...(given && given !== NONE && !bodyNamed(town, given) ? [{ value: given, label: given }] : []),
  ];
  return spec.map((row) =>
    row.map((field) => ({
      ...field,
      ...(field.name === 'meetingBody' ? { choices } : {}),
      ...(hints[field.name] ? { hint: hints[field.name] } : {}),
    })),
  ) as FormSpec;
}
