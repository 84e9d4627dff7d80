import { useEffect, useRef } from 'react';
import { Form, Link, useLocation, useNavigate } from 'react-router';
import { TRASH_DAYS } from '#app/items/trash/trash-days.ts';
import type { FieldSpec } from '#app/platform/forms/field-spec.ts';
import { messages } from '#app/platform/messages.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { Field } from '#app/platform/ui/field.tsx';
import { NoData } from '#app/platform/ui/no-data.tsx';
import { Pager } from '#app/platform/ui/pager.tsx';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
import { CountFilters } from './count-filters.tsx';
import { rememberList, rowLinkId, useReturn } from './leave-list.ts';
import type { TableData } from './load-content-table.server.ts';
import { PickRow } from './pick-rows.tsx';
import { PickTable } from './pick-table.tsx';
import { ScopeWords } from './scope-words.tsx';
import { SelectionBar, SelectionNotice } from './selection-bar.tsx';
import { listNotices } from './selection-notice.ts';
import { SeriesFold } from './series-fold.tsx';
import { DeletedNotice } from './undo-notice.tsx';
import type { StatusRow } from './unpublished-rows.server.ts';

/** An admin list: + Create, and Edit and Delete on every row; Delete asks once (spec section 2). */
export function ContentTable({ name, heading, columns, ...table }: TableData) {
  const list = useList();
  useReturn();
  return (
    <div className="stack-lg">
      <UnlistedHead title={`${heading} | ${table.siteTitle}`} />
      {table.deleted ? <DeletedNotice deleted={table.deleted} /> : null}
      <SelectionNotice name={name} notice={table.notice} problems={table.problems} />
      {table.isRestored ? <Alert tone="success">Restored.</Alert> : null}
      {table.failed ? <Alert tone="danger">{messages.saveFailed}</Alert> : null}
      <header className="cluster between">
        <h1>{heading}</h1>
        <Link
          className="button button--primary"
          to={`/admin/${name}/add`}
          onClick={() => rememberList(list, 'add')}
        >
          + Create
        </Link>
      </header>
      {table.series === null ? null : (
        <p>
          All dates of “{table.series}”. <Link to={`/admin/${name}`}>Show the whole list</Link>
        </p>
      )}
      <Views heading={heading} views={table.views} />
      <CountFilters label="Status" filters={table.filters} />
      <Finder q={table.q} name={name} />
      {table.rows.length > 0 ? (
        <Table
          name={name}
          heading={heading}
          columns={columns}
          rows={table.rows}
          tag={table.hasTags ? table.notice.tag : null}
          at={table.notice.at}
        />
      ) : (
        <NoData create={`/admin/${name}/add`}>
          {table.q ? <Link to={`/admin/${name}`}>Show the whole list</Link> : null}
        </NoData>
      )}
      <Pager {...table.pager} />
      {table.removing ? (
        <RemovalQuestion item={table.removing} advice={table.beforeRemoval} key={table.removing.id} />
      ) : null}
    </div>
  );
}

function Views({ heading, views }: Pick<TableData, 'heading' | 'views'>) {
  if (views.length === 0) return null;
  return (
    <nav className="segmented" aria-label={`Which ${heading.toLowerCase()}`}>
      {views.map(({ label, href, isCurrent }) => (
        <Link key={href} to={href} aria-current={isCurrent ? 'page' : undefined}>
          {label}
        </Link>
      ))}
    </nav>
  );
}

/** Searches published items with the index of the public search, scheduled items and drafts; a plain form. */
function Finder({ q, name }: { q: string; name: string }) {
  return (
    <div role="search" aria-label="This list">
      <form className="searchbar" method="get" action={`/admin/${name}`}>
        <label className="vh" htmlFor="find">
          Find
        </label>
        <input
          className="input"
          id="find"
          name="q"
          type="search"
          defaultValue={q}
          key={q}
          placeholder="Find"
        />
        <button className="button" type="submit">
          Find
        </button>
        {q ? (
          <Link className="button" to={`/admin/${name}`}>
            Show all
          </Link>
        ) : null}
      </form>
    </div>
  );
}

type TableProps = {
  name: string;
  heading: string;
  columns: string[];
  rows: StatusRow[];
  tag: string | null;
  at: string;
};

function Table({ name, heading, columns, rows, tag, at }: TableProps) {
  return (
    <Form method="post" action={`/admin/selection/${name}`} className="panel flush" key={rows[0]?.id}>
      <PickTable
        label={heading}
        columns={[
          columns[0],
          columns.length > 1 ? 'Status' : 'Status and time',
          ...columns.slice(1),
          'Last change',
        ]}
      >
        {rows.map((row) => (
          <Row name={name} columns={columns} row={row} key={row.id} />
        ))}
      </PickTable>
      <SelectionBar tag={tag} at={at} />
    </Form>
  );
}

