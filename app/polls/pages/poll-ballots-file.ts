import { isItemId } from '#app/items/content/item-id.ts';
import { readContext } from '#app/people/request/context.ts';
import { unnoted } from '#app/platform/database/change-counters.server.ts';
import { findPoll } from '#app/polls/poll-store.server.ts';
import { readBallotLines } from '#app/polls/votes/ballot-chain.server.ts';
import { findSeal } from '#app/polls/votes/ballot-sealing.server.ts';
import type { Route } from './+types/poll-ballots-file';

/**
 * The ballots of a closed poll as text for programs, one per line. 404 while it is open or being finalized, and if its
 * results are not published.
 */
export async function loader(args: Route.LoaderArgs) {
  const { read } = readContext(args);
  const { id } = args.params;
  const poll = isItemId(id) ? await findPoll(read, id) : undefined;
  if (!poll || poll.resultsShown === 'admin' || !(await findSeal(read, poll))) return missing();
  // Finalized ballots never change: votes in other polls must not outdate this file.
  const lines = readBallotLines(unnoted(read), poll);
  const encoder = new TextEncoder();
  const body = new ReadableStream({
    async pull(controller) {
      const { done, value } = await lines.next();
      if (done) controller.close();
      else controller.enqueue(encoder.encode(`${value.join('\n')}\n`));
    },
  });
  // Search engines should list its page instead.
  const headers = { 'Content-Type': 'text/plain; charset=utf-8', 'X-Robots-Tag': 'noindex' };
  return new Response(body, { headers });
}

function missing(): Response {
  return new Response('There are no ballots.\n', {
    status: 404,
    headers: { 'Content-Type': 'text/plain; charset=utf-8' },
  });
}
