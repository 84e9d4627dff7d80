import * as z from 'zod';

const text = (most: number) => z.string().trim().max(most, `Use at most ${most} characters`);

/**
 * Who takes over from the administrator, and what they have to know. `afterDays` is how many days without a visit of the
 * administrator the instructions wait before they are emailed; 0 for never.
 */
export const successorSchema = z.object({
  name: text(200),
  email: z.union([z.literal(''), z.email('Enter an email address').max(254)]),
  contacts: text(4000),
  hosting: text(4000),
  domain: text(4000),
  mail: text(4000),
  costs: text(4000),
  notes: text(8000),
  afterDays: z.int().min(0).max(365),
});

export type Successor = z.infer<typeof successorSchema>;
