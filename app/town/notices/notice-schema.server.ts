/** What programs, forms and the command line may send of a notice (product contract section 6). */
import * as z from 'zod';
import { DAY_MS } from '#app/platform/time/durations.ts';
import { MOST_CHARACTERS, type Notice, noticeKinds } from './notice.ts';

const text = z
  .string('Enter the notice')
  .transform((value) => value.replace(/\s+/g, ' ').trim())
  .refine((value) => value !== '', 'Enter the notice')
  .refine((value) => [...value].length <= MOST_CHARACTERS, `Use at most ${MOST_CHARACTERS} characters`)
  .refine((value) => !/\p{Cc}/u.test(value) && value.isWellFormed(), 'Remove the control characters')
  .meta({ description: `Plain text of at most ${MOST_CHARACTERS} characters` });

const kind = z.enum(noticeKinds, `Use one of ${noticeKinds.join(', ')}`);

const link = z
  .preprocess(
    (value) => (value === '' ? null : value),
    z.nullable(
      z
        .string('Enter an address')
        .trim()
        .max(2000, 'Use at most 2000 characters')
        .refine(isLink, 'Enter a URL that begins with http:// or https://'),
    ),
  )
  .meta({ description: 'An http(s) address, or a path of this site' });

function isLink(value: string): boolean {
  if (/[\p{Cc}\s]/u.test(value)) return false;
  return /^\/(?![/\\])/.test(value) || (/^https?:\/\//i.test(value) && URL.canParse(value));
}

const instant = (message: string) =>
  z.iso
    .datetime({ offset: true, error: message })
    .transform((value) => Date.parse(value))
    .refine((value) => Number.isSafeInteger(value), message);

const startsAt = instant('Enter when it starts');
const endsAt = instant('Enter when it ends');

export const noticeSchema = z.strictObject({
  text,
  kind: kind.default('information'),
  link: link.default(null),
  startsAt: startsAt.optional().meta({ description: 'Now by default' }),
  endsAt,
  email: z.boolean('Enter true or false').default(false).meta({
    description: 'Also email it, once, to the subscribers who chose urgent notices',
  }),
});

export type NoticeInput = z.output<typeof noticeSchema>;

export const noticeChangesSchema = z.strictObject({
  text: text.optional(),
  kind: kind.optional(),
  link: link.optional(),
  startsAt: startsAt.optional(),
  endsAt: endsAt.optional(),
  email: z.boolean('Enter true or false').optional(),
});

export type NoticeChanges = z.output<typeof noticeChangesSchema>;

/** A notice for longer than this is a typing error, or should be a page. */
const LONGEST_MS = 366 * DAY_MS;

/** What is wrong with the times of a notice that is not over yet, at its field; undefined if nothing is. */
export function findUntimely(
  { startsAt: start, endsAt: end }: Pick<Notice, 'startsAt' | 'endsAt'>,
  now: number,
): { field: 'startsAt' | 'endsAt'; message: string } | undefined {
  if (end <= now) return { field: 'endsAt', message: 'Enter a time that is still to come' };
  if (end <= start) return { field: 'endsAt', message: 'It must end after it starts' };
  if (end - now > LONGEST_MS) return { field: 'endsAt', message: 'A notice can be up for at most a year' };
  return undefined;
}
