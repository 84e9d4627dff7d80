import { useState } from 'react';
import { Form, Link, type ShouldRevalidateFunctionArgs } from 'react-router';
import { CountFilters } from '#app/admin/count-filters.tsx';
import { UndoNotice } from '#app/admin/undo-notice.tsx';
import { Alert } from '#app/ui/alert.tsx';
import { NoData } from '#app/ui/no-data.tsx';
import { UnlistedHead } from '#app/ui/unlisted-head.tsx';
import type { Route } from './+types/inbox';
import { InboxList } from './inbox-list.tsx';
import { type InboxPage, loadInbox } from './load-inbox.server.ts';
import { isOnlyMenu } from './refresh.ts';

/** `/admin/inbox`: what sources have brought, to be reviewed. */
export function loader(args: Route.LoaderArgs) {
  return loadInbox(args);
}

/** After decisions in the background, only the menu changes. */
export function shouldRevalidate({ defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate && !isOnlyMenu();
}

export default function Inbox({ loaderData: page }: Route.ComponentProps) {
  const { total, filters, siteTitle, rows } = page;
  const items = total === 1 ? '1 item' : `${total} items`;
  const list = `${page.filterQuery} ${page.isFirst}`;
  // A list that was reviewed to its end stays, with its last decision and its Undo.
  const [reviewed, setReviewed] = useState<string | null>(null);
  if (rows.length > 0 && reviewed !== list) setReviewed(list);
  return (
    <div className="stack-lg">
      <UnlistedHead title={`Inbox | ${siteTitle}`} />
      <header>
        <h1>Inbox</h1>
        <p className="muted">
          {total === 0 ? '' : `${items} to review. `}Nothing appears on the site until you publish it.
        </p>
      </header>
      <Notices page={page} />
      <CountFilters label="Filter items" filters={filters} />
      {total === 0 && rows.length === 0 && page.filter.show === 'all' ? null : <MoreFilters page={page} />}
      {rows.length === 0 && reviewed !== list ? (
        <NoData>
          {total === 0 ? 'You’re all caught up. ' : 'Nothing here matches. '}
          <Link to="/admin/sources">View sources</Link>
        </NoData>
      ) : (
        <>
          <InboxList page={page} key={list} />
          <DecideAll page={page} />
        </>
      )}
    </div>
  );
}

const chooseWords: Record<string, string> = { day: 'Choose until when.', items: 'Choose at least one.' };

function Notices({ page: { notice, undone, choose, gone } }: { page: InboxPage }) {
  return (
    <>
      {notice ? (
        <UndoNotice action="/admin/inbox/undo" name="batch" values={[notice.batch]} back="/admin/inbox">
          {notice.summary}
        </UndoNotice>
      ) : null}
      {undone === '1' ? <Alert tone="success">Undone.</Alert> : null}
      {undone === '0' ? <Alert tone="warning">There is nothing to undo.</Alert> : null}
      {choose !== null ? <Alert tone="danger">{chooseWords[choose] ?? chooseWords.items}</Alert> : null}
      {gone ? <Alert tone="warning">This was already decided.</Alert> : null}
    </>
  );
}

const ages = [
  ['', 'any time'],
  ['1', 'at least a day ago'],
  ['3', 'at least 3 days ago'],
  ['7', 'at least a week ago'],
  ['30', 'at least 30 days ago'],
] as const;

/** Filters by source and age. */
function MoreFilters({ page: { filter, sources } }: { page: InboxPage }) {
  return (
    <Form method="get" action="/admin/inbox" className="cluster">
      {filter.show === 'all' ? null : <input type="hidden" name="show" value={filter.show} />}
      <select
        className="input"
        name="source"
        aria-label="Source"
        defaultValue={filter.source ?? ''}
        key={filter.source}
      >
        <option value="">All sources</option>
        {sources.map(({ id, name, count }) => (
          <option value={id} key={id}>
            {name} ({count})
          </option>
        ))}
      </select>
      <select
        className="input"
        name="older"
        aria-label="Arrived"
        defaultValue={String(filter.older ?? '')}
        key={`older ${filter.older}`}
      >
        {ages.map(([days, label]) => (
          <option value={days} key={days}>
            Arrived {label}
          </option>
        ))}
      </select>
      <button type="submit" className="button">
        Filter
      </button>
    </Form>
  );
}

/** Decisions about everything that matches. They ask first. */
function DecideAll({ page: { matching, filterQuery } }: { page: InboxPage }) {
  const query = filterQuery ? `&${filterQuery}` : '';
  if (matching < 2) return null;
  return (
    <p className="cluster">
      <Link className="button button--small" to={`/admin/inbox/all?do=publish${query}`}>
        Publish all {matching}…
      </Link>
      <Link className="button button--small button--danger" to={`/admin/inbox/all?do=discard${query}`}>
        Discard all {matching}…
      </Link>
    </p>
  );
}
