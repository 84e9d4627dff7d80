import type { VoterRule } from '#app/people/voters/voter.ts';
import type { Choice, FormSpec } from '#app/platform/forms/field-spec.ts';
import type { ResultRule } from './poll.ts';

const whoVotes: Record<VoterRule, string> = {
  verified: 'Members with a confirmed email address',
  members: 'Any member',
  anyone: 'Anyone, without an account (informal)',
};

const whoSees: Record<ResultRule, string> = {
  always: 'Everyone, at any time',
  voted: 'People who have voted; everyone after the poll closes',
  closed: 'Everyone, after the poll closes',
  admin: 'Only the administrator',
};

/** The poll's form: title, description and options are required (spec section 5). */
export const pollForm: FormSpec = [
  [{ name: 'title', label: 'Title', kind: 'line', required: true }],
  [{ name: 'description', label: 'Description', kind: 'text', required: true }],
  [
    {
      name: 'options',
      label: 'Options',
      kind: 'options',
      required: true,
      hint: 'At least two. Readers see them in this order. Empty ones are ignored. After the first vote you can only correct wording, and readers will see each correction.',
    },
  ],
  [{ name: 'noneOfThese', label: 'Also offer “None of these”', kind: 'check', required: false }],
  [{ name: 'voters', label: 'Who can vote', kind: 'radio', required: true, choices: choicesOf(whoVotes) }],
  [
    {
      name: 'resultsShown',
      label: 'Who sees the results',
      kind: 'radio',
      required: true,
      choices: choicesOf(whoSees),
    },
  ],
  [
    {
      name: 'maxChoices',
      label: 'Answers per vote',
      kind: 'number',
      required: true,
      hint: 'How many options each person can choose.',
    },
  ],
  [
    {
      name: 'opensAt',
      label: 'Opens',
      kind: 'datetime',
      required: false,
      hint: 'Town time. Leave empty to open it now.',
    },
    {
      name: 'closesAt',
      label: 'Closes',
      kind: 'datetime',
      required: false,
      hint: 'Town time. Leave empty to close it yourself.',
    },
  ],
  [{ name: 'picture', label: 'Picture', kind: 'picture', required: false }],
  [{ name: 'id', label: 'ID', kind: 'id', required: true, isDetail: true }],
];

/** The form of a poll that someone has voted in. */
export const begunPollForm: FormSpec = pollForm.map((row) =>
  row.map((field) =>
    field.name === 'options'
      ? {
          ...field,
          isLocked: true,
          hint: 'People have voted. You can correct the wording, and readers will see each correction. To add options, close the poll and reopen it.',
        }
      : field,
  ),
);

function choicesOf(words: Record<string, string>): Choice[] {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}
