import { data, Form, Link, redirect } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { oldPathOf } from '#app/moving/redirects/old-path.ts';
import { changeRedirect, findRedirect } from '#app/moving/redirects/redirect-store.server.ts';
import { readContext, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { Route } from './+types/redirect-edit';
import { RedirectFields, redirectForm } from './redirect-fields.tsx';

/** `/admin/redirects/edit?from=…`: changes a redirect. */
export async function loader(args: Route.LoaderArgs) {
  const { read } = readContext(args);
  const from = args.url.searchParams.get('from');
  if (!from) throw redirect('/admin/redirects');
  const found = await findRedirect(read, from);
  if (!found) throw data(null, { status: 404 });
  return { from: found.fromPath, to: found.target };
}

export async function action(args: Route.ActionArgs) {
  const { write, now, siteUrl, routes } = writeContext(args);
  const { values } = await readForm(args.request, redirectForm);
  const known = new URL(args.request.url).searchParams.get('from') ?? '';
  if (!(await findRedirect(write, known))) throw data(null, { status: 404 });
  const refused = await changeRedirect(write, known, values, {
    now,
    siteUrl,
    isOwnAddress: routes.isOwnAddress,
  });
  if (refused) return failedForm(422, values, { problems: { [refused.field]: refused.problem } });
  const path = oldPathOf(values.from) ?? '';
  await recordActivity(args, 'redirect-changed', path);
  return redirect(`/admin/redirects?${new URLSearchParams({ saved: path })}`, 303);
}

export default function RedirectEdit({ loaderData, actionData }: Route.ComponentProps) {
  const { from, to } = loaderData;
  const { values = { from, to }, problems = {} } = actionData ?? {};
  return (
    <AdminPage isForm heading="Edit a redirect" parent={{ to: '/admin/redirects', label: 'Redirects' }}>
      <Form method="post" action={`/admin/redirects/edit?${new URLSearchParams({ from })}`} noValidate>
        <RedirectFields values={values} problems={problems} />
        <div className="actions">
          <button type="submit" className="button button--primary">
            Save
          </button>
          <Link className="button" to="/admin/redirects">
            Cancel
          </Link>
        </div>
      </Form>
    </AdminPage>
  );
}
