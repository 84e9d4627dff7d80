import { randomUUID } from 'node:crypto';
import type { Collection } from '#app/content/collection.server.ts';
import { type Poll, type PollInput, pollOutputSchema, pollSchema } from './poll.ts';
import { pollJson, pollsNow } from './poll-json.server.ts';
import { findPoll, listPolls, pollOrder, removePoll, savePoll } from './poll-store.server.ts';

export const polls: Collection<Poll, PollInput> = {
  name: 'polls',
  singular: 'poll',
  schema: pollSchema,
  outputSchema: pollOutputSchema,
  htmlFields: [],
  order: pollOrder,
  list: listPolls,
  find: findPoll,
  save: savePoll,
  remove: removePoll,
  toJson: pollJson,
  toPresentJson: pollsNow,
  toInputJson: (poll) => ({
    ...pollJson(poll),
    options: poll.options.filter((option) => !option.isNone).map((option) => option.text),
  }),
  titleOf: (poll) => poll.title,
  draft: () => ({
    id: randomUUID(),
    title: '',
    description: '',
    options: ['', ''],
    voters: 'verified',
    resultsShown: 'always',
    maxChoices: 1,
    noneOfThese: false,
    opensAt: null,
    closesAt: null,
  }),
};
