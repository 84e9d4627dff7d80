import { data, redirect } from 'react-router';
import { changeName } from '#app/people/accounts/profile.server.ts';
import { FailedAlert } from '#app/people/pages/login/failed-alert.tsx';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import type { Route } from './+types/name-page';
import { AccountFrame } from './account-frame.tsx';
import { NameForm, nameForm } from './name-form.tsx';
import { signedInContext } from './signed-in-context.ts';

export const handle: RouteHandle = { hydrate: true };

export function loader(args: Route.LoaderArgs) {
  const { viewer, town } = signedInContext(args);
  return { name: viewer.name ?? '', isAdmin: viewer.kind === 'admin', siteTitle: town.title };
}

/** Changes the account's name; an empty one removes it. */
export async function action(args: Route.ActionArgs) {
  const { auth, viewer } = signedInContext(args);
  const { name } = (await readForm(args.request, nameForm)).values;
  const problem = await changeName(auth, viewer.userId, name);
  if (problem) return data({ name, problem }, 400);
  await recordActivity(args, 'name-changed');
  throw redirect('/account?saved', 303);
}

export default function Name({ loaderData, actionData }: Route.ComponentProps) {
  const { name, isAdmin, siteTitle } = loaderData;
  return (
    <AccountFrame title="Name" siteTitle={siteTitle}>
      {actionData ? <FailedAlert held={undefined} /> : null}
      <NameForm isAdmin={isAdmin} value={actionData?.name ?? name} problem={actionData?.problem} />
      <p>
        <a href="/account">Back to your account</a>
      </p>
    </AccountFrame>
  );
}
