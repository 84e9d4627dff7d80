import * as z from 'zod';
import type { StoredItem } from '#app/content/collection.server.ts';
import { itemId, requiredLine, requiredText } from '#app/content/item-schema.ts';

const MAX_OPTIONS = 50;
const MAX_OPTION_LENGTH = 200;

const optionText = requiredLine('the text of this option', MAX_OPTION_LENGTH);

/** An option goes in as its text. As the API gave it, with its id, it is taken back: the text decides which one it is. */
const option = z.union(
  [optionText, z.strictObject({ id: z.string().optional(), text: optionText }).transform(({ text }) => text)],
  'Enter the text of this option',
);

const options = z
  .array(option, 'Enter the options')
  .min(2, 'Enter at least two options')
  .max(MAX_OPTIONS, `Use ${MAX_OPTIONS} options at most`)
  .superRefine(refuseRepeated);

/** A poll; every field is required (spec sections 3 and 5). Its `name` is its title (product contract section 2). */
export const pollSchema = z.preprocess(
  titleFromName,
  z.strictObject({
    id: itemId,
    title: requiredLine('a title'),
    description: requiredText('a description'),
    options,
  }),
);

/** A poll as the API answers it. */
export const pollOutputSchema = z.strictObject({
  id: itemId,
  title: z.string(),
  description: z.string(),
  options: z.array(z.strictObject({ id: z.string(), text: z.string() })),
});

export type PollInput = z.output<typeof pollSchema>;

export type PollOption = { id: string; text: string };

/** A stored poll. `description` is text, shown literally; `options` stand in the order in which readers see them. */
export type Poll = Omit<PollInput, 'options'> & StoredItem & { options: PollOption[] };

/** What the lists show of a poll. `deck` is the first words of its description. */
export type PollTeaser = Pick<Poll, 'id' | 'title'> & { deck: string; optionCount: number };

/** Options with the same key are one option: case and the way accents are composed make no difference. */
export function optionKeyOf(text: string): string {
  return text.trim().normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

function refuseRepeated(texts: string[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, text] of texts.entries()) {
    const key = optionKeyOf(text);
    if (seen.has(key))
      context.addIssue({ code: 'custom', path: [index], message: 'This option is there twice' });
    seen.add(key);
  }
}

function titleFromName(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null || !Object.hasOwn(raw, 'name')) return raw;
  const { name, ...input } = raw as Record<string, unknown>;
  return input.title === undefined ? { ...input, title: name } : input;
}
