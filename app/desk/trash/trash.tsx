import { Form, Link, redirect } from 'react-router';
import { AdminListPage } from '#app/desk/list/admin-list-page.tsx';
import { DataTable } from '#app/desk/list/data-table.tsx';
import { nameItem } from '#app/desk/list/item-names.ts';
import { PickedCount } from '#app/desk/list/pick-rows.tsx';
import { UndoNotice } from '#app/desk/list/undo-notice.tsx';
import { TRASH_DAYS } from '#app/items/trash/trash-days.ts';
import { readContext } from '#app/people/request/context.ts';
import { hidden, several } from '#app/platform/forms/field-spec.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import { NoData } from '#app/platform/ui/no-data.tsx';
import { useSite } from '#app/platform/ui/site-facts.ts';
import type { Route } from './+types/trash';
import { loadTrash, type TrashPage, type TrashRow } from './load-trash.server.ts';
import { restoreFromTrash } from './restore-from-trash.server.ts';
import { loadTrashNotices, type TrashNotices as Notices, type TrashProblem } from './trash-notices.server.ts';

/** `/admin/trash`: deleted items of all collections. */
export async function loader(args: Route.LoaderArgs) {
  const requestContext = readContext(args);
  return {
    ...(await loadTrash(args)),
    notices: await loadTrashNotices(requestContext.read, args.url.searchParams, requestContext),
  };
}

/** Restores one item, or those selected, as they were or as drafts. */
export async function action(args: Route.ActionArgs) {
  const { values, names } = await readForm(args.request, [hidden('restore', 'do'), several('id')]);
  const chosen = names.includes('restore') ? [values.restore] : values.id;
  if (chosen.length === 0) return redirect('/admin/trash?choose=1', 303);
  const { restored, problems } = await restoreFromTrash(args, chosen, {
    asDraft: values.do === 'draft',
  });
  for (const { collection, itemId } of restored)
    problems.append('restored', nameItem({ collection, id: itemId }));
  return redirect(`/admin/trash?${problems}`, 303);
}

export default function Trash({ loaderData }: Route.ComponentProps) {
  const { rows, total, items, filters, pager, notices } = loaderData;
  const { isAdmin } = useSite();
  return (
    <AdminListPage
      heading="Trash"
      about={`${total === 0 ? 'Items are' : `${items}. Each is`} permanently deleted after ${TRASH_DAYS} days here.`}
      actions={
        total === 0 || !isAdmin ? null : (
          <Link className="button button--danger" to="/admin/trash/deletion?all=1">
            Empty trash
          </Link>
        )
      }
      before={<TrashNotices {...notices} />}
      blank={
        total === 0 ? (
          <NoData>
            Nothing was deleted in the last {TRASH_DAYS} days. <Link to="/admin">Back to the overview</Link>
          </NoData>
        ) : null
      }
      tabs={{ label: 'Filter by type', filters }}
      empty={<Selection rows={rows} />}
      rows={rows}
      list={<Selection rows={rows} />}
      pager={pager}
    >
      <p className="small muted">
        Items here no longer appear on the site, in search, or in feeds and calendars. Restoring an item
        restores its links.
      </p>
    </AdminListPage>
  );
}

function Selection({ rows }: Pick<TrashPage, 'rows'>) {
  const { isAdmin } = useSite();
  return (
    <Form method="post" action="/admin/trash" className="panel flush" key={rows[0]?.id}>
      <div className="cluster between">
        <PickedCount />
        <p className="cluster">
          <button type="submit" className="button button--small" name="do" value="restore">
            <Icon name="undo" />
            Restore
          </button>
          <button type="submit" className="button button--small" name="do" value="draft">
            Restore as draft
          </button>
          {isAdmin ? (
            <button
              type="submit"
              className="button button--small button--danger"
              formMethod="get"
              formAction="/admin/trash/deletion"
            >
              Delete permanently
            </button>
          ) : null}
        </p>
      </div>
      <TrashTable rows={rows} />
    </Form>
  );
}

/** The result of the last action on the trash page. */
function TrashNotices({ restored, problems, deleted, isNothingChosen }: Notices) {
  return (
    <>
      {isNothingChosen ? <Alert tone="danger">Choose at least one.</Alert> : null}
      {deleted > 0 ? (
        <Alert tone="success">
          {deleted === 1 ? '1 item was' : `${deleted} items were`} permanently deleted.
        </Alert>
      ) : null}
      {problems.map((problem) => (
        <Alert tone="danger" key={problem.form}>
          <Problem {...problem} />
        </Alert>
      ))}
      {restored.length > 0 ? <Restored restored={restored} /> : null}
    </>
  );
}

function Problem({ title, id, other, form }: TrashProblem) {
  return (
    <p>
      “{title}” can’t be restored: its ID, {id}, is in use again, by{' '}
      <a href={form}>“{other || 'Untitled'}”</a>. Delete that one first. Nothing has changed.
    </p>
  );
}

function Restored({ restored }: Pick<Notices, 'restored'>) {
  const [first] = restored;
  return (
    <UndoNotice action="/admin/trash/undo" name="item" values={restored.map(({ name }) => name)}>
      {restored.length === 1 ? `Restored: “${first?.title}”. ` : `${restored.length} restored. `}
      {first && restored.length === 1 ? <a href={first.form}>Open it</a> : null}
    </UndoNotice>
  );
}

/** Deleted items with their days left; in a form that sends the selected ones, or the one to `restore`. */
function TrashTable({ rows }: { rows: TrashRow[] }) {
  return (
    <DataTable
      label="Trash"
      rows={rows}
      keyOf={({ id }) => id}
      pick={(row) => row}
      columns={[
        {
          head: 'Title',
          cell: ({ title, kind }) => (
            <>
              {title}
              <small>{kind}</small>
            </>
          ),
        },
        {
          head: 'Deleted',
          label: true,
          cell: ({ machineTime, deletedAt, deletedBy }) => (
            <>
              <time className="nowrap" dateTime={machineTime}>
                {deletedAt}
              </time>
              {deletedBy ? <small>{deletedBy}</small> : null}
            </>
          ),
        },
        {
          head: 'Time left',
          cell: ({ left }) => <span className={`badge is-${left.tone}`}>{left.words}</span>,
        },
        { head: 'Actions', className: 'wide', cell: (row) => <RowActions {...row} /> },
      ]}
    />
  );
}

function RowActions({ id, title }: TrashRow) {
  return (
    <span className="rowlinks">
      <button type="submit" className="button button--small" name="restore" value={id}>
        <Icon name="undo" />
        Restore<span className="vh">: {title}</span>
      </button>
      <Link className="button button--small button--danger" to={`/admin/trash/deletion?id=${id}`}>
        Delete permanently<span className="vh">: {title}</span>
      </Link>
    </span>
  );
}
