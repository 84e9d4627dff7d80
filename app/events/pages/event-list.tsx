import { data } from 'react-router';
import type { EventCard } from '#app/events/event.ts';
import {
  describeFilter,
  type EventFilter,
  isNearby,
  rangeOf,
  readEventFilter,
} from '#app/events/event-filter.ts';
import {
  countEventChoices,
  eventOrder,
  listOngoingEvents,
  listSelectedEvents,
  listUpcomingEvents,
} from '#app/events/event-store.server.ts';
import { overFrom } from '#app/events/event-time.ts';
import { loadListPage } from '#app/items/lists/list-page.server.ts';
import { listUnconfirmed } from '#app/items/provenance/provenance.server.ts';
import { findChecked } from '#app/items/reported/checked-item-store.server.ts';
import { readContext } from '#app/people/request/context.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import {
  firstWeekdayOf,
  formatMonth,
  readMonth,
  startOfToday,
  type TownClock,
  type TownDay,
  townDayOf,
  townMonthOf,
} from '#app/platform/time/town-time.ts';
import { ListHead } from '#app/platform/ui/list-head.tsx';
import { NoData } from '#app/platform/ui/no-data.tsx';
import { Pager } from '#app/platform/ui/pager.tsx';
import { useSite } from '#app/platform/ui/site-facts.ts';
import { UnlistedHead } from '#app/platform/ui/unlisted-head.tsx';
import type { Route } from './+types/event-list';
import { Agenda, type AgendaEvent, StillOn } from './agenda.tsx';
import { CalendarLink, SubscribeToEvents } from './calendar-links.tsx';
import { EventChoices, EventFilters } from './event-filters.tsx';
import { type EventMonth, loadMonth } from './event-month.server.ts';
import { MonthPager, MonthTable } from './event-month.tsx';

export const handle: RouteHandle = { section: 'events', page: EventList };

export default EventList;

/**
 * Events from the town's midnight on, earliest first, ten per page (spec sections 2 and 9). Above the first page are
 * those that began earlier and continue. The address can filter the list (`when`, `place`, `category`) or request a
 * whole `month`.
 */
export async function loader(args: Route.LoaderArgs) {
  const { town, now, remember, siteUrl } = readContext(args);
  const { timeZone, locale } = town;
  const url = new URL(args.url);
  const filter = readEventFilter(url.searchParams);
  const today = townDayOf(now, timeZone);
  const from = startOfToday(now, timeZone);
  const [choices, shown] = await Promise.all([
    remember(`event choices from ${from}`, (db) => countEventChoices(db, from)),
    url.searchParams.has('month') ? loadMonthView(args, filter) : loadAgenda(args, filter),
  ]);
  return {
    ...shown,
    filter,
    choices,
    siteUrl,
    today,
    firstWeekday: firstWeekdayOf(locale),
    clock: { timeZone, locale },
  };
}

type View = { agenda?: AgendaView; month?: EventMonth };
type AgendaView = Awaited<ReturnType<typeof loadListPage<AgendaEvent>>> & { ongoing: AgendaEvent[] };

async function loadAgenda(args: Route.LoaderArgs, filter: EventFilter): Promise<View> {
  const { read, remember, town, now, keepUntil } = readContext(args);
  const { timeZone } = town;
  const range = rangeOf(filter.when, now, timeZone);
  const isNarrowed = Object.keys(filter).length > 0;
  const page = await loadListPage(new URL(args.url), eventOrder, (request) =>
    isNarrowed
      ? listSelectedEvents(read, { ...filter, ...range }, request)
      : listUpcomingEvents(read, range.from, request),
  );
  const isWhole = page.pager.page === 1 && !isNarrowed;
  const ongoing = isWhole ? await listOngoingEvents(read, range.from, now) : [];
  for (const event of [...ongoing, ...page.items]) {
    const end = overFrom(event, timeZone);
    if (end > now) keepUntil(end);
  }
  const unconfirmed = await remember('unconfirmed events', listUnconfirmed);
  const isChecked = await findChecked(remember, 'events');
  const marked = (event: EventCard) => ({
    ...event,
    isOver: overFrom(event, timeZone) <= now,
    isUnconfirmed: unconfirmed.has(event.id),
    isChecked: isChecked(event.id),
  });
  const items = page.items.map(marked);
  return { agenda: { ...page, items, ongoing: ongoing.map(marked) } };
}

