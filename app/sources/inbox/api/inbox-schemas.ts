/** What programs send to the inbox, and what they get. */
import * as z from 'zod';
import { list, object, pageSchema, text, textOrNull } from '#app/desk/api/openapi-schemas.server.ts';
import { instant } from '#app/items/content/item-schema.ts';
import { actions, MOST_NOTE, MOST_REASON } from '#app/sources/inbox/decision.ts';

const id = z
  .string('Enter an id')
  .regex(/^[A-Za-z0-9_-]{1,128}$/, 'This is not an id')
  .optional();

/** A decision as programs send it. */
export const decisionSchema = z.strictObject({
  action: z.enum(actions, `Use one of ${actions.join(', ')}`).meta({
    description:
      'For a change at the source of something published, publish takes the source’s values and discard keeps the present ones',
  }),
  into: id.meta({
    description:
      'To merge: the entry or the item that it becomes a part of. To split: the duplicate; all of them without it',
  }),
  reason: z
    .string('Enter a reason')
    .trim()
    .max(MOST_REASON, `Use at most ${MOST_REASON} characters`)
    .optional()
    .meta({ description: 'To discard what a reader sent: why; its sender sees it' }),
  note: z
    .string('Enter a note')
    .trim()
    .max(MOST_NOTE, `Use at most ${MOST_NOTE} characters`)
    .optional()
    .meta({ description: 'A few words more for its sender' }),
  block: z
    .boolean('Use true or false')
    .optional()
    .meta({ description: 'To discard what a reader sent: whether its sender can send nothing for 7 days' }),
  until: instant('a time').optional().meta({ description: 'To snooze: when it returns' }),
});

const collectionNames = ['articles', 'news', 'events', 'notices'];

/** Of sources: their collection. Of people: why it waits. */
export const kindSchema = { type: 'string', enum: [...collectionNames, 'suggestion', 'report', 'draft'] };

const source = object({ id: text, name: text, address: text, rank: { enum: ['primary', 'aggregator'] } });

const entrySchema = object({
  id: text,
  kind: kindSchema,
  collection: text,
  title: text,
  link: textOrNull,
  stack: { ...text, description: 'The same for all dates of one event' },
  source: { anyOf: [source, { type: 'null' }] },
  receivedAt: { type: 'string', format: 'date-time' },
  item: { type: ['object', 'null'], description: 'The item as the API of its collection returns it' },
  duplicates: list(object({ id: text, source, title: text, link: textOrNull })),
  changes: {
    type: 'array',
    description: 'What the source or the reader says of an item that is published; empty for a new item',
    items: object({
      field: text,
      from: {},
      to: {},
      locked: { type: 'boolean', description: 'An editor wrote the present value' },
    }),
  },
});

export const inboxPageSchema = pageSchema(entrySchema);

export const decidedSchema = object({
  id: text,
  action: text,
  kind: kindSchema,
  collection: text,
  itemId: text,
  summary: text,
});

export const undoneSchema = object({
  undone: { ...text, description: 'The decision, as a sentence' },
  items: list(object({ id: text, title: text })),
  problems: { ...list(text), description: 'What could not be undone, and why' },
});
