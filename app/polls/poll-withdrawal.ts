import { redirect } from 'react-router';
import { isItemId } from '#app/content/item-id.ts';
import { writeVisit } from '#app/context.ts';
import type { Route } from './+types/poll-withdrawal';
import { withdrawVote } from './vote-store.server.ts';
import { findOwnStanding } from './voting.server.ts';

/** Takes back the vote of who asks, while the poll is open. */
export async function action(args: Route.ActionArgs) {
  const { write, now } = writeVisit(args);
  const { id } = args.params;
  if (!isItemId(id)) return redirect('/polls', 303);
  const { id: voter } = await findOwnStanding(args, id);
  const isDone = voter !== undefined && (await withdrawVote(write, id, voter, now));
  return redirect(isDone ? `/polls/${id}/vote?withdrawn#outcome` : `/polls/${id}/vote`, 303);
}

/** Typed into the address bar, there is nothing to see here. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(isItemId(params.id) ? `/polls/${params.id}/vote` : '/polls');
}
