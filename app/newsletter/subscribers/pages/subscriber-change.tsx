import { redirect } from 'react-router';
import { ConfirmationPage } from '#app/desk/hub/confirmation-page.tsx';
import { eraseSubscriber, setState } from '#app/newsletter/subscribers/subscriber-store.server.ts';
import { readContext, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import type { Route } from './+types/subscriber-change';
import { requireSubscriber } from './require-subscriber.server.ts';
import { changesOf, ERASED } from './subscriber-words.ts';

/** Asks once before a subscriber is changed. */
export async function loader(args: Route.LoaderArgs) {
  const { read } = readContext(args);
  const subscriber = await requireSubscriber(read, args.params.id);
  const change = changesOf(subscriber).find(({ name }) => name === args.params.change);
  if (!change) throw redirect(`/admin/newsletter/subscribers/${subscriber.id}`);
  return { id: subscriber.id, address: subscriber.address ?? ERASED, change };
}

export async function action(args: Route.ActionArgs) {
  const { write, now } = writeContext(args);
  const subscriber = await requireSubscriber(write, args.params.id);
  const { id } = subscriber;
  const change = changesOf(subscriber).find(({ name }) => name === args.params.change);
  // Done already, or no longer possible: the page shows the present state.
  if (!change) return redirect(`/admin/newsletter/subscribers/${id}`, 303);
  if (change.name === 'reactivation') await setState(write, id, 'active', null, now);
  else if (change.name === 'unsubscribe') await setState(write, id, 'unsubscribed', 'administrator', now);
  else await eraseSubscriber(write, id, now);
  await recordActivity(
    args,
    change.name === 'erasure' ? 'subscriber-erased' : 'subscriber-changed',
    change.label,
  );
  return redirect(`/admin/newsletter/subscribers/${id}?saved`, 303);
}

export default function ChangeSubscriber({ loaderData: { id, address, change } }: Route.ComponentProps) {
  const page = `/admin/newsletter/subscribers/${id}`;
  return (
    <ConfirmationPage
      parent={{ to: page, label: address }}
      question={change.question}
      action={`${page}/${change.name}`}
      submit={change.button}
      isDangerous={change.isDangerous}
    >
      <Alert tone="warning">{change.consequence}</Alert>
    </ConfirmationPage>
  );
}
