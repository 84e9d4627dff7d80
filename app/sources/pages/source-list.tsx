import { Fragment } from 'react';
import { Form, Link, useNavigation } from 'react-router';
import { LastingAlert } from '#app/desk/hub/lasting-alert.tsx';
import { CountFilters } from '#app/desk/list/count-filters.tsx';
import { PhoneTable } from '#app/desk/list/phone-table.tsx';
import { readContext } from '#app/people/request/context.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { Mark } from '#app/platform/ui/icon.tsx';
import styles from '#app/platform/ui/styles/sources.css?url';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
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
    siteTitle: readContext(args).town.title,
  };
}

export default function SourceList({ loaderData }: Route.ComponentProps) {
  const { summary, isEmpty, rows, filters, failing, meanings, siteTitle } = loaderData;
  return (
    <div className="stack-lg">
      <UnlistedHead title={`Sources | ${siteTitle}`} />
      <Notices {...loaderData} />
      <header className="cluster between">
        <div>
          <h1>Sources</h1>
          {isEmpty ? null : <p className="muted">{summary}</p>}
        </div>
        {isEmpty ? null : <ListActions />}
      </header>
      {isEmpty ? (
        <NoSources />
      ) : (
        <>
          {failing.map(({ id, name, message }) => (
            <LastingAlert tone="danger" key={id}>
              <p>
                {name}: {message} <Link to={`/admin/sources/${id}`}>See what happened</Link>
              </p>
            </LastingAlert>
          ))}
          <CountFilters label="Filter sources" filters={filters} />
          <SourceTable rows={rows} />
          <Meanings meanings={meanings} />
          <p className="small">
            <Link to="/admin/sources/import">Import a list of sources (OPML)</Link> or{' '}
            <a href="/admin/sources/opml" download="sources.opml">
              download yours
            </a>
            .
          </p>
        </>
      )}
    </div>
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
  if (rows.length === 0) return <p>No sources here.</p>;
  return (
    <section className="panel flush" aria-label="Sources">
      <PhoneTable
        label="All sources"
        columns={['Source', 'Health', 'Adds', 'Trust', 'Last check', 'This week']}
        numbers={['This week']}
      >
        {rows.map((row) => (
          <SourceLine row={row} key={row.id} />
        ))}
      </PhoneTable>
    </section>
  );
}

function SourceLine({ row: { id, name, badge, feeds, trust, checked, added } }: { row: SourceRow }) {
  return (
    <tr>
      <th scope="row">
        <Link className="plain" to={`/admin/sources/${id}`}>
          {name}
        </Link>
      </th>
      <td>
        <span className={`badge ${badge.tone}`}>{badge.label}</span>
      </td>
      <td data-label="Adds">{feeds}</td>
      <td>{trust}</td>
      <td className="nowrap" data-label="Checked">
        {checked}
      </td>
      <td className="r" data-label="This week">
        {added}
      </td>
    </tr>
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
