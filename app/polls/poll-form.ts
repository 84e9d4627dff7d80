import type { Choice, FormSpec } from '#app/forms/field-spec.ts';
import type { VoterRule } from '#app/votes/voter.ts';
import type { ResultRule } from './poll.ts';

const whoVotes: Record<VoterRule, string> = {
  verified: 'Members with a confirmed address',
  members: 'Any member',
  anyone: 'Anyone, without an account (informal)',
};

const whoSees: Record<ResultRule, string> = {
  always: 'Everybody, always',
  voted: 'Those who have voted; everybody after closing',
  closed: 'Everybody, after closing',
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
      hint: 'Two or more. Readers see them in this order; empty ones are left out. After the first vote only texts can be corrected, and everybody sees that they were.',
    },
  ],
  [{ name: 'noneOfThese', label: 'Also offer “None of these”', kind: 'check', required: false }],
  [
    { name: 'voters', label: 'Who may vote', kind: 'choice', required: true, choices: choicesOf(whoVotes) },
    {
      name: 'resultsShown',
      label: 'Who sees the results',
      kind: 'choice',
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
      hint: 'How many options one person may choose.',
    },
  ],
  [
    {
      name: 'opensAt',
      label: 'Opens',
      kind: 'datetime',
      required: false,
      hint: 'Town time. Empty: at once.',
    },
    {
      name: 'closesAt',
      label: 'Closes',
      kind: 'datetime',
      required: false,
      hint: 'Town time. Empty: when you close it.',
    },
  ],
  [{ name: 'id', label: 'ID', kind: 'id', required: true, isDetail: true }],
];

function choicesOf(words: Record<string, string>): Choice[] {
  return Object.entries(words).map(([value, label]) => ({ value, label }));
}
