import { DataTable } from '#app/desk/list/data-table.tsx';

const rows = [
  ['Write and edit', 'Yes', 'Yes', 'Own drafts only'],
  ['Schedule, publish and review the inbox', 'Yes', 'Yes', 'No, goes to the inbox'],
  ['Upload pictures', 'Yes', 'Yes', 'Yes'],
  ['Move to trash and restore', 'Yes', 'Yes', 'No'],
  ['Notices, polls, documents, sources, newsletter', 'Yes', 'Yes', 'No'],
  ['Settings, people, API tokens, import, redirects, backups', 'Yes', 'No', 'No'],
  ['Delete permanently', 'Yes', 'No', 'No'],
  ['See readers’ email addresses', 'Yes', 'Submissions only', 'No'],
] as const;

/** What each role can do, in plain words; `routes.ts` decides. */
export function RoleTable() {
  return (
    <section className="panel flush" aria-labelledby="roles">
      <div className="cluster between">
        <h2 id="roles">What each role can do</h2>
      </div>
      <DataTable
        label="Roles"
        rows={rows}
        keyOf={([task]) => task}
        columns={[
          { head: 'Task', cell: ([task]) => task },
          { head: 'Administrator', label: true, cell: (row) => row[1] },
          { head: 'Editor', label: true, cell: (row) => row[2] },
          { head: 'Contributor', label: true, cell: (row) => row[3] },
        ]}
      />
    </section>
  );
}
