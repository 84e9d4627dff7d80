import { Form, Link } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { DataTable } from '#app/desk/list/data-table.tsx';
import { UndoNotice } from '#app/desk/list/undo-notice.tsx';
import { loadListPage } from '#app/items/lists/list-page.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { findAccountLabel } from '#app/platform/database/account-names.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import { Pager } from '#app/platform/ui/pager.tsx';
import { currentNotices, stateOf } from '#app/town/notices/current-notices.ts';
import type { Notice } from '#app/town/notices/notice.ts';
import { findNotice, listPast, listUnended, pastOrder } from '#app/town/notices/notice-store.server.ts';
import type { Town } from '#app/town/town.ts';
import { KindBadge } from '../kind-badge.tsx';
import { formatMoment } from '../notice-times.ts';
import type { Route } from './+types/notice-list';

const ROWS = 25;

/** `/admin/notices`: what is up now, what comes later, and what was. From the handle that writes: changes are seen at once. */
export async function loader(args: Route.LoaderArgs) {
  const { write, town, now } = writeContext(args);
  const unended = await listUnended(write, now);
  const { items, pager } = await loadListPage(
    args.url,
    pastOrder,
    (request) => listPast(write, { now }, request),
    undefined,
    ROWS,
  );
  const { searchParams } = args.url;
  const ended = await findNotice(write, searchParams.get('ended') ?? '');
  const names = await findNames(write, [...unended, ...items]);
  const rowOf = (notice: Notice) => toRow(notice, names, { town, now });
  return {
    current: currentNotices(unended, now).current.map(rowOf),
    later: unended.filter((notice) => stateOf(notice, now) === 'later').map(rowOf),
    past: items.map(rowOf),
    pager,
    isSaved: searchParams.has('saved'),
    isRemoved: searchParams.has('removed'),
    ended: ended?.plannedEnd && ended.plannedEnd > now ? { id: ended.id, text: ended.text } : null,
  };
}

/** Who put them up, by account: for editors only. */
async function findNames(db: ReadDb, notices: Notice[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const id of new Set(notices.flatMap(({ createdBy }) => createdBy ?? []))) {
    const name = await findAccountLabel(db, id);
    if (name) names.set(id, name);
  }
  return names;
}

type Row = Pick<Notice, 'id' | 'text' | 'kind'> & { when: string; facts: string };

function toRow(
  { id, text, kind, startsAt, endsAt, plannedEnd, email, source, createdBy }: Notice,
  names: ReadonlyMap<string, string>,
  { town, now }: { town: Town; now: number },
): Row {
  const name = names.get(createdBy ?? '');
  const end = `${formatMoment(endsAt, town, now)}${plannedEnd === null ? '' : ', ended early'}`;
  const facts = [
    source === null ? '' : 'Official warning',
    name && `By ${name}`,
    email ? 'Also by email' : '',
  ]
    .filter(Boolean)
    .join(', ');
  return { id, text, kind, when: `${formatMoment(startsAt, town, now)} to ${end}`, facts };
}

export default function NoticeList({ loaderData }: Route.ComponentProps) {
  const { current, later, past, pager, isSaved, isRemoved, ended } = loaderData;
  const count = current.length;
  const up = count === 0 ? 'None is up now.' : count === 1 ? '1 is up now.' : `${count} are up now.`;
  return (
    <AdminPage
      heading="Notices"
      about={`${up} Each comes down automatically when it ends.`}
      actions={
        <Link className="button button--primary" to="/admin/notices/add">
          <Icon name="plus" />
          New notice
        </Link>
      }
      notices={
        ended ? (
          <UndoNotice action={`/admin/notices/${ended.id}/end`} name="do" values={['undo']}>
            Ended. <span className="light">“{ended.text}” is on no page any more.</span>
          </UndoNotice>
        ) : isSaved ? (
          <Alert tone="success">Success! It is on every page of the site for as long as it says.</Alert>
        ) : isRemoved ? (
          <Alert tone="success">Deleted.</Alert>
        ) : null
      }
    >
      <Panel id="current" heading="Up now" rows={current} isCurrent />
      <Panel id="later" heading="Later" rows={later} />
      <Past rows={past} />
      <Pager {...pager} />
    </AdminPage>
  );
}

function Panel({
  id,
  heading,
  rows,
  isCurrent = false,
}: {
  id: string;
  heading: string;
  rows: Row[];
  isCurrent?: boolean;
}) {
  if (rows.length === 0) return null;
  return (
    <section className="panel" aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      <ul className="queue">
        {rows.map((row) => (
          <li key={row.id}>
            <div>
              <p className="meta">
                <KindBadge kind={row.kind} />
                {row.facts ? <span>{row.facts}</span> : null}
              </p>
              <h3>{row.text}</h3>
              <p className="small muted">{row.when}</p>
            </div>
            <div className="cluster">
              <Link className="button button--small" to={`/admin/notices/${row.id}`}>
                Change<span className="vh">: {row.text}</span>
              </Link>
              {isCurrent ? (
                <Form method="post" action={`/admin/notices/${row.id}/end`}>
                  <button type="submit" className="button button--small button--danger">
                    End now<span className="vh">: {row.text}</span>
                  </button>
                </Form>
              ) : (
                <Link
                  className="button button--small button--danger"
                  to={`/admin/notices/${row.id}/deletion`}
                >
                  Delete<span className="vh">: {row.text}</span>
                </Link>
              )}
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Past({ rows }: { rows: Row[] }) {
  if (rows.length === 0) return null;
  return (
    <section className="panel flush" aria-labelledby="past">
      <div className="cluster between">
        <h2 id="past">Past</h2>
        <a href="/notices">As readers see them</a>
      </div>
      <DataTable
        label="Past notices"
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          {
            head: 'Notice',
            cell: ({ text, facts }) => (
              <>
                {text}
                {facts ? <small>{facts}</small> : null}
              </>
            ),
          },
          { head: 'Kind', cell: ({ kind }) => <KindBadge kind={kind} /> },
          { head: 'When', cell: ({ when }) => when },
          {
            head: 'Actions',
            className: 'wide',
            cell: ({ id, text }) => (
              <span className="rowlinks">
                <Link className="button button--small" to={`/admin/notices/add?again=${id}`}>
                  Use again<span className="vh">: {text}</span>
                </Link>
              </span>
            ),
          },
        ]}
      />
    </section>
  );
}
