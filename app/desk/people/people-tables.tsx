import { Form, Link } from 'react-router';
import { DataTable } from '#app/desk/list/data-table.tsx';
import type { ListedInvitation, PersonRow } from './load-people.server.ts';

const tones = { admin: '', editor: ' is-success', contributor: ' is-quiet' } as const;

export function PeopleTable({ people }: { people: PersonRow[] }) {
  return (
    <section className="panel flush" aria-label="People">
      <DataTable
        label="People who work on the site"
        rows={people}
        keyOf={({ id }) => id}
        columns={[
          {
            head: 'Name',
            cell: ({ name, email, isSelf }) => (
              <>
                {name} <small>{isSelf ? `${email}. That’s you.` : email}</small>
              </>
            ),
          },
          {
            head: 'Role',
            cell: ({ role, roleWord, isOffered }) => (
              <>
                <span className={`badge${tones[role]}`}>{roleWord}</span>
                {isOffered ? <small> Offered the administrator’s role</small> : null}
              </>
            ),
          },
          { head: 'Last active', label: true, cell: ({ lastSeen }) => lastSeen },
          { head: 'Actions', className: 'wide', cell: (row) => <PersonActions row={row} /> },
        ]}
      />
    </section>
  );
}

function PersonActions({ row: { id, name, role, isSelf } }: { row: PersonRow }) {
  if (role === 'admin')
    return isSelf ? (
      <span className="small muted">To transfer the role, change that of someone else.</span>
    ) : null;
  const path = `/admin/people/${id}`;
  return (
    <span className="rowlinks">
      <Link className="button button--small" to={path}>
        Change role<span className="vh">: {name}</span>
      </Link>
      <Link className="button button--small button--danger" to={`${path}/removal`}>
        Remove<span className="vh">: {name}</span>
      </Link>
    </span>
  );
}

export function InvitationTable({ invitations }: { invitations: ListedInvitation[] }) {
  if (invitations.length === 0) return null;
  return (
    <section className="panel flush" aria-labelledby="invitations">
      <div className="cluster between">
        <h2 id="invitations">Invitations</h2>
      </div>
      <DataTable
        label="Open invitations"
        rows={invitations}
        keyOf={({ id }) => id}
        columns={[
          { head: 'Address', cell: ({ address }) => address },
          { head: 'Role', cell: ({ role }) => role },
          {
            head: 'State',
            cell: ({ state }) => <span className={`badge is-${state.tone}`}>{state.text}</span>,
          },
          { head: 'Actions', className: 'wide', cell: (row) => <InvitationActions row={row} /> },
        ]}
      />
    </section>
  );
}

function InvitationActions({ row: { id, address } }: { row: ListedInvitation }) {
  return (
    <Form method="post" action={`/admin/people/invitations/${id}`} className="rowlinks">
      <button type="submit" className="button button--small" name="do" value="resend">
        Resend<span className="vh">: {address}</span>
      </button>
      <button type="submit" className="button button--small button--danger" name="do" value="withdraw">
        Withdraw<span className="vh">: {address}</span>
      </button>
    </Form>
  );
}