/** A month within two years of today. */
async function loadMonthView(args: Route.LoaderArgs, filter: EventFilter): Promise<View> {
  const { town, now } = readContext(args);
  const month = readMonth(new URL(args.url).searchParams.get('month'));
  if (!month || !isNearby(month, townMonthOf(now, town.timeZone))) throw data(null, { status: 404 });
  return { month: await readMonthAt(args, month, filter) };
}

function readMonthAt(args: Route.LoaderArgs, month: string, filter: EventFilter): Promise<EventMonth> {
  const { read, remember, town, now, keepUntil } = readContext(args);
  const { timeZone, locale } = town;
  return loadMonth(
    { read, remember },
    { month, filter, now, timeZone, firstWeekday: firstWeekdayOf(locale), keepUntil },
  );
}

type Facts = Route.ComponentProps['loaderData'];

function EventList({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { agenda, month, filter, choices, today, siteUrl, clock } = loaderData;
  const { isReadOnly } = useSite();
  const about = describeFilter(filter);
  return (
    <main id="main" className="wrap page" data-section="events" tabIndex={-1}>
      <CalendarLink />
      <EventListHead {...loaderData} />
      <header className="page-head">
        <h1>Events</h1>
        <p>
          {about || describePage(agenda?.pager.page)}{' '}
          {isReadOnly ? null : <a href="/submit">Send us an event</a>}
        </p>
      </header>
      <EventFilters filter={filter} month={month?.month} thisMonth={today.slice(0, 7)} />
      {agenda ? (
        <div className="split">
          <div>
            <AgendaOf {...agenda} filter={filter} today={today} clock={clock} />
          </div>
          <MoreAboutEvents siteUrl={siteUrl}>
            <EventChoices filter={filter} choices={choices} />
          </MoreAboutEvents>
        </div>
      ) : null}
      {month ? (
        <div>
          <MonthPager month={month.month} thisMonth={today.slice(0, 7)} filter={filter} clock={clock} />
          <MonthTable month={month} today={today} clock={clock} firstWeekday={loaderData.firstWeekday} />
          {month.isCut ? (
            <p className="small">There are more events this month than fit on one page.</p>
          ) : null}
        </div>
      ) : null}
    </main>
  );
}

function describePage(page: number | undefined): string {
  if (page === undefined) return 'Month by month.';
  return page > 1 ? `Page ${page}, soonest first.` : 'From today onward, soonest first.';
}

/** Anyone can invent places and categories: search engines should list only the list itself. */
function EventListHead({ agenda, filter, month, clock }: Facts) {
  if (agenda && Object.keys(filter).length === 0)
    return (
      <ListHead
        name="Events"
        about="Events from today onward, soonest first"
        path="/events"
        page={agenda.pager.page}
      />
    );
  const shown = describeFilter(filter) || (month ? formatMonth(month.month, clock.locale) : '');
  return <UnlistedHead title={`Events: ${shown}`} />;
}

type AgendaProps = AgendaView & { filter: EventFilter; today: TownDay; clock: TownClock };

function AgendaOf({ items, ongoing, pager, filter, today, clock }: AgendaProps) {
  const isNarrowed = Object.keys(filter).length > 0;
  return (
    <>
      {ongoing.length > 0 ? <StillOn events={ongoing} clock={clock} /> : null}
      {items.length > 0 ? <Agenda events={items} today={today} clock={clock} /> : null}
      {items.length + ongoing.length === 0 ? (
        <NoData create="/admin/events/add">
          {isNarrowed ? (
            <a href="/events">Show all events</a>
          ) : (
            <>
              No events are scheduled yet. <a href="/articles">Read the latest articles</a>
            </>
          )}
        </NoData>
      ) : null}
      <Pager {...pager} />
    </>
  );
}

function MoreAboutEvents({ siteUrl, children }: { siteUrl: string; children: React.ReactNode }) {
  const { isReadOnly } = useSite();
  return (
    <aside className="aside" aria-label="More about events">
      {children}
      <SubscribeToEvents siteUrl={siteUrl} />
      {isReadOnly ? null : (
        <section>
          <h2>Hosting an event?</h2>
          <p className="small">
            <a href="/contact">Tell us about an event</a>
          </p>
        </section>
      )}
    </aside>
  );
}
