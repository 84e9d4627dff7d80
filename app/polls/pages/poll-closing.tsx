import { isItemId } from '#app/items/content/item-id.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { closePoll } from '#app/polls/close-poll.server.ts';
import type { Route } from './+types/poll-closing';
import { backToVoting } from './back-to-voting.ts';
import { Confirmation } from './confirmation.tsx';
import { loadConfirmation } from './load-confirmation.server.ts';

export function loader(args: Route.LoaderArgs) {
  return loadConfirmation(args);
}

/** Closes the poll now, before its closing time. */
export async function action(args: Route.ActionArgs) {
  const { write, now } = writeContext(args);
  const { id } = args.params;
  if (!isItemId(id) || !(await closePoll(write, id, now))) return backToVoting(id, 'state');
  await recordActivity(args, 'poll-closed', `/polls/${id}`);
  return backToVoting(id);
}

export default function PollClosing({ loaderData }: Route.ComponentProps) {
  return (
    <Confirmation
      poll={loaderData}
      question="Close this poll now?"
      action="closing"
      submit="Close the poll"
      isDangerous
    >
      <p>
        After that, no one can vote or change a vote. The ballots are finalized and listed, and readers will
        see that you closed the poll early.
      </p>
      <p>You can reopen it later. Readers will see that too, and people who have voted can’t vote again.</p>
    </Confirmation>
  );
}
