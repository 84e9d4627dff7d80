/** What can be decided about the problems of a class. Classes that are not listed leave nothing to decide. */

type Choice = { value: string; label: string };

/**
 * The first choice is the default. `doubtful`: the default for items that their reader could turn into something useful,
 * such as a draft.
 */
type Decision = {
  class: string;
  question: string;
  choices: readonly [Choice, ...Choice[]];
  doubtful?: string;
};

const SKIP: Choice = { value: 'skip', label: 'Skip them' };
const DRAFT: Choice = { value: 'draft', label: 'Import them as drafts' };
const IMPORT: Choice = { value: 'import', label: 'Import them' };

export const decisions: readonly Decision[] = [
  { class: 'no-date', question: 'Items without a usable date', choices: [SKIP, DRAFT], doubtful: 'draft' },
  {
    class: 'no-title',
    doubtful: 'draft',
    question: 'Items without a title',
    choices: [SKIP, { value: 'draft', label: 'Import them as drafts titled with their first words' }],
  },
  {
    class: 'date-order',
    question: 'Dates that can be read in two ways, such as 05/12/2026',
    choices: [
      DRAFT,
      { value: 'month', label: 'Import them with the month first' },
      { value: 'day', label: 'Import them with the day first' },
    ],
  },
  { class: 'invalid', question: 'Items with missing or incorrect fields', choices: [SKIP, DRAFT] },
  {
    class: 'page',
    question: 'Pages',
    choices: [{ ...IMPORT, label: 'Import them as pages of the town' }, SKIP],
  },
  { class: 'other-type', question: 'Items of other kinds that have a text', choices: [SKIP, IMPORT] },
  { class: 'no-text', question: 'Items without a text', choices: [DRAFT, SKIP] },
  { class: 'email-only', question: 'Posts that were sent only by email', choices: [DRAFT, SKIP] },
  { class: 'private', question: 'Private or password-protected items', choices: [DRAFT, SKIP] },
  {
    class: 'shortcode',
    question: 'Codes of plugins in the text, such as [gallery]',
    choices: [
      { value: 'keep', label: 'Leave them as text' },
      { value: 'remove', label: 'Remove them' },
    ],
  },
  {
    class: 'unconfirmed',
    question: 'People who agreed to the newsletter with an unconfirmed address',
    choices: [
      { value: 'wait', label: 'Subscribe them when they confirm it' },
      { value: 'subscribe', label: 'Subscribe them now' },
    ],
  },
  {
    class: 'same-id',
    question: 'If an item with the same ID already exists',
    choices: [
      { value: 'keep', label: 'Keep the existing one' },
      { value: 'replace', label: 'Replace it. The old one is kept as a version' },
    ],
  },
  {
    class: 'changed-there',
    question: 'If an imported item has changed on the old site',
    choices: [
      { value: 'keep', label: 'Keep it as it is here' },
      { value: 'replace', label: 'Update it, unless it was edited here' },
    ],
  },
];

/** What was chosen for dates that can be read in two ways, if it decides how. */
export function dateOrderIn({ 'date-order': chosen }: Record<string, string>): 'day' | 'month' | undefined {
  return chosen === 'day' || chosen === 'month' ? chosen : undefined;
}

/**
 * What was chosen for a class; undefined where there is nothing to choose. `isDoubtful`: for items that their reader
 * could turn into something useful.
 */
export function choiceOf(
  choices: Record<string, string>,
  name: string,
  isDoubtful = false,
): string | undefined {
  const decision = decisions.find((one) => one.class === name);
  const chosen = decision?.choices.find(({ value }) => value === choices[name]);
  return chosen?.value ?? ((isDoubtful && decision?.doubtful) || decision?.choices[0].value);
}
