import { redirect } from 'react-router';
import { isItemId } from '#app/content/item-id.ts';
import { writeVisit } from '#app/context.ts';
import { noteDone } from '#app/note-done.server.ts';
import type { Route } from './+types/poll-closing';
import { backToVoting } from './back-to-voting.ts';
import { closePoll } from './poll-closing.server.ts';

/** Closes the poll now, before its time. */
export async function action(args: Route.ActionArgs) {
  const { write, now } = writeVisit(args);
  const { id } = args.params;
  if (!isItemId(id) || !(await closePoll(write, id, now))) return backToVoting(id, 'state');
  await noteDone(args, 'poll-closed', `/polls/${id}`);
  return backToVoting(id);
}

/** Typed into the address bar, there is nothing to see here. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/admin/polls/${params.id}/voting`);
}
