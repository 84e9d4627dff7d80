import { redirect } from 'react-router';
import { isItemId } from '#app/content/item-id.ts';
import { writeVisit } from '#app/context.ts';
import { noteDone } from '#app/note-done.server.ts';
import type { Route } from './+types/poll-archive';
import { backToVoting } from './back-to-voting.ts';
import { archivePoll } from './poll-progress.server.ts';

/** Takes a closed poll out of the public list, or puts it back. */
export async function action(args: Route.ActionArgs) {
  const { write, now } = writeVisit(args);
  const { id } = args.params;
  const form = await args.request.formData().catch(() => new FormData());
  const isArchived = form.get('archived') !== 'no';
  if (!isItemId(id) || !(await archivePoll(write, id, isArchived, now))) return backToVoting(id, 'state');
  await noteDone(args, 'poll-archived', `/polls/${id}`);
  return backToVoting(id);
}

/** Typed into the address bar, there is nothing to see here. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/admin/polls/${params.id}/voting`);
}
