import { redirect } from 'react-router';
import { isItemId } from '#app/items/content/item-id.ts';
import { withdraw } from '#app/polls/voting.server.ts';
import type { Route } from './+types/poll-withdrawal';

/** Withdraws the sender's vote while the poll is open. */
export async function action(args: Route.ActionArgs) {
  const { id } = args.params;
  if (!isItemId(id)) return redirect('/polls', 303);
  const isDone = await withdraw(args, id);
  return redirect(isDone ? `/polls/${id}/vote?withdrawn#outcome` : `/polls/${id}/vote`, 303);
}

/** For people who type the address: there is nothing to see here. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(isItemId(params.id) ? `/polls/${params.id}/vote` : '/polls');
}
