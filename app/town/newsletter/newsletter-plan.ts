/** How the town sends its newsletter. Everything is off until an administrator turns it on. */
import * as z from 'zod';
import type { Town } from '#app/town/town.ts';
import { fallbackNames } from '#app/town/town-names.ts';

/** What subscribers choose from, in this order everywhere. `urgent`: notices, by email at once. */
export const topics = ['stories', 'events', 'polls', 'urgent'] as const;

export type Topic = (typeof topics)[number];

export const frequencies = ['weekly', 'daily'] as const;

export type Frequency = (typeof frequencies)[number];

/** What happens to an automatic issue that no one has approved when its time comes; `none` needs no approval. */
export const reviews = ['none', 'wait-skip', 'wait-send'] as const;

/** A time of the town, 'HH:MM'. */
const time = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time, such as 17:00');

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most, `Use at most ${most} characters`)
    .refine((value) => !/[\p{Cc}\p{Zl}\p{Zp}]/u.test(value), 'Use one line of text');

const wholeNumber = (least: number, most: number) =>
  z.int(`Enter a whole number from ${least} to ${most}`).min(least).max(most);

export const newsletterPlanSchema = z.object({
  /** '' for the default, see `newsletterNameOf`. */
  name: line(80).default(''),
  weekly: z
    .object({
      on: z.boolean(),
      /** 1 = Monday … 7 = Sunday. */
      weekday: wholeNumber(1, 7),
      time,
    })
    .default({ on: false, weekday: 5, time: '17:00' }),
  daily: z.object({ on: z.boolean(), time }).default({ on: false, time: '07:00' }),
  review: z.enum(reviews).default('wait-skip'),
  /** How many days of events an issue lists, beginning with the day on which it is sent. */
  ahead: wholeNumber(1, 31).default(7),
  /** The postal address at the bottom of each email, which laws of many countries require; '' for none. */
  postalAddress: line(200).default(''),
  /** The maximum number of emails per minute, in all and for one domain of recipients. */
  perMinute: wholeNumber(1, 100_000).default(600),
  perDomainPerMinute: wholeNumber(1, 100_000).default(120),
  /** Where bounces are sent; '' for the address of the sender. */
  bounceAddress: line(254).default(''),
  /** Whether the return path of each email says whose it is: `name+tag@host`. */
  verp: z.boolean().default(false),
  /** The provider whose webhook reports bounces, '' for none, and the key of its signatures. */
  webhook: z.object({ provider: line(40), key: line(4000) }).default({ provider: '', key: '' }),
});

export type NewsletterPlan = z.output<typeof newsletterPlanSchema>;

export const defaultNewsletterPlan: NewsletterPlan = newsletterPlanSchema.parse({});

/** The newsletter's name, as readers see it: 'The Friday Bell', by default 'The Maple Hollow Newsletter'. */
export function newsletterNameOf(
  { name }: Pick<NewsletterPlan, 'name'>,
  { town, title }: Pick<Town, 'town' | 'title'>,
): string {
  if (name !== '') return name;
  return `The ${town === fallbackNames.town ? title : town} Newsletter`;
}
