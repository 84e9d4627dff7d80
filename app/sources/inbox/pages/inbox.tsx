import { useState } from 'react';
import { Form, Link, type ShouldRevalidateFunctionArgs } from 'react-router';
import { AdminPage } from '#app/desk/hub/admin-page.tsx';
import { type CountFilter, CountFilters } from '#app/desk/list/count-filters.tsx';
import { Icon } from '#app/platform/ui/icon.tsx';
import { NoData } from '#app/platform/ui/no-data.tsx';
import type { Route } from './+types/inbox';
import { InboxList } from './inbox-list.tsx';
import { InboxResult } from './inbox-result.tsx';
import { type InboxPage, loadInbox } from './load-inbox.server.ts';
import { PublishedAtOnce } from './published-at-once.tsx';
import { isOnlyMenu } from './refresh.ts';
import { type Review, useReview } from './use-review.ts';

/** `/admin/inbox`: what sources have brought, to be reviewed. */
export function loader(args: Route.LoaderArgs) {
  return loadInbox(args);
}

/** After decisions in the background, only the menu changes. */
export function shouldRevalidate({ defaultShouldRevalidate }: ShouldRevalidateFunctionArgs): boolean {
  return defaultShouldRevalidate && !isOnlyMenu();
}

/** A list of its own for each filter. */
export default function Inbox({ loaderData: page }: Route.ComponentProps) {
  return <ReviewedList page={page} key={`${page.filterQuery} ${page.isFirst}`} />;
}

function ReviewedList({ page }: { page: InboxPage }) {
  const review = useReview(page);
  const { all } = review.counts.shows;
  // A list that was reviewed to its end stays, with its last decision and its Undo.
  const [hadRows, setHadRows] = useState(false);
  if (page.rows.length > 0 && !hadRows) setHadRows(true);
  return (
    <AdminPage
      heading="Inbox"
      about={
        <>
          {all === 0 ? '' : `${all === 1 ? '1 item' : `${all} items`} to review. `}
          {page.published.length > 0 ? null : (
            <span className="menu-wide">Nothing appears on the site until you publish it.</span>
          )}
        </>
      }
      status={<Narrowed page={page} />}
      actions={<FilterMenu page={page} review={review} />}
    >
      <div className="menu-wide">
        <CountFilters label="Filter items" filters={tabsOf(page, review)} />
      </div>
      <PublishedAtOnce published={page.published} />
      {page.rows.length === 0 && !hadRows ? (
        <NoData>
          {page.counts.all === 0 ? 'You’re all caught up. ' : 'Nothing here matches. '}
          <Link to="/admin/sources">View sources</Link>
        </NoData>
      ) : (
        <>
          <InboxList page={page} review={review} />
          <DecideAll matching={review.left} filterQuery={page.filterQuery} />
        </>
      )}
      <InboxResult news={page.news} review={review} />
    </AdminPage>
  );
}

function tabsOf({ tabs, filter, locale }: InboxPage, { counts }: Review): CountFilter[] {
  const number = new Intl.NumberFormat(locale);
  return tabs.map(({ show, label, href }) => ({
    ...{ label, href, count: number.format(counts.shows[show]) },
    isCurrent: show === filter.show,
  }));
}

/** Which filters of the menu are on, with a link that turns them off. */
function Narrowed({ page: { filter, sources } }: { page: InboxPage }) {
  const parts = [
    ...(filter.source === undefined
      ? []
      : [`from ${sources.find(({ id }) => id === filter.source)?.name ?? 'one source'}`]),
    ...(filter.older === undefined ? [] : [`arrived ${ageWords(filter.older)}`]),
  ];
  if (parts.length === 0) return null;
  return (
    <p className="small">
      Only {parts.join(', ')}.{' '}
      <Link to={filter.show === 'all' ? '/admin/inbox' : `/admin/inbox?show=${filter.show}`}>Show all</Link>
    </p>
  );
}

const ages = [
  ['', 'any time'],
  ['1', 'at least a day ago'],
  ['3', 'at least 3 days ago'],
  ['7', 'at least a week ago'],
  ['30', 'at least 30 days ago'],
] as const;

function ageWords(older: number): string {
  return ages.find(([days]) => days === String(older))?.[1] ?? `at least ${older} days ago`;
}

/** Filters by source and age, and on a phone also by kind. */
function FilterMenu({ page, review }: { page: InboxPage; review: Review }) {
  return (
    <details className="menu">
      <summary className="button">
        <Icon name="filter" />
        Filter
      </summary>
      <div>
        <CountFilters label="Filter items by kind" filters={tabsOf(page, review)} />
        <MoreFilters filter={page.filter} sources={review.counts.sources} />
      </div>
    </details>
  );
}

function MoreFilters({ filter, sources }: Pick<InboxPage, 'filter' | 'sources'>) {
  return (
    <Form method="get" action="/admin/inbox" className="stack">
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
        Apply
      </button>
    </Form>
  );
}

/** Decisions about everything that matches. They ask first. */
function DecideAll({ matching, filterQuery }: { matching: number; filterQuery: string }) {
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
