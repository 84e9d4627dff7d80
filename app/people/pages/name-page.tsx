import { redirect } from 'react-router';
import { changeName } from '#app/people/accounts/profile.server.ts';
import { isStaff } from '#app/people/accounts/viewer.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import type { Route } from './+types/name-page';
import { AccountFrame } from './account-frame.tsx';
import { NameForm, nameForm } from './name-form.tsx';
import { signedInContext } from './signed-in-context.ts';

export const handle: RouteHandle = { hydrate: true };

export function loader(args: Route.LoaderArgs) {
  const { viewer, town } = signedInContext(args);
  return { name: viewer.name ?? '', isStaff: isStaff(viewer), siteTitle: town.title };
}

/** Changes the account's name; an empty one removes it. */
export async function action(args: Route.ActionArgs) {
  const { auth, viewer } = signedInContext(args);
  const { values } = await readForm(args.request, nameForm);
  const problem = await changeName(auth, viewer.userId, values.name);
  if (problem) return failedForm(400, values, { problems: { name: problem } });
  await recordActivity(args, 'name-changed');
  throw redirect('/account?saved', 303);
}

export default function Name({ loaderData, actionData }: Route.ComponentProps) {
  const { name, isStaff, siteTitle } = loaderData;
  return (
    <AccountFrame title="Name" siteTitle={siteTitle} failed={actionData}>
      <NameForm
        isStaff={isStaff}
        value={actionData?.values.name ?? name}
        problem={actionData?.problems.name}
      />
      <p>
        <a href="/account">Back to your account</a>
      </p>
    </AccountFrame>
  );
}
