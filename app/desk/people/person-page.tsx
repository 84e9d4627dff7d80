import { data, Form, Link, redirect } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { requestContextKey, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { requireRecentProof } from '#app/people/sessions/recent-proof.server.ts';
import { changeRole, findPerson, nameOfPerson } from '#app/people/team/person-store.server.ts';
import { givenRoles, readGivenRole, roleWords } from '#app/people/team/team.ts';
import { defineForm } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import type { Route } from './+types/person-page';
import { RoleChoice } from './role-choice.tsx';

const PATH = '/admin/people';

/** `/admin/people/{id}`: the role of a person. */
export async function loader(args: Route.LoaderArgs) {
  const { services } = args.context.get(requestContextKey);
  const person = await findPerson(services.auth, args.params.id);
  if (!person) throw data(null, { status: 404 });
  await requireRecentProof(services.auth, args.request, `${PATH}/${person.id}`);
  return { id: person.id, name: nameOfPerson(person), email: person.email, role: person.role };
}

const [[roleField]] = defineForm([
  [
    {
      name: 'role',
      label: 'Role',
      kind: 'radio',
      required: true,
      choices: givenRoles.map(({ value, label }) => ({ value, label })),
    },
  ],
]);

/** Changes the role. It counts from the person's next request on, and for saves that are under way. */
export async function action(args: Route.ActionArgs) {
  const { services } = writeContext(args);
  const { id } = args.params;
  await requireRecentProof(services.auth, args.request, `${PATH}/${id}`);
  const role = readGivenRole((await readForm(args.request, [[roleField]])).values.role);
  const person = await findPerson(services.auth, id);
  if (!person || !role) return redirect(`${PATH}?done=gone`, 303);
  if (person.role === role) return redirect(`${PATH}?done=changed`, 303);
  if (!(await changeRole(services.auth, id, role))) return redirect(`${PATH}?done=gone`, 303);
  await recordActivity(args, 'role-changed', `${nameOfPerson(person)}, now ${roleWords[role].toLowerCase()}`);
  return redirect(`${PATH}?done=changed`, 303);
}

export default function PersonPage({ loaderData: { id, name, email, role } }: Route.ComponentProps) {
  return (
    <AdminPage isForm heading={name} about={email} parent={{ to: PATH, label: 'People' }}>
      <Form method="post" className="panel form">
        <RoleChoice value={role} />
        <div className="actions">
          <button type="submit" className="button button--primary">
            Change role
          </button>
          <Link className="button" to={PATH}>
            Cancel
          </Link>
        </div>
      </Form>
      <section className="panel mt" aria-labelledby="transfer">
        <h2 id="transfer">Transfer the administrator’s role</h2>
        <p className="mt">
          {name} would become the administrator, and you an editor. Both of you must agree and enter your
          password.
        </p>
        <p className="mt">
          <Link className="button button--small" to={`${PATH}/${id}/administrator`}>
            Transfer role
          </Link>
        </p>
      </section>
    </AdminPage>
  );
}
