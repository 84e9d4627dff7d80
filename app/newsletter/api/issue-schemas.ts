/** What programs send about issues and subscribers. */
import * as z from 'zod';
import { instant } from '#app/items/content/item-schema.ts';
import { issueChangesSchema } from '#app/newsletter/issues/issue.ts';
import { frequencies, topics } from '#app/town/newsletter/newsletter-plan.ts';

export const sectionKinds = ['lead', 'stories', 'events', 'poll', 'corrections'] as const;

export const audiences = ['weekly', 'daily', 'everyone'] as const;

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