function Row({ name, columns, row }: { name: string; columns: string[]; row: StatusRow }) {
  const { pathname, search } = useLocation();
  const list = useList();
  const form = `/admin/${name}/${row.id}`;
  const remember = () => rememberList(list, row.id);
  return (
    <tr>
      <td>
        <PickRow id={row.id} title={row.title} />
      </td>
      <th scope="row">
        <Link className="plain" id={rowLinkId(row.id)} to={form} onClick={remember}>
          {row.title}
        </Link>{' '}
        {row.mark ? <span className={`badge is-${row.mark.tone}`}>{row.mark.word}</span> : null}
        {row.under ? <small>{row.under}</small> : null}
        {row.series ? (
          <small>
            {row.series.text} · <Link to={`/admin/${name}?series=${row.series.seriesId}`}>all dates</Link>
          </small>
        ) : null}
      </th>
      <td className="nowrap">
        <span className={`badge is-${row.status.tone}`}>{row.status.word}</span>
        {row.status.note ? <small>{row.status.note}</small> : null}
        {row.status.distance ? <small>{row.status.distance}</small> : null}
      </td>
      {row.cells.map((cell, index) => (
        <td data-label={columns[index + 1]} key={columns[index + 1]}>
          {cell}
          {row.series && index === 0 ? (
            // Not in the row's heading, where HTML does not allow it.
            <SeriesFold
              name={name}
              title={row.title}
              series={row.series}
              onOpen={(id) => rememberList(list, id)}
            />
          ) : null}
        </td>
      ))}
      <td data-label="Changed">
        <time className="nowrap" dateTime={row.changed.machineTime}>
          {row.changed.text}
        </time>
        {row.changed.by ? <small>{row.changed.by}</small> : null}
      </td>
      <td className="wide">
        <span className="rowlinks">
          {row.link ? (
            <Link className="button button--small" to={`${form}/${row.link.path}`} onClick={remember}>
              {row.link.label}
              <span className="vh">: {row.title}</span>
            </Link>
          ) : null}
          <Link className="button button--small" to={form} onClick={remember}>
            Edit<span className="vh">: {row.title}</span>
          </Link>
          <Link
            className="button button--small"
            to={removalAddress(pathname, search, row.id)}
            preventScrollReset
          >
            Delete<span className="vh">: {row.title}</span>
          </Link>
        </span>
      </td>
    </tr>
  );
}

/** The link of Delete: the same page of the list, asking about one item. */
function removalAddress(pathname: string, search: string, id: string): string {
  const query = listQuery(search);
  query.set('delete', id);
  return `${pathname}?${query}`;
}

/** The address of this page of the list, without what the last action has to say. */
function useList(): string {
  const { pathname, search } = useLocation();
  const query = listQuery(search).toString();
  return query ? `${pathname}?${query}` : pathname;
}

function listQuery(search: string): URLSearchParams {
  const query = new URLSearchParams(search);
  for (const name of listNotices) query.delete(name);
  return query;
}

const whichDates: FieldSpec = {
  name: 'series',
  label: 'Which dates',
  kind: 'radio',
  required: true,
  choices: [
    { value: 'this', label: 'This event' },
    { value: 'following', label: 'This and following events' },
    { value: 'all', label: 'All events' },
  ],
};

type RemovalProps = { item: NonNullable<TableData['removing']>; advice: string | null };

/** The question before deleting: a modal dialog with JavaScript, the same text on the page without. */
function RemovalQuestion({ item, advice }: RemovalProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const list = useList();
  useEffect(() => {
    const element = dialog.current;
    if (!element || element.matches(':modal')) return;
    element.close();
    element.showModal();
    return () => element.close();
  }, []);
  return (
    <div className="scrim">
      <dialog
        open
        ref={dialog}
        aria-labelledby="removal-question"
        className="stack"
        onCancel={() => void navigate(list, { preventScrollReset: true })}
      >
        <h2 id="removal-question">Delete “{item.title}”?</h2>
        <p>It will disappear from the site immediately and stay in the trash for {TRASH_DAYS} days.</p>
        {advice ? <p>{advice}</p> : null}
        <Form method="post" action={list} className="actions">
          <input type="hidden" name="id" value={item.id} />
          {item.scopes ? <Field spec={whichDates} value="this" problem={undefined} /> : null}
          <Link className="button" to={list} autoFocus preventScrollReset>
            Cancel
          </Link>
          <button type="submit" className="button button--danger-solid">
            <span>
              Delete
              {item.scopes ? <ScopeWords scopes={item.scopes} /> : null}
            </span>
          </button>
        </Form>
      </dialog>
    </div>
  );
}
