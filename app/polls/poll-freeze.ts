/** What may still be changed once someone has voted: texts, openly, and the closing time while it is open. */
import type { Problem } from '#app/items/collection/collection.ts';
import type { Poll, PollInput } from './poll.ts';

type Wanted = Required<PollInput>;

const FROZEN = 'This can’t be changed after the first vote';

const frozenRules = ['voters', 'resultsShown', 'maxChoices', 'noneOfThese', 'opensAt'] as const;

/** Why a poll with votes can't be saved like this; empty when it can. */
export function listForbidden(stored: Poll, wanted: Wanted): Problem[] {
  const problems: Problem[] = frozenRules
    .filter((rule) => stored[rule] !== wanted[rule])
    .map((field) => ({ field, message: FROZEN }));
  if (textsOf(stored).length !== wanted.options.length) {
    const message =
      'Someone has already voted. You can correct the wording of options. To add options, close the poll and reopen it';
    problems.push({ field: 'options', message });
  } else if (isShuffled(textsOf(stored), wanted.options)) {
    problems.push({
      field: 'options',
      message: 'Someone has already voted, so the order of the options can’t change',
    });
  }
  if (stored.closedAt !== null && stored.closesAt !== wanted.closesAt)
    problems.push({
      field: 'closesAt',
      message:
        'The poll is closed. Save it with its old closing time; to reopen it, go to Results and closing',
    });
  return problems;
}

/** Public notes about changes after the first vote, as sentences. */
export function listCorrections(stored: Poll, wanted: Wanted): string[] {
  const notes: string[] = [];
  if (stored.title !== wanted.title) notes.push(changed('The question', stored.title, wanted.title));
  if (stored.description !== wanted.description) notes.push('The description was changed.');
  for (const [place, text] of textsOf(stored).entries()) {
    const corrected = wanted.options[place] ?? text;
    if (corrected !== text) notes.push(changed('An option', text, corrected));
  }
  if (stored.closesAt !== wanted.closesAt) notes.push('The closing time was changed.');
  return notes;
}

function changed(what: string, from: string, to: string): string {
  return `${what} was corrected from “${from}” to “${to}”.`;
}

function textsOf({ options }: Poll): string[] {
  return options.filter((option) => !option.isNone).map((option) => option.text);
}

/** A text moved to another position would take the votes of another option. */
function isShuffled(stored: string[], wanted: string[]): boolean {
  return wanted.some((text, place) => stored[place] !== text && stored.includes(text));
}
