import { data } from 'react-router';
import { isItemId } from '#app/items/content/item-id.ts';
import { writeContext } from '#app/people/request/context.ts';
import { findPoll } from '#app/polls/poll-store.server.ts';

type Args = Parameters<typeof writeContext>[0] & { params: { id: string } };

/** The poll of a confirmation page. Throws 404 if it doesn't exist. */
export async function loadConfirmation(args: Args) {
  const { id } = args.params;
  const poll = isItemId(id) ? await findPoll(writeContext(args).write, id) : undefined;
  if (!poll) throw data(null, { status: 404 });
  return { id: poll.id, title: poll.title };
}

export type ConfirmationFacts = Awaited<ReturnType<typeof loadConfirmation>>;
