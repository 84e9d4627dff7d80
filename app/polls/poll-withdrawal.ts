import { redirect } from 'react-router';
import { isItemId } from '#app/content/item-id.ts';
import type { Route } from './+types/poll-withdrawal';
import { withdraw } from './voting.server.ts';

/** Takes back the vote of whoever sends the request, while the poll is open. */
export async function action(args: Route.ActionArgs) {
  const { id } = args.params;
  if (!isItemId(id)) return redirect('/polls', 303);
  const isDone = await withdraw(args, id);
  return redirect(isDone ? `/polls/${id}/vote?withdrawn#outcome` : `/polls/${id}/vote`, 303);
}

/** Typed into the address bar, there is nothing to see here. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(isItemId(params.id) ? `/polls/${params.id}/vote` : '/polls');
}
