import { closePoll } from '#app/polls/close-poll.server.ts';
import type { Route } from './+types/poll-closing';
import { Confirmation } from './confirmation.tsx';
import { actOnPoll, loadConfirmation } from './load-confirmation.server.ts';

export function loader(args: Route.LoaderArgs) {
  return loadConfirmation(args);
}

/** Closes the poll now, before its closing time. */
export function action(args: Route.ActionArgs) {
  return actOnPoll(args, 'poll-closed', closePoll);
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
