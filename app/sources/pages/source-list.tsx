import { Fragment } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import { LastingAlert } from '#app/desk/hub/lasting-alert.tsx';
import { AdminListPage } from '#app/desk/list/admin-list-page.tsx';
import { DataTable } from '#app/desk/list/data-table.tsx';
import { Alert } from '#app/platform/ui/alert.tsx';
import { Mark } from '#app/platform/ui/icon.tsx';
import styles from '#app/platform/ui/styles/sources.css?url';
import type { Route } from './+types/source-list';
import { loadSourceList, type SourceRow } from './load-source-list.server.ts';

export const links: Route.LinksFunction = () => [{ rel: 'stylesheet', href: styles }];

/** `/admin/sources`: how the sources are doing. */
export async function loader(args: Route.LoaderArgs) {
  const asked = args.url.searchParams;
  return {
    ...(await loadSourceList(args, asked.get('show'))),
    removed: asked.get('removed'),
    checking: Number(asked.get('checking') ?? 0),
    imported: Number(asked.get('imported') ?? 0),
  };
}

export default function SourceList({ loaderData }: Route.ComponentProps) {
  const { summary, isEmpty, rows, filters, failing, meanings } = loaderData;
  return (
    <AdminListPage
      heading="Sources"
      about={isEmpty ? null : summary}
      actions={isEmpty ? null : <ListActions />}
      notices={<Notices {...loaderData} />}
      before={failing.map(({ id, name, message }) => (
        <LastingAlert tone="danger" key={id}>
          <p>
            {name}: {message} <Link to={`/admin/sources/${id}`}>See what happened</Link>
          </p>
        </LastingAlert>
      ))}
      blank={isEmpty ? <NoSources /> : null}
      tabs={{ label: 'Filter sources', filters }}
      empty="No sources here."
      rows={rows}
      list={<SourceTable rows={rows} />}
    >
      <Meanings meanings={meanings} />
      <p className="small">
        <Link to="/admin/sources/import">Import a list of sources (OPML)</Link> or{' '}
        <a href="/admin/sources/opml" download="sources.opml">
          download yours
        </a>
        .
      </p>
    </AdminListPage>
  );
}

type NoticesProps = { removed: string | null; checking: number; imported: number };

function Notices({ removed, checking, imported }: NoticesProps) {
  if (removed)
    return <Alert tone="success">“{removed}” was removed. What it brought stays on the site.</Alert>;
  if (imported > 0)
    return (
      <Alert tone="success">
        {imported === 1 ? '1 source was' : `${imported} sources were`} added. Their first items will arrive
        within a few minutes.
      </Alert>
    );
  if (checking > 0)
    return (
      <Alert tone="success">
        {checking === 1 ? '1 source' : `${checking} sources`} will be checked now. New items appear in the
        inbox within a minute or two.
      </Alert>
    );
  return null;
}

function ListActions() {
  const isBusy = useNavigation().formAction?.startsWith('/admin/sources/check') ?? false;
  return (
    <div className="rowlinks">
      <Form method="post" action="/admin/sources/check">
        <button type="submit" className="button" aria-disabled={isBusy || undefined}>
          {isBusy ? 'Starting…' : 'Check all now'}
        </button>
      </Form>
      <Link className="button button--primary" to="/admin/sources/add">
        Add a source
      </Link>
    </div>
  );
}

function NoSources() {
  return (
    <div className="empty">
      <Mark />
      <h2>No sources yet</h2>
      <p>
        Add the paper, the school, the library, the town office and the venues. Belfry checks their feeds and
        calendars, and what is new waits for you in the inbox.
      </p>
      <p className="mt">
        <Link className="button button--primary" to="/admin/sources/add">
          Add a source
        </Link>
      </p>
      <p className="mt">
        <Link to="/admin/sources/import">Import a list of sources (OPML)</Link>
      </p>
    </div>
  );
}

function SourceTable({ rows }: { rows: SourceRow[] }) {
  return (
    <section className="panel flush" aria-label="Sources">
      <DataTable
        label="All sources"
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          {
            head: 'Source',
            cell: ({ id, name }) => (
              <Link className="plain" to={`/admin/sources/${id}`}>
                {name}
              </Link>
            ),
          },
          {
            head: 'Health',
            cell: ({ badge }) => <span className={`badge ${badge.tone}`}>{badge.label}</span>,
          },
          { head: 'Adds', label: true, cell: ({ feeds }) => feeds },
          { head: 'Trust', cell: ({ trust }) => trust },
          { head: 'Last check', className: 'nowrap', label: 'Checked', cell: ({ checked }) => checked },
          { head: 'This week', className: 'r', label: true, cell: ({ added }) => added },
        ]}
      />
    </section>
  );
}

function Meanings({ meanings }: { meanings: { name: string; meaning: string }[] }) {
  return (
    <section aria-labelledby="meanings">
      <h2 id="meanings">What each status means</h2>
      <dl className="facts facts--quiet mt">
        {meanings.map(({ name, meaning }) => (
          <Fragment key={name}>
            <dt>{name}</dt>
            <dd>{meaning}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}
