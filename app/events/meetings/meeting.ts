import * as z from 'zod';
import { withFacts } from '#app/items/content/item-fields.ts';
import { optionalDocument, optionalHtml, optionalUrl, requiredLine } from '#app/items/content/item-schema.ts';

const minutesStatuses = ['draft', 'approved'] as const;

export type MinutesStatus = (typeof minutesStatuses)[number];

/** What makes an event a meeting of a public body (product contract section 6). */
export type Meeting = {
  /** The name of the body, as Settings have it. */
  body: string;
  joinUrl: string | null;
  /** The id of a document. */
  agenda: string | null;
  /** Sanitized HTML, like `minutesText`. */
  agendaText: string | null;
  minutes: string | null;
  minutesText: string | null;
  minutesStatus: MinutesStatus | null;
  recordingUrl: string | null;
};

const noStatus = z.preprocess(
  (value) => (value === '' ? null : (value ?? null)),
  z.nullable(z.enum(minutesStatuses, 'Use draft or approved')),
);

const fields = z.strictObject({
  body: requiredLine('the body that meets', 80).meta({
    description: 'The name of the body that meets, one of those in Settings',
    example: 'Selectboard',
  }),
  joinUrl: optionalUrl().meta({ description: 'Where one can take part online' }),
  agenda: optionalDocument().meta({ description: 'The id of the document with the agenda' }),
  agendaText: orNull().meta({ description: 'The agenda as HTML, sanitized when it is stored' }),
  minutes: optionalDocument().meta({ description: 'The id of the document with the minutes' }),
  minutesText: orNull().meta({ description: 'The minutes as HTML, sanitized when they are stored' }),
  minutesStatus: noStatus
    .optional()
    .transform((status) => status ?? null)
    .meta({
      description: 'Whether the body has approved its minutes',
    }),
  recordingUrl: optionalUrl().meta({ description: 'The video or sound of the meeting' }),
});

/** The HTML in a meeting, as paths in the event. */
export const meetingHtml = ['meeting.agendaText', 'meeting.minutesText'];

/** The field of an event. What is left out is null. */
export function meetingField() {
  const schema = z
    .preprocess((value) => value ?? null, z.nullable(fields))
    .optional()
    .transform((meeting): Meeting | null => meeting ?? null)
    .meta({
      description:
        'Makes the event a meeting of a public body. A PATCH replaces it whole; what is left out is null',
    });
  return withFacts(schema, { output: z.nullable(z.strictObject(outputShape())) });
}

function orNull() {
  return optionalHtml().transform((html) => html || null);
}

function outputShape() {
  const text = z.string().nullable();
  return {
    ...{ body: z.string(), joinUrl: text, agenda: text, agendaText: text, minutes: text, minutesText: text },
    ...{ minutesStatus: z.enum(minutesStatuses).nullable(), recordingUrl: text },
  };
}

/** The columns of an event's row that have its meeting. */
export function meetingColumns(meeting: Meeting | null | undefined) {
  return {
    meeting: meeting ? JSON.stringify(meeting) : null,
    meetingBody: meeting?.body ?? null,
  };
}

/** The row with its meeting read from its column. */
export function withMeeting<Row extends { meeting: string | null }>(
  row: Row,
): Omit<Row, 'meeting'> & { meeting: Meeting | null } {
  return { ...row, meeting: row.meeting === null ? null : JSON.parse(row.meeting) };
}

/** The HTML of the agenda and the minutes in the column of an event's row; '' where there is none. */
export function meetingTextOf(column: string | null | undefined): string {
  if (!column) return '';
  const { agendaText, minutesText } = JSON.parse(column) as Meeting;
  return [agendaText, minutesText].filter(Boolean).join('\n');
}
