import { Form, Link, redirect } from 'react-router';
import { FailedSave } from '#app/desk/form/failed-save.tsx';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { ProofNote } from '#app/desk/hub/proof-note.tsx';
import { reportFailedSave, requestContextKey, writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { hasRecentProof } from '#app/people/sessions/browser-session.server.ts';
import { inviteAddress } from '#app/people/team/invite.server.ts';
import { givenRoles, readGivenRole } from '#app/people/team/team.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { defineForm, type FieldProblems } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { Field } from '#app/platform/ui/field.tsx';
import type { Route } from './+types/people-page';
import { loadPeople } from './load-people.server.ts';
import { InvitationTable, PeopleTable } from './people-tables.tsx';
import { RoleChoice } from './role-choice.tsx';
import { RoleTable } from './role-table.tsx';

/** `/admin/people`: who works on the site, who is invited, and what each role can do. */
export async function loader(args: Route.LoaderArgs) {
  return { ...(await loadPeople(args)), done: doneWords(args.url.searchParams) };
}

const outcomes: Record<string, string> = {
  invited: 'The invitation is on its way. It can be accepted within 7 days.',
  resent: 'A new invitation is on its way. The earlier link no longer works.',
  withdrawn: 'The invitation was withdrawn. Its link no longer works.',
  changed: 'The role was changed.',
  removed: 'Removed. Their sessions, API tokens and open forms have ended.',
  offered: 'The offer is on its way. Nothing changes until it is accepted.',
  retracted: 'The offer was withdrawn.',
  gone: 'That person or invitation is no longer here. Nothing was changed.',
};

function doneWords(query: URLSearchParams): { text: string; isFailed: boolean } | null {
  const done = query.get('done') ?? '';
  const text = Object.hasOwn(outcomes, done) ? outcomes[done] : undefined;
  return text ? { text, isFailed: done === 'gone' } : null;
}

const [[emailField], [roleField], [messageField]] = defineForm([
  [{ name: 'email', label: 'Email', kind: 'email', required: true }],
  [
    {
      name: 'role',
      label: 'Role',
      kind: 'radio',
      required: true,
      choices: givenRoles.map(({ value, label }) => ({ value, label })),
    },
  ],
  [{ name: 'note', label: 'Message', kind: 'text', required: false }],
]);
const form = [[emailField], [roleField], [messageField]];

const MOST_MESSAGE = 1000;

/** Invites someone by email. Users must have confirmed their identity. */
export async function action(args: Route.ActionArgs) {
  const { services } = writeContext(args);
  const isProved = await hasRecentProof(services.auth, args.request);
  const { email, role: typedRole, note } = (await readForm(args.request, form)).values;
  const typed = { email, role: typedRole, note };
  const fail = (
    status: number,
    more: { problems?: FieldProblems; unproved?: boolean; reason?: string } = {},
  ) => failedForm(status, typed, more);
  if (!isProved) return fail(403, { unproved: true });
  const role = readGivenRole(typedRole);
  if (!role) return fail(400, { problems: { role: 'Choose a role' } });
  if (note.length > MOST_MESSAGE)
    return fail(400, { problems: { note: `Use at most ${MOST_MESSAGE} characters` } });
  try {
    const outcome = await inviteAddress(args.context.get(requestContextKey), { email, role, message: note });
    if (outcome.problem) return fail(400, { problems: { email: outcome.problem } });
  } catch (error) {
    const { status, reason } = reportFailedSave(args, error, 'an invitation could not be sent');
    return fail(status, reason === undefined ? {} : { reason });
  }
  await recordActivity(args, 'person-invited', givenRoles.find(({ value }) => value === role)?.label);
  return redirect('/admin/people?done=invited', 303);
}

export default function PeoplePage({ loaderData, actionData }: Route.ComponentProps) {
  const { people, invitations, done } = loaderData;
  const failure = actionData;
  return (
    <AdminPage
      heading="People"
      about="People who can work on the site. Readers with accounts aren’t listed here."
      actions={
        <a className="button button--primary" href="#invite">
          Invite someone
        </a>
      }
      notices={
        failure ? (
          <FailedSave {...failure} spec={form} />
        ) : done ? (
          <Alert tone={done.isFailed ? 'danger' : 'success'}>{done.text}</Alert>
        ) : null
      }
    >
      {failure?.unproved ? <ProofNote next="/admin/people" /> : null}
      <PeopleTable people={people} />
      <InvitationTable invitations={invitations} />
      <section className="panel form" id="invite" aria-labelledby="invite-heading">
        <h2 id="invite-heading">Invite someone</h2>
        <Form method="post" action="/admin/people" noValidate className="mt">
          <Field spec={emailField} value={failure?.values.email ?? ''} problem={failure?.problems.email} />
          <RoleChoice value={failure?.values.role || 'editor'} problem={failure?.problems.role} />
          <Field spec={messageField} value={failure?.values.note ?? ''} problem={failure?.problems.note} />
          <div className="actions">
            <button type="submit" className="button button--primary">
              Send invitation
            </button>
          </div>
        </Form>
      </section>
      <RoleTable />
      <p className="small muted">
        There is one administrator. Both people must agree to transfer the role. Activity is logged for 400
        days: <Link to="/admin/activity">view the log</Link>.
      </p>
    </AdminPage>
  );
}
