import { data, Form, Link, redirect } from 'react-router';
import { oldPathOf } from '#app/moving/redirects/old-path.ts';
import {
  changeRedirect,
  findRedirect,
  type RedirectEntry,
} from '#app/moving/redirects/redirect-store.server.ts';
import { formTextOf, readForm } from '#app/people/pages/login/form-field.ts';
import { readContext, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
import type { Route } from './+types/redirect-edit';
import { RedirectFields, type RedirectProblems } from './redirect-fields.tsx';

/** `/admin/redirects/edit?from=…`: changes a redirect. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town } = readContext(args);
  const from = args.url.searchParams.get('from');
  if (!from) throw redirect('/admin/redirects');
  const found = await findRedirect(read, from);
  if (!found) throw data(null, { status: 404 });
  return { from: found.fromPath, to: found.target, siteTitle: town.title };
}

type Again = { typed: RedirectEntry; problems: RedirectProblems };

export async function action(args: Route.ActionArgs) {
  const { write, now, siteUrl, routes } = writeContext(args);
  const form = await readForm(args.request);
  const known = new URL(args.request.url).searchParams.get('from') ?? '';
  if (!(await findRedirect(write, known))) throw data(null, { status: 404 });
  const typed = { from: formTextOf(form, 'from'), to: formTextOf(form, 'to') };
  const refused = await changeRedirect(write, known, typed, {
    now,
    siteUrl,
    isOwnAddress: routes.isOwnAddress,
  });
  if (refused) return data<Again>({ typed, problems: { [refused.field]: refused.problem } }, 422);
  const path = oldPathOf(typed.from) ?? '';
  await recordActivity(args, 'redirect-changed', path);
  return redirect(`/admin/redirects?${new URLSearchParams({ saved: path })}`, 303);
}

export default function RedirectEdit({ loaderData, actionData }: Route.ComponentProps) {
  const { from, to, siteTitle } = loaderData;
  const { typed = { from, to }, problems = {} } = actionData ?? {};
  return (
    <div className="form">
      <UnlistedHead title={`Edit a redirect | ${siteTitle}`} />
      <header className="mb">
        <p className="small">
          <Link to="/admin/redirects">Redirects</Link>
        </p>
        <h1>Edit a redirect</h1>
      </header>
      <Form method="post" action={`/admin/redirects/edit?${new URLSearchParams({ from })}`} noValidate>
        <RedirectFields typed={typed} problems={problems} />
        <div className="actions">
          <button type="submit" className="button button--primary">
            Save
          </button>
          <Link className="button" to="/admin/redirects">
            Cancel
          </Link>
        </div>
      </Form>
    </div>
  );
}
