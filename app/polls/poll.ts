import * as z from 'zod';
import type { StoredItem } from '#app/items/collection/collection.ts';
import { field, formOf, jsonOf, outputOf, withFacts } from '#app/items/content/item-fields.ts';
import {
  itemDocuments,
  itemId,
  oneOf,
  optionalInstant,
  optionalPicture,
  requiredLine,
  requiredText,
  yesOrNo,
} from '#app/items/content/item-schema.ts';
import { voterRules } from '#app/people/voters/voter.ts';
import { choicesOf } from '#app/platform/forms/field-spec.ts';

const MAX_OPTIONS = 50;
const MAX_OPTION_LENGTH = 200;

/** The text of the "none of these" option. */
export const NONE_OF_THESE = 'None of these';

export const resultRules = ['always', 'voted', 'closed', 'admin'] as const;

export type ResultRule = (typeof resultRules)[number];

/** The rules of voting, the picture and the documents that a poll has if none are given (product contract section 4). */
export const pollDefaults = {
  voters: 'verified',
  resultsShown: 'always',
  maxChoices: 1,
  noneOfThese: false,
  opensAt: null,
  closesAt: null,
  picture: null,
  documents: [] as string[],
} as const;

const optionText = requiredLine('the text of this option', MAX_OPTION_LENGTH);

/** An option is sent as its text. In the API's own form, with its id, it is accepted, too: the text identifies it. */
const option = z.union(
  [optionText, z.strictObject({ id: z.string().optional(), text: optionText }).transform(({ text }) => text)],
  {
    // A text's own problem; for anything else, that it is not an option.
    error: ({ code, errors, input }) =>
      (code === 'invalid_union' && typeof input === 'string' ? errors[0]?.[0]?.message : undefined) ??
      'Enter the text of this option',
  },
);

const options = z
  .array(option, 'Enter the options')
  .min(2, 'Enter at least two options')
  .max(MAX_OPTIONS, `Use at most ${MAX_OPTIONS} options`)
  .superRefine(refuseRepeated);

const optionOutput = z.strictObject({ id: z.string(), text: z.string() });

const whoVotes: Record<(typeof voterRules)[number], string> = {
  verified: 'Members with a confirmed email address',
  members: 'Any member',
  anyone: 'Anyone, without an account (informal)',
};

const whoSees: Record<ResultRule, string> = {
  always: 'Everyone, at any time',
  voted: 'People who have voted; everyone after the poll closes',
  closed: 'Everyone, after the poll closes',
  admin: 'Only editors',
};

const maxChoices = z
  .number('Enter a whole number')
  .int('Enter a whole number')
  .min(1, 'Enter 1 or more')
  .max(MAX_OPTIONS, `Enter at most ${MAX_OPTIONS}`)
  .default(pollDefaults.maxChoices);

export const pollFields = z.strictObject({
  id: itemId,
  title: field('Title', requiredLine('a title')),
  description: field('Description', requiredText('a description')),
  options: field('Options', withFacts(options, { output: z.array(optionOutput) }), {
    kind: 'options',
    required: true,
    hint: 'At least two. Readers see them in this order. Empty ones are ignored. After the first vote you can only correct wording, and readers will see each correction.',
  }),
  voters: field('Who can vote', oneOf(voterRules), { kind: 'radio', choices: choicesOf(whoVotes) }),
  resultsShown: field('Who sees the results', oneOf(resultRules), {
    kind: 'radio',
    choices: choicesOf(whoSees),
  }),
  maxChoices: field('Answers per vote', withFacts(maxChoices, { output: z.int() }), {
    kind: 'number',
    required: true,
    hint: 'How many options each person can choose.',
  }),
  noneOfThese: field('Also offer “None of these”', yesOrNo('Choose yes or no')),
  opensAt: field('Opens', optionalInstant('the opening time'), {
    hint: 'Town time. Leave empty to open it now.',
  }),
  closesAt: field('Closes', optionalInstant('the closing time'), {
    hint: 'Town time. Leave empty to close it yourself.',
  }),
  picture: optionalPicture(),
  documents: itemDocuments(),
});

/**
 * A poll; title, description and options are required (spec sections 3 and 5), the rules of voting have defaults
 * (product contract section 4). Its `name` is its title (product contract section 2). The API's additional fields are
 * accepted and ignored.
 */
export const pollSchema = z.preprocess(tidyPoll, pollFields.superRefine(refuseContradictions));

