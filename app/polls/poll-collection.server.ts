import { randomUUID } from 'node:crypto';
import type { Collection } from '#app/content/collection.server.ts';
import { type Poll, type PollInput, pollOutputSchema, pollSchema } from './poll.ts';
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
  toJson: ({ id, title, description, options }) => ({ id, title, description, options }),
  toInputJson: ({ id, title, description, options }) => ({
    id,
    title,
    description,
    options: options.map((option) => option.text),
  }),
  titleOf: (poll) => poll.title,
  draft: () => ({ id: randomUUID(), title: '', description: '', options: ['', ''] }),
};
