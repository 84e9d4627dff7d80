import { type ReactNode, useEffect, useRef } from 'react';
import { Form, Link, useLocation, useNavigate } from 'react-router';
import { TRASH_DAYS } from '#app/items/trash/trash-days.ts';
import type { FieldSpec } from '#app/platform/forms/field-spec.ts';
import { messages } from '#app/platform/messages.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { Field } from '#app/platform/ui/field.tsx';
import { NoData } from '#app/platform/ui/no-data.tsx';
import { AdminListPage } from './admin-list-page.tsx';
import { DataTable } from './data-table.tsx';
import { rememberList, rowLinkId, useReturn } from './leave-list.ts';
import type { TableData } from './load-content-table.server.ts';
import { ScopeWords } from './scope-words.tsx';
import { SelectionBar, SelectionNotice } from './selection-bar.tsx';
import { listNotices } from './selection-notice.ts';
import { SeriesFold } from './series-fold.tsx';
import { DeletedNotice } from './undo-notice.tsx';
import type { StatusRow } from './unpublished-rows.server.ts';

/** An admin list: + Create, and Edit and Delete on every row; Delete asks once (spec section 2). */
export function ContentTable({
  name,
  heading,
  columns,
  above,
  ...table
}: TableData & { /** Between the heading and the list. */ above?: ReactNode }) {
  const list = useList();
  useReturn();
  return (
    <AdminListPage
      heading={heading}
      actions={
        <Link
          className="button button--primary"
          to={`/admin/${name}/add`}
          onClick={() => rememberList(list, 'add')}
        >
          + Create
        </Link>
      }
      notices={
        <>
          {table.deleted ? <DeletedNotice deleted={table.deleted} /> : null}
          <SelectionNotice name={name} notice={table.notice} problems={table.problems} />
          {table.isRestored ? <Alert tone="success">Restored.</Alert> : null}
          {table.failed ? <Alert tone="danger">{messages.saveFailed}</Alert> : null}
        </>
      }
      before={
        <>
          {table.series === null ? null : (
            <p>
              All dates of “{table.series}”. <Link to={`/admin/${name}`}>Show the whole list</Link>
            </p>
          )}
          {above}
          <Views heading={heading} views={table.views} />
        </>
      }
      tabs={{ label: 'Status', filters: table.filters }}
      search={<Finder q={table.q} name={name} />}
      empty={
        <NoData create={`/admin/${name}/add`}>
          {table.q ? <Link to={`/admin/${name}`}>Show the whole list</Link> : null}
        </NoData>
      }
      rows={table.rows}
      list={
        <Table
          name={name}
          heading={heading}
          columns={columns}
          rows={table.rows}
          tag={table.hasTags ? table.notice.tag : null}
          at={table.notice.at}
        />
      }
      pager={table.pager}
    >
      {table.removing ? (
        <RemovalQuestion item={table.removing} advice={table.beforeRemoval} key={table.removing.id} />
      ) : null}
    </AdminListPage>
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

function Table({ name, heading, columns: [first = '', ...more], rows, tag, at }: TableProps) {
  const cells = more.map((head, index) => ({
    head,
    label: true as const,
    cell: (row: StatusRow) => <ColumnCell name={name} row={row} index={index} />,
  }));
  return (
    <Form method="post" action={`/admin/selection/${name}`} className="panel flush" key={rows[0]?.id}>
      <DataTable
        label={heading}
        rows={rows}
        keyOf={({ id }) => id}
        pick={(row) => row}
        columns={[
          { head: first, cell: (row) => <TitleCell name={name} row={row} /> },
          {
            head: more.length > 0 ? 'Status' : 'Status and time',
            className: 'nowrap',
            cell: ({ status }) => <StatusCell {...status} />,
          },
          ...cells,
          { head: 'Last change', label: 'Changed', cell: ({ changed }) => <ChangedCell {...changed} /> },
          { head: 'Actions', className: 'wide', cell: (row) => <RowActions name={name} row={row} /> },
        ]}
      />
      <SelectionBar tag={tag} at={at} />
    </Form>
  );
}

type CellProps = { name: string; row: StatusRow };

function TitleCell({ name, row: { id, title, mark, under, series } }: CellProps) {
  const list = useList();
  return (
    <>
      <Link
        className="plain"
        id={rowLinkId(id)}
        to={`/admin/${name}/${id}`}
        onClick={() => rememberList(list, id)}
      >
        {title}
      </Link>{' '}
      {mark ? <span className={`badge is-${mark.tone}`}>{mark.word}</span> : null}
      {under ? <small>{under}</small> : null}
      {series ? (
        <small>
          {series.text} · <Link to={`/admin/${name}?series=${series.seriesId}`}>all dates</Link>
        </small>
      ) : null}
    </>
  );
}

function StatusCell({ tone, word, note, distance }: StatusRow['status']) {
  return (
    <>
      <span className={`badge is-${tone}`}>{word}</span>
      {note ? <small>{note}</small> : null}
      {distance ? <small>{distance}</small> : null}
    </>
  );
}

/** The dates of a series are not in the row's heading, where HTML does not allow them. */
function ColumnCell({ name, row: { title, series, cells }, index }: CellProps & { index: number }) {
  const list = useList();
  const open = (id: string) => rememberList(list, id);
  return (
    <>
      {cells[index]}
      {series && index === 0 ? <SeriesFold name={name} title={title} series={series} onOpen={open} /> : null}
    </>
  );
}

function ChangedCell({ machineTime, text, by }: StatusRow['changed']) {
  return (
    <>
      <time className="nowrap" dateTime={machineTime}>
        {text}
      </time>
      {by ? <small>{by}</small> : null}
    </>
  );
}

function RowActions({ name, row: { id, title, link, isPermanent } }: CellProps) {
  const { pathname, search } = useLocation();
  const list = useList();
  const form = `/admin/${name}/${id}`;
  const remember = () => rememberList(list, id);
  return (
    <span className="rowlinks">
      {link ? (
        <Link className="button button--small" to={`${form}/${link.path}`} onClick={remember}>
          {link.label}
          <span className="vh">: {title}</span>
        </Link>
      ) : null}
      <Link className="button button--small" to={form} onClick={remember}>
        Edit<span className="vh">: {title}</span>
      </Link>
      {isPermanent ? null : (
        <Link className="button button--small" to={removalAddress(pathname, search, id)} preventScrollReset>
          Delete<span className="vh">: {title}</span>
        </Link>
      )}
    </span>
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