export const pollForm = formOf(pollFields, [
  'title',
  'description',
  'options',
  'noneOfThese',
  'voters',
  'resultsShown',
  'maxChoices',
  ['opensAt', 'closesAt'],
  'picture',
  'documents',
  'id',
]);

/** The fields of a poll as JSON, if its options are their texts. */
export const pollFieldsJson = jsonOf(pollFields);

const resultsOutput = z
  .strictObject({
    voters: z.int(),
    informal: z
      .int()
      .optional()
      .meta({ description: 'How many of them voted without an account, if anyone may vote' }),
    options: z.array(z.strictObject({ id: z.string(), votes: z.int(), informal: z.int().optional() })),
  })
  .nullable()
  .meta({ description: 'Null if hidden from the client' });

const recountOutput = z
  .strictObject({ ballots: z.int(), head: z.string(), url: z.string() })
  .nullable()
  .meta({
    description: 'For a closed poll: the number of ballots, the head of their SHA-256 chain, and the list',
  });

/** A poll as the API returns it. */
export const pollOutputSchema = outputOf(pollFields).extend({
  state: z.enum(['scheduled', 'open', 'closed']).meta({ readOnly: true }),
  results: resultsOutput.meta({ readOnly: true }),
  recount: recountOutput.meta({ readOnly: true }),
});

type Parsed = z.output<typeof pollSchema>;

/** Missing rules have their defaults. */
export type PollInput = Pick<Parsed, 'id' | 'title' | 'description' | 'options'> & Partial<Parsed>;

/** `isNone`: choosing it excludes all other options. */
export type PollOption = { id: string; text: string; isNone?: true };

/**
 * Fields that only closing, reopening and archiving change. Instants are UTC epoch milliseconds. A poll that was
 * archived once keeps `archivedAt`, and can't be reopened, even when it is back in the list.
 */
type Progress = { closedAt: number | null; archivedAt: number | null; archived: boolean; round: number };

/** A stored poll. `description` is text, shown literally; `options` are in their displayed order. */
export type Poll = Omit<Parsed, 'options'> & StoredItem & Progress & { options: PollOption[] };

/** Options with the same key are one option: case and Unicode composition make no difference. */
export function optionKeyOf(text: string): string {
  return text.trim().normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
}

function refuseRepeated(texts: string[], context: z.RefinementCtx): void {
  const seen = new Set<string>();
  for (const [index, text] of texts.entries()) {
    const key = optionKeyOf(text);
    if (seen.has(key))
      context.addIssue({ code: 'custom', path: [index], message: 'This option is listed twice' });
    seen.add(key);
  }
}

type Rules = { options: string[]; maxChoices: number; opensAt: number | null; closesAt: number | null };

function refuseContradictions({ options, maxChoices, opensAt, closesAt }: Rules, context: z.RefinementCtx) {
  if (maxChoices > options.length)
    context.addIssue({ code: 'custom', path: ['maxChoices'], message: 'There are fewer options than this' });
  if (opensAt !== null && closesAt !== null && closesAt <= opensAt)
    context.addIssue({ code: 'custom', path: ['closesAt'], message: 'It must close after it opens' });
}

/** `name` is the title; fields of responses only are left out, and so is the "none of these" option. */
function tidyPoll(raw: unknown): unknown {
  if (typeof raw !== 'object' || raw === null) return raw;
  const { name, state, results, recount, ...input } = raw as Record<string, unknown>;
  if (name !== undefined && input.title === undefined) input.title = name;
  if (input.noneOfThese === true && Array.isArray(input.options))
    input.options = input.options.filter((given) => !isNone(given));
  return input;
}

/** The same for a draft, whose options are their texts. */
export function tidyPollDraft(raw: unknown): unknown {
  const tidy = tidyPoll(raw) as { options?: unknown } | null;
  if (!Array.isArray(tidy?.options)) return tidy;
  const isWithId = (given: unknown): given is { text: string } =>
    typeof (given as { text?: unknown } | null)?.text === 'string';
  return { ...tidy, options: tidy.options.map((given) => (isWithId(given) ? given.text : given)) };
}

function isNone(given: unknown): boolean {
  const text = typeof given === 'string' ? given : (given as { text?: unknown } | null)?.text;
  return typeof text === 'string' && optionKeyOf(text) === optionKeyOf(NONE_OF_THESE);
}
