import { isItemId } from '#app/items/content/item-id.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { archivePoll } from '#app/polls/poll-progress.server.ts';
import type { Route } from './+types/poll-archive';
import { backToVoting } from './back-to-voting.ts';
import { Confirmation } from './confirmation.tsx';
import { loadConfirmation } from './load-confirmation.server.ts';

export function loader(args: Route.LoaderArgs) {
  return loadConfirmation(args);
}

/** Removes a closed poll from the public list, or restores it. */
export async function action(args: Route.ActionArgs) {
  const { write, now } = writeContext(args);
  const { id } = args.params;
  const { values } = await readForm(args.request, [hidden('archived')]);
  const isArchived = values.archived !== 'no';
  if (!isItemId(id) || !(await archivePoll(write, id, isArchived, now))) return backToVoting(id, 'state');
  await recordActivity(args, 'poll-archived', `/polls/${id}`);
  return backToVoting(id);
}

export default function PollArchive({ loaderData }: Route.ComponentProps) {
  return (
    <Confirmation poll={loaderData} question="Archive this poll?" action="archive" submit="Archive">
      <p>
        The poll disappears from the public list, but its page and ballots stay online. You can put it back in
        the list, but you cannot reopen it, because the site then forgets who voted with an account that was
        deleted later.
      </p>
    </Confirmation>
  );
}
