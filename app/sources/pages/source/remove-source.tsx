import { data, redirect } from 'react-router';
import { ConfirmationPage } from '#app/desk/hub/confirmation-page.tsx';
import { readContext, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { countDecisions } from '#app/sources/checks/source-history.server.ts';
import { removeSource } from '#app/sources/source-store.server.ts';
import type { Route } from './+types/remove-source';
import { requireSource } from './load-source.server.ts';

/** Asks once before a source is removed. */
export async function loader(args: Route.LoaderArgs) {
  const { read } = readContext(args);
  const { id, name } = await requireSource(args, args.params.id);
  const { published, waiting } = await countDecisions(read, id);
  return { id, name, published, waiting };
}

/** What it brought stays; what waits for review goes. Adding it again brings its memory back. */
export async function action(args: Route.ActionArgs) {
  const { write, now } = writeContext(args);
  const { id, name } = await requireSource(args, args.params.id);
  if (!(await removeSource(write, id, now))) throw data(null, { status: 404 });
  await recordActivity(args, 'source-removed', name);
  return redirect(`/admin/sources?${new URLSearchParams({ removed: name })}`, 303);
}

export default function RemoveSource({ loaderData }: Route.ComponentProps) {
  const { id, name, published, waiting } = loaderData;
  return (
    <ConfirmationPage
      title="Remove a source"
      parent={{ to: `/admin/sources/${id}`, label: name }}
      question={`Remove “${name}”?`}
      action={`/admin/sources/${id}/removal`}
      submit="Remove"
    >
      <Alert tone="warning">
        It will no longer be checked. {consequences(published, waiting)} If you add the same address again, it
        remembers what you published and discarded.
      </Alert>
    </ConfirmationPage>
  );
}

function consequences(published: number, waiting: number): string {
  const stays =
    published > 0
      ? `${published} published ${published === 1 ? 'item stays' : 'items stay'} on the site.`
      : '';
  const goes = waiting > 0 ? `${waiting} ${waiting === 1 ? 'item leaves' : 'items leave'} the inbox.` : '';
  return [stays, goes].filter(Boolean).join(' ');
}
