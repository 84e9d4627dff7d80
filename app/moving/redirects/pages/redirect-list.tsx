import { Form, Link, redirect } from 'react-router';
import { AdminListPage } from '#app/desk/list/admin-list-page.tsx';
import { DataTable } from '#app/desk/list/data-table.tsx';
import { UndoNotice } from '#app/desk/list/undo-notice.tsx';
import { loadListPage } from '#app/items/lists/list-page.server.ts';
import { oldPathOf } from '#app/moving/redirects/old-path.ts';
import {
  listRedirectImports,
  pageRedirects,
  redirectOrder,
  saveRedirects,
} from '#app/moving/redirects/redirect-store.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { recordActivity } from '#app/people/request/record-activity.server.ts';
import { failedForm } from '#app/platform/forms/failed-form.ts';
import { readForm } from '#app/platform/forms/read-form.server.ts';
import { typedValues } from '#app/platform/forms/typed-values.ts';
import { formatShortDate } from '#app/platform/time/town-time.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import type { Route } from './+types/redirect-list';
import { type DeletedRedirect, deletedForm, openDeleted } from './deleted-redirect.ts';
import { findTargets, type Target } from './find-targets.server.ts';
import { loadTabs } from './load-tabs.server.ts';
import { type FailedRedirect, RedirectFields, redirectForm } from './redirect-fields.tsx';

const PATH = '/admin/redirects';
const ROWS = 50;
const MOST_IMPORTS = 20;

/** `/admin/redirects`: old addresses and where they lead. */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, services, collections } = writeContext(args);
  const { searchParams } = args.url;
  const q = (searchParams.get('q') ?? '').trim().slice(0, 1000);
  const moveIn = (searchParams.get('import') ?? '').slice(0, 36) || undefined;
  const filter = { beginning: beginningOf(q), moveIn };
  const { items, pager } = await loadListPage(
    args.url,
    redirectOrder(filter),
    (request) => pageRedirects(read, filter, request),
    undefined,
    ROWS,
  );
  const targets = await findTargets(
    read,
    collections,
    items.map(({ target }) => target),
  );
  const imports = await listRedirectImports(read, MOST_IMPORTS);
  return {
    rows: items.map(({ id, target, createdAt }) => ({
      from: id,
      to: target,
      ...targets.get(target),
      since: formatShortDate(createdAt, town),
    })),
    pager,
    q,
    moveIn: moveIn ?? '',
    imports: imports.map(({ id, origin, createdAt }) => ({
      id,
      label: `${origin}, ${formatShortDate(Number(createdAt), town)}`,
    })),
    tabs: await loadTabs(read, 'redirects', town.locale),
    note: {
      saved: searchParams.get('saved'),
      undone: searchParams.get('undone'),
      deleted: openDeleted(typedValues(searchParams, deletedForm), services.keyedHash)?.facts,
    },
  };
}

type Note = { saved: string | null; undone: string | null; deleted: DeletedRedirect | undefined };

/** What is typed may be a whole address, or lack the first slash. */
function beginningOf(q: string): string | undefined {
  if (q === '' || q === '/') return undefined;
  return oldPathOf(/^(\/|https?:)/i.test(q) ? q : `/${q}`) ?? q;
}

/** Adds a redirect. */
export async function action(args: Route.ActionArgs) {
  const { write, now, siteUrl, routes } = writeContext(args);
  const { values } = await readForm(args.request, redirectForm);
  const { refused } = await saveRedirects(write, [values], {
    now,
    moveIn: null,
    siteUrl,
    isOwnAddress: routes.isOwnAddress,
  });
  if (refused[0]) return failedForm(422, values, { problems: { [refused[0].field]: refused[0].problem } });
  const path = oldPathOf(values.from) ?? '';
  await recordActivity(args, 'redirect-added', path);
  return redirect(`${PATH}?${new URLSearchParams({ saved: path })}`, 303);
}

export default function RedirectList({ loaderData, actionData }: Route.ComponentProps) {
  const { rows, pager, q, moveIn, imports, tabs, note } = loaderData;
  const isEmpty = rows.length === 0 && q === '' && moveIn === '';
  return (
    <AdminListPage
      heading="Redirects"
      parent={{ to: '/admin/settings', label: 'Settings' }}
      about="Old addresses lead to their new pages for good. A page of this site is never redirected."
      actions={
        <div className="rowlinks">
          <Link className="button" to={`${PATH}/import`}>
            Import…
          </Link>
        </div>
      }
      notices={actionData ? null : <Notice {...note} />}
      tabs={{ label: 'Old addresses', filters: tabs }}
      search={
        <>
          <AddForm failed={actionData} isOpen={isEmpty} key={note.saved ?? ''} />
          {isEmpty ? null : <SearchForm q={q} moveIn={moveIn} imports={imports} />}
        </>
      }
      empty={emptyWords({ isEmpty, q, moveIn })}
      rows={rows}
      list={<RedirectTable rows={rows} />}
      pager={pager}
    >
      {isEmpty ? null : (
        <p className="small">
          <a href={`${PATH}/redirects.csv`} download="redirects.csv">
            Download all redirects (CSV)
          </a>
        </p>
      )}
    </AdminListPage>
  );
}

