/** Issues and subscribers in the OpenAPI document. */

import * as z from 'zod';
import type { Json } from '#app/desk/api/call.ts';
import { count, list, object, text, textOrNull } from '#app/desk/api/openapi-schemas.server.ts';
import { instant } from '#app/items/content/item-schema.ts';
import { issueChangesSchema } from '#app/newsletter/issues/issue.ts';
import { noRecipients } from '#app/newsletter/sending/recipient-store.server.ts';
import { STATES } from '#app/newsletter/subscribers/subscriber.ts';
import { frequencies, topics } from '#app/town/newsletter/newsletter-plan.ts';

const sectionKinds = ['lead', 'stories', 'events', 'poll', 'corrections'] as const;

const audiences = ['weekly', 'daily', 'everyone'] as const;

const time: Json = { type: 'string', format: 'date-time' };
const timeOrNull: Json = { type: ['string', 'null'], format: 'date-time' };

export const issueSchema = object({
  id: text,
  number: { type: ['integer', 'null'], description: 'Given when sending begins' },
  subject: text,
  preview: text,
  note: text,
  state: { type: 'string', enum: ['draft', 'scheduled', 'sending', 'sent', 'expired'] },
  audience: { type: 'string', enum: [...audiences] },
  day: { type: 'string', format: 'date' },
  sendAt: timeOrNull,
  startedAt: timeOrNull,
  finishedAt: timeOrNull,
  approvedAt: timeOrNull,
  createdAt: time,
  heldFor: { ...textOrNull, description: 'Why sending is paused' },
  endedFor: { ...textOrNull, description: 'Why it has expired' },
  url: { ...textOrNull, description: 'The web edition' },
  sections: list(
    object({
      kind: { type: 'string', enum: [...sectionKinds] },
      title: text,
      items: list(object({ collection: text, id: text, title: text, url: text })),
    }),
  ),
  counts: {
    ...object(Object.fromEntries(Object.keys(noRecipients).map((name) => [name, count]))),
    description: 'Before the issue is sent, recipients is a forecast',
  },
  version: { type: 'integer' },
});

export const subscriberSchema = object({
  id: text,
  email: { ...textOrNull, description: 'Null after it was erased' },
  state: { type: 'string', enum: [...STATES] },
  topics: list({ type: 'string', enum: [...topics] }),
  frequency: { type: 'string', enum: [...frequencies] },
  reason: textOrNull,
  flag: { type: ['string', 'null'], enum: ['disposable', 'role', null] },
  consent: object({ source: text, at: time }),
  createdAt: time,
});

export const buildSchema = z.strictObject({
  audience: z
    .enum(audiences, `Use one of ${audiences.join(', ')}`)
    .optional()
    .meta({
      description: 'Who gets it; by default everyone, or those without the daily newsletter if there is one',
    }),
});

const id = z.string('Enter an id').regex(/^[A-Za-z0-9_-]{1,128}$/, 'This is not an id');

const section = z.object({
  kind: z.enum(sectionKinds, `Use one of ${sectionKinds.join(', ')}`),
  items: z.array(z.object({ collection: z.string('Enter a collection').max(40), id })).max(400),
});

const { subject, preview, note } = issueChangesSchema.shape;

/** The changes of an issue. Titles and addresses in sections are ignored, so that they can be sent as received. */
export const issuePatchSchema = z.strictObject({
  subject,
  preview,
  note,
  sections: z.array(section).max(400).optional().meta({
    description:
      'The content in its order; what is not in it is left out, and can be brought back by naming it again',
  }),
});

export const sendSchema = z.strictObject({
  at: instant('a time').optional().meta({ description: 'When it is sent; now by default' }),
});

export const testSchema = z.strictObject({
  to: z.string('Enter an email address').meta({ description: 'Who gets the test' }),
});

export const subscriberInputSchema = z.strictObject({
  email: z.string('Enter an email address').max(320, 'Enter an email address'),
  state: z
    .literal('active', 'Only active subscribers can be added')
    .optional()
    .meta({ description: 'As GET returns it' }),
  topics: z
    .array(z.enum(topics, `Use ${topics.join(', ')}`))
    .min(1, 'Choose at least one topic')
    .optional()
    .meta({ description: 'All by default' }),
  frequency: z
    .enum(frequencies, `Use one of ${frequencies.join(', ')}`)
    .optional()
    .meta({ description: 'Weekly by default' }),
  consent: z.strictObject(
    {
      source: z
        .string('Enter where the person agreed')
        .trim()
        .min(1, 'Enter where the person agreed')
        .max(500, 'Use at most 500 characters')
        .meta({ description: 'Where the person agreed to get the newsletter' }),
      at: instant('when the person agreed'),
    },
    'Enter consent: {source, at}',
  ),
});
