import type { PageContext } from '#app/items/collection/facets.ts';
import { optionKeyOf, type Poll } from '#app/polls/poll.ts';
import { findPoll } from '#app/polls/poll-store.server.ts';
import { loadPollView } from '#app/polls/poll-view.server.ts';

/** What the page of a poll will show once the poll is saved, with a ballot that can't be sent. */
export async function loadPollPreview(poll: Poll, { read, town, now }: PageContext) {
  const stored = await findPoll(read, poll.id);
  const view = await loadPollView(stored ? continuing(poll, stored) : poll, {
    read,
    now,
    clock: town,
    siteTitle: town.title,
    asking: { isAdmin: false, isMember: true, isVerified: true },
    voteStatus: { kind: 'none' },
    withResults: false,
  });
  return { poll: { ...view, isPreview: true }, note: undefined };
}

/** What a save keeps of the stored poll: an option with the same text is the same option. */
function continuing(poll: Poll, { closedAt, archivedAt, archived, round, options }: Poll): Poll {
  const known = new Map(options.map((option) => [optionKeyOf(option.text), option.id]));
  return {
    ...poll,
    ...{ closedAt, archivedAt, archived, round },
    options: poll.options.map((option) => ({
      ...option,
      id: known.get(optionKeyOf(option.text)) ?? option.id,
    })),
  };
}
