import * as z from 'zod';
import type { IssueRow } from '#app/platform/database/tables/newsletter-tables.ts';
import type { Edition } from './edition.ts';

/**
 * One part of an issue: an item of the site, by its collection and id. `{collection: 'events', id: '*'}` is the list of
 * events, `{collection: 'corrections', id}` the corrections of the article with that id, `{collection: 'minutes', id}` the
 * minutes of the meeting that is the event with that id.
 */
export type ItemKey = { collection: string; id: string };

/** The list of events, as a part of an issue. */
export const EVENTS = { collection: 'events', id: '*' } as const satisfies ItemKey;

/** The key as text, for comparing. */
export function keyOf({ collection, id }: ItemKey): string {
  return `${collection}/${id}`;
}

const itemKey = z.object({
  collection: z.enum(['articles', 'news', 'events', 'polls', 'corrections', 'minutes']),
  id: z.string().regex(/^([A-Za-z0-9_-]{1,128}|\*)$/),
});

const MOST_ITEMS = 400;

/**
 * What an issue contains, in order; `out` is left out, which single events can be, too. `lead` comes first; null for
 * the first story with a picture. Parts that no longer exist are ignored.
 */
const choicesSchema = z.object({
  items: z.array(itemKey).max(MOST_ITEMS),
  lead: itemKey.nullable(),
  out: z.array(itemKey).max(MOST_ITEMS),
});

export type Choices = z.output<typeof choicesSchema>;

const oneLine = (most: number) =>
  z
    .string('Enter some text')
    .trim()
    .max(most, `Use at most ${most} characters`)
    .refine((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value), 'Use one line of text');

/** What an editor can change of an issue. An empty subject or preview text is written automatically. */
export const issueChangesSchema = z.object({
  subject: oneLine(200).optional(),
  preview: oneLine(200).optional(),
  note: z
    .string('Enter some text')
    .trim()
    .max(5000, 'Use at most 5,000 characters')
    .refine((value) => !/(?![\n\r\t])\p{Cc}/u.test(value), 'Remove the control characters')
    .transform((value) => value.replace(/\r\n?/g, '\n'))
    .optional(),
  choices: choicesSchema.optional(),
});

export type IssueChanges = z.output<typeof issueChangesSchema>;

/** An issue as stored, its JSON parsed. Instants are UTC epoch milliseconds. */
export type Issue = Omit<IssueRow, 'choices' | 'edition' | 'ownSubject' | 'preview' | 'note'> & {
  /** Written by an editor; '' where it is written automatically. */
  preview: string;
  note: string;
  ownSubject: boolean;
  choices: Choices;
  /** Its content as it was when sending began; null before. */
  edition: Edition | null;
};

/** Whether its content can still be changed. */
export function isOpen({ state }: Pick<Issue, 'state'>): boolean {
  return state === 'draft' || state === 'scheduled';
}
