import { data, redirect } from 'react-router';
import { ConfirmationPage } from '#app/desk/hub/confirmation-page.tsx';
import { requestContextKey, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { requireRecentProof } from '#app/people/sessions/recent-proof.server.ts';
import { endRole, findPerson, nameOfPerson } from '#app/people/team/person-store.server.ts';
import type { Route } from './+types/person-removal';

const PATH = '/admin/people';

/** Asks once before a person is removed. */
export async function loader(args: Route.LoaderArgs) {
  const { services } = args.context.get(requestContextKey);
  const person = await findPerson(services.auth, args.params.id);
  if (!person) throw data(null, { status: 404 });
  await requireRecentProof(services.auth, args.request, `${PATH}/${person.id}/removal`);
  return { id: person.id, name: nameOfPerson(person) };
}

export async function action(args: Route.ActionArgs) {
  const { services } = writeContext(args);
  const { id } = args.params;
  await requireRecentProof(services.auth, args.request, `${PATH}/${id}/removal`);
  const person = await findPerson(services.auth, id);
  if (!person || !(await endRole(services.auth, id))) return redirect(`${PATH}?done=gone`, 303);
  await recordActivity(args, 'person-removed', nameOfPerson(person));
  return redirect(`${PATH}?done=removed`, 303);
}

export default function PersonRemoval({ loaderData: { id, name } }: Route.ComponentProps) {
  return (
    <ConfirmationPage
      question={`Remove ${name}?`}
      parent={{ to: PATH, label: 'People' }}
      action={`${PATH}/${id}/removal`}
      submit="Remove"
    >
      <p className="mb">
        {name} can no longer work on the site: their sessions, API tokens and open forms end at once. What
        they wrote stays, and so does their account as a reader. To have them back, invite them again.
      </p>
    </ConfirmationPage>
  );
}
