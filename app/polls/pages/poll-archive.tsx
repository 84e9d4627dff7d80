import { hidden } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { archivePoll } from '#app/polls/poll-progress.server.ts';
import type { Route } from './+types/poll-archive';
import { Confirmation } from './confirmation.tsx';
import { actOnPoll, loadConfirmation } from './load-confirmation.server.ts';

export function loader(args: Route.LoaderArgs) {
  return loadConfirmation(args);
}

/** Removes a closed poll from the public list, or restores it. */
export async function action(args: Route.ActionArgs) {
  const { values } = await readForm(args.request, [hidden('archived')]);
  const isArchived = values.archived !== 'no';
  return actOnPoll(args, 'poll-archived', (db, id, now) => archivePoll(db, id, isArchived, now));
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
