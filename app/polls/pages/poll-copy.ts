import { redirect } from 'react-router';
import { isItemId } from '#app/items/content/item-id.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { copyPoll } from '#app/polls/poll-progress.server.ts';
import type { Route } from './+types/poll-copy';
import { backToVoting } from './load-confirmation.server.ts';

/** Creates a new poll with the same texts and rules, and leads to its form. */
export async function action(args: Route.ActionArgs) {
  const { write, now } = writeContext(args);
  const { id } = args.params;
  const copy = isItemId(id) ? await copyPoll(write, id, now) : undefined;
  if (!copy) return backToVoting(id, 'state');
  await recordActivity(args, 'poll-copied', `/polls/${copy}`);
  return redirect(`/admin/polls/${copy}?saved=1`, 303);
}

/** For people who type the address: there is nothing to see here. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/admin/polls/${params.id}/voting`);
}
