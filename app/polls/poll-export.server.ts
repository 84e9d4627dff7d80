import type { RouterContextProvider } from 'react-router';
import { isItemId } from '#app/items/content/item-id.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { inSnapshot } from '#app/platform/database/transaction.ts';
import { countPoll, type Tally } from '#app/polls/votes/vote-count.server.ts';
import { listTurnout, type TurnoutDay } from '#app/polls/votes/voter-store.server.ts';
import type { Poll } from './poll.ts';
import { findPoll } from './poll-store.server.ts';

type Args = { params: { id: string }; context: Readonly<RouterContextProvider> };

export type PollExport = { poll: Poll; tally: Tally; days: TurnoutDay[]; now: number };

/** The results and the turnout of a poll for the administrator, as a file from `write`. 404 without such a poll. */
export async function exportPoll(
  args: Args,
  { type, ending, write }: { type: string; ending: string; write: (exported: PollExport) => string },
): Promise<Response> {
  const { write: db, town, now } = writeContext(args);
  const { id } = args.params;
  const exported = await inSnapshot(db, async (read) => {
    const poll = isItemId(id) ? await findPoll(read, id) : undefined;
    if (!poll) return undefined;
    const tally = await countPoll(read, poll.id);
    return { poll, tally, days: await listTurnout(read, poll.id, town.timeZone), now };
  });
  if (!exported)
    return new Response('This poll does not exist.', {
      status: 404,
      headers: { 'Content-Type': 'text/plain' },
    });
  await recordActivity(args, 'poll-exported', `/polls/${id}`);
  return new Response(write(exported), {
    headers: {
      'Content-Type': `${type}; charset=utf-8`,
      'Content-Disposition': `attachment; filename="poll-${id}.${ending}"`,
      'Cache-Control': 'private, no-store',
    },
  });
}
