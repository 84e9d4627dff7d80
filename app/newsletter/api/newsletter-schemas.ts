/** Issues and subscribers in the OpenAPI document. */
import type { Json } from '#app/desk/api/call.ts';
import { count, list, object, text, textOrNull } from '#app/desk/api/json-schemas.ts';
import { STATES } from '#app/newsletter/subscribers/subscriber.ts';
import { frequencies, topics } from '#app/town/newsletter/newsletter-plan.ts';
import { audiences, sectionKinds } from './issue-schemas.ts';

const time: Json = { type: 'string', format: 'date-time' };
const timeOrNull: Json = { type: ['string', 'null'], format: 'date-time' };

const counts = [
  'recipients',
  'sent',
  'refused',
  'unknown',
  'bounced',
  'waiting',
  'withdrawn',
  'unsubscribed',
];

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
    ...object(Object.fromEntries(counts.map((name) => [name, count]))),
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