function emptyWords({ isEmpty, q, moveIn }: { isEmpty: boolean; q: string; moveIn: string }): string {
  if (isEmpty)
    return 'No redirects yet. An import from another system brings the addresses of its pages with it.';
  return `${q ? `No old address begins with “${q}”` : 'There is no redirect'}${moveIn ? ' in this import.' : '.'}`;
}

function AddForm({ failed, isOpen }: { failed: FailedRedirect | undefined; isOpen: boolean }) {
  const { values = { from: '', to: '' }, problems = {} } = failed ?? {};
  return (
    <details className="fold" open={isOpen || failed !== undefined}>
      <summary>Add a redirect</summary>
      <Form method="post" action={PATH} className="fold__body" noValidate>
        <RedirectFields values={values} problems={problems} />
        <div className="actions">
          <button type="submit" className="button button--primary">
            Add
          </button>
        </div>
      </Form>
    </details>
  );
}

function Notice({ saved, deleted, undone }: Note) {
  if (deleted) {
    const { removed, ...also } = deleted;
    return (
      <UndoNotice
        action={`${PATH}/changes`}
        name="removed"
        values={[removed]}
        also={{ do: 'restore', ...also }}
      >
        The redirect of {removed} to {also.to} was deleted.
      </UndoNotice>
    );
  }
  if (saved) return <Alert tone="success">{saved} is redirected from now on.</Alert>;
  if (undone)
    return (
      <Alert tone="success">
        {undone === '1' ? '1 redirect of the file was' : `${undone} redirects of the file were`} removed
        again.
      </Alert>
    );
  return null;
}

type SearchFormProps = { q: string; moveIn: string; imports: { id: string; label: string }[] };

function SearchForm({ q, moveIn, imports }: SearchFormProps) {
  return (
    <Form method="get" action={PATH} role="search" key={`${q} ${moveIn}`}>
      <div className="fields">
        <div className="field">
          <label htmlFor="q">Old address begins with</label>
          <input className="input" id="q" name="q" type="search" defaultValue={q} />
        </div>
        {imports.length > 0 ? (
          <div className="field">
            <label htmlFor="import">Brought by</label>
            <select className="input" id="import" name="import" defaultValue={moveIn}>
              <option value="">Any import, or by hand</option>
              {imports.map(({ id, label }) => (
                <option value={id} key={id}>
                  {label}
                </option>
              ))}
            </select>
          </div>
        ) : null}
      </div>
      <p className="cluster mt">
        <button type="submit" className="button">
          Search
        </button>
      </p>
    </Form>
  );
}

type Row = { from: string; to: string; since: string } & Partial<Target>;

const stateBadges = {
  draft: { label: 'Draft', tone: 'is-quiet' },
  scheduled: { label: 'Scheduled', tone: 'is-quiet' },
  gone: { label: 'Page is gone', tone: 'is-warning' },
};

function RedirectTable({ rows }: { rows: Row[] }) {
  return (
    <section className="panel flush" aria-label="Redirects">
      <DataTable
        label="All redirects"
        rows={rows}
        keyOf={({ from }) => from}
        columns={[
          { head: 'Old address', cell: ({ from }) => from },
          { head: 'Leads to', className: 'wide', label: true, cell: (row) => <TargetCell {...row} /> },
          { head: 'Added', className: 'nowrap', label: true, cell: ({ since }) => since },
          { head: 'Actions', cell: ({ from }) => <RowActions from={from} /> },
        ]}
      />
    </section>
  );
}

function TargetCell({ to, title, state }: Row) {
  return (
    <>
      <a className="plain" href={to}>
        {title || to}
      </a>
      {state ? (
        <>
          {' '}
          <span className={`badge ${stateBadges[state].tone}`}>{stateBadges[state].label}</span>
        </>
      ) : null}
      {title ? <small className="muted">{to}</small> : null}
    </>
  );
}

function RowActions({ from }: { from: string }) {
  return (
    <div className="rowlinks">
      <Link className="button" to={`${PATH}/edit?${new URLSearchParams({ from })}`}>
        Edit<span className="vh"> {from}</span>
      </Link>
      <Form method="post" action={`${PATH}/changes`}>
        <input type="hidden" name="from" value={from} />
        <button type="submit" className="button button--danger" name="do" value="remove">
          Delete<span className="vh"> {from}</span>
        </button>
      </Form>
    </div>
  );
}
