import type { ItemForm } from '#app/items/collection/collection.ts';
import type { FormSpec } from '#app/platform/forms/field-spec.ts';
import { type Poll, type PollInput, pollForm } from './poll.ts';
import { findPoll, isBegun } from './poll-store.server.ts';

/** The form of a poll that someone has voted in. */
const begunPollForm: FormSpec = pollForm.map((row) =>
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

/** What can't change after the first vote is locked. */
export const pollFormFor: ItemForm<Poll, PollInput>['fieldsFor'] = async ({ read, values }) => {
  const poll = await findPoll(read, String(values.id));
  return poll && (await isBegun(read, poll)) ? begunPollForm : pollForm;
};
