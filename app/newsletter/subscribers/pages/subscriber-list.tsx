import { Form, Link } from 'react-router';
import { AdminListPage } from '#app/desk/list/admin-list-page.tsx';
import { DataTable } from '#app/desk/list/data-table.tsx';
import { loadListPage } from '#app/items/lists/list-page.server.ts';
import { STATES, type Subscriber } from '#app/newsletter/subscribers/subscriber.ts';
import {
  countSubscribers,
  orderOf,
  pageSubscribers,
  type SubscriberCounts,
  type SubscriberFilter,
} from '#app/newsletter/subscribers/subscriber-store.server.ts';
import { syncMembers } from '#app/newsletter/subscribers/sync-members.server.ts';
import { writeContext } from '#app/people/request/context.ts';
import { formatShortDate } from '#app/platform/time/town-time.ts';
import { Alert } from '#app/platform/ui/alert.tsx';
import type { Town } from '#app/town/town.ts';
import type { Route } from './+types/subscriber-list';
import { choiceWordsOf, ERASED, flagWords, stateNoteOf, stateWords } from './subscriber-words.ts';

const ROWS = 50;

/** `/admin/newsletter/subscribers`: who is on the list, who is not and why. */
export async function loader(args: Route.LoaderArgs) {
  const { read, write, now, town } = writeContext(args);
  await syncMembers(write, now);
  const { searchParams } = args.url;
  const filter = filterOf(searchParams);
  const { items, pager } = await loadListPage(
    args.url,
    orderOf(filter),
    (request) => pageSubscribers(read, filter, request),
    undefined,
    ROWS,
  );
  const counts = await countSubscribers(read);
  return {
    rows: items.map((subscriber) => subscriberRowOf(subscriber, town)),
    pager,
    filters: filtersOf(counts, filter, town.locale),
    isEmpty: Object.values(counts).every((count) => count === 0),
    q: filter.q ?? '',
    show: searchParams.get('show') ?? '',
    note: noteOf(searchParams, town.locale),
  };
}

function filterOf(query: URLSearchParams): SubscriberFilter {
  const show = query.get('show');
  const state = STATES.find((each) => each === show);
  const q = query.get('q')?.slice(0, 254).trim();
  return { ...(q ? { q } : {}), ...(state ? { state } : {}), isFlagged: show === 'flagged' };
}

function filtersOf(counts: SubscriberCounts, { state, isFlagged, q }: SubscriberFilter, locale: string) {
  const number = new Intl.NumberFormat(locale);
  const all = STATES.reduce((sum, each) => sum + counts[each], 0);
  const hrefOf = (show: string) => {
    const query = new URLSearchParams({ ...(show ? { show } : {}), ...(q ? { q } : {}) }).toString();
    return `/admin/newsletter/subscribers${query ? `?${query}` : ''}`;
  };
  const parts = [
    { show: '', label: 'All', count: all },
    ...STATES.map((each) => ({ show: each as string, label: stateWords[each].label, count: counts[each] })),
    { show: 'flagged', label: 'Flagged', count: counts.flagged },
  ];
  const current = isFlagged ? 'flagged' : (state ?? '');
  return parts.map(({ show, label, count }) => ({
    label,
    href: hrefOf(show),
    count: number.format(count),
    isCurrent: show === current,
  }));
}

/** What was done, as a message. */
function noteOf(query: URLSearchParams, locale: string): string | undefined {
  const added = /^\d{1,6}$/.exec(query.get('imported') ?? '')?.[0];
  if (added === undefined) return undefined;
  const count = new Intl.NumberFormat(locale).format(Number(added));
  return `${added === '1' ? '1 subscriber was' : `${count} subscribers were`} added. Nothing was sent to them.`;
}

function subscriberRowOf(subscriber: Subscriber, town: Town) {
  const { id, address, state, flag, createdAt } = subscriber;
  return {
    id,
    address: address ?? ERASED,
    state: stateWords[state],
    note: stateNoteOf(subscriber, town),
    flag: flag ? flagWords[flag] : undefined,
    gets: choiceWordsOf(subscriber),
    since: formatShortDate(createdAt, town),
  };
}

export default function SubscriberList({ loaderData }: Route.ComponentProps) {
  const { rows, pager, filters, isEmpty, note, q, show } = loaderData;
  return (
    <AdminListPage
      heading="Subscribers"
      parent={{ to: '/admin/newsletter', label: 'Newsletter' }}
      actions={
        <div className="rowlinks">
          <Link className="button" to="/admin/newsletter/subscribers/import">
            Import…
          </Link>
          <Link className="button button--primary" to="/admin/newsletter/subscribers/add">
            Add a subscriber
          </Link>
        </div>
      }
      notices={note ? <Alert tone="success">{note}</Alert> : null}
      blank={isEmpty ? <NoSubscribers /> : null}
      tabs={{ label: 'Filter subscribers', filters }}
      search={<SearchForm q={q} show={show} />}
      empty="No subscribers here."
      rows={rows}
      list={<SubscriberTable rows={rows} />}
      pager={pager}
    >
      <p className="small">
        <a href="/admin/newsletter/subscribers/subscribers.csv" download="subscribers.csv">
          Download all subscribers (CSV)
        </a>
      </p>
    </AdminListPage>
  );
}

function NoSubscribers() {
  return (
    <p>
      No subscribers yet. Readers subscribe at <a href="/newsletter">/newsletter</a> and below each article.
      You can also import a list of people who agreed elsewhere.
    </p>
  );
}

function SearchForm({ q, show }: { q: string; show: string }) {
  return (
    <Form method="get" action="/admin/newsletter/subscribers" role="search" className="field">
      <label htmlFor="q">Address begins with</label>
      <div className="searchbar">
        <input className="input" id="q" name="q" type="search" defaultValue={q} key={q} />
        {show ? <input type="hidden" name="show" value={show} /> : null}
        <button type="submit" className="button">
          Search
        </button>
      </div>
    </Form>
  );
}

type Row = ReturnType<typeof subscriberRowOf>;

function SubscriberTable({ rows }: { rows: Row[] }) {
  return (
    <section className="panel flush" aria-label="Subscribers">
      <DataTable
        label="All subscribers"
        rows={rows}
        keyOf={({ id }) => id}
        columns={[
          {
            head: 'Address',
            cell: ({ id, address, flag }) => (
              <>
                <Link className="plain" to={`/admin/newsletter/subscribers/${id}`}>
                  {address}
                </Link>
                {flag ? <small>{flag}</small> : null}
              </>
            ),
          },
          {
            head: 'State',
            cell: ({ state, note }) => (
              <>
                <span className={`badge ${state.tone}`}>{state.label}</span> <small>{note}</small>
              </>
            ),
          },
          { head: 'Gets', label: true, cell: ({ gets }) => gets },
          { head: 'Added', className: 'nowrap', label: true, cell: ({ since }) => since },
        ]}
      />
    </section>
  );
}
