import type { AdminRow, FacetContext } from '#app/collection/facets.ts';
import { formatShortDate } from '#app/time/town-time.ts';
import { countVotes } from '#app/votes/vote-count.server.ts';
import type { Poll } from './poll.ts';
import { stateOf } from './poll-state.ts';

const stateWords = { open: 'Open', scheduled: 'Scheduled', closed: 'Closed' } as const;

/** The polls as the admin list shows them, with how many have voted in each. */
export async function listPollRows(polls: Poll[], { read, town, now }: FacetContext): Promise<AdminRow[]> {
  const ids = polls.map(({ id }) => id);
  const tallies = await countVotes(read, ids);
  return polls.map((poll) => {
    const closes = poll.closedAt ?? poll.closesAt;
    return {
      id: poll.id,
      title: poll.title,
      cells: [
        poll.archived ? 'Archived' : stateWords[stateOf(poll, now)],
        String(tallies.get(poll.id)?.voters ?? 0),
        closes === null ? '–' : formatShortDate(closes, town),
      ],
    };
  });
}
