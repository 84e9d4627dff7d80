import { loadListPage } from '#app/content/list-page.server.ts';
import { readVisit } from '#app/context.ts';
import type { RouteHandle } from '#app/hydration.ts';
import { startOfToday, townDayOf } from '#app/time/town-time.ts';
import { ListHead } from '#app/ui/list-head.tsx';
import { NoData } from '#app/ui/no-data.tsx';
import { Pager } from '#app/ui/pager.tsx';
import type { Route } from './+types/event-list';
import { Agenda, StillOn } from './agenda.tsx';
import { CalendarLink, SubscribeToEvents } from './calendar-links.tsx';
import { eventOrder, listOngoingEvents, listUpcomingEvents } from './event-store.server.ts';
import { overFrom } from './event-time.ts';

export const handle: RouteHandle = { section: 'events', page: EventList };

export default EventList;

/**
 * Events from the town's midnight on, soonest first, ten a page (spec sections 2 and 9). Above the first page stands
 * what began earlier and goes on.
 */
export async function loader(args: Route.LoaderArgs) {
  const { read, town, now, siteUrl, keepUntil } = readVisit(args);
  const { timeZone, locale } = town;
  const from = startOfToday(now, timeZone);
  const url = new URL(args.url);
  const page = await loadListPage(url, eventOrder, (request) => listUpcomingEvents(read, from, request));
  const ongoing = page.pager.page === 1 ? await listOngoingEvents(read, from, now) : [];
  for (const event of [...ongoing, ...page.items]) {
    const end = overFrom(event, timeZone);
    if (end > now) keepUntil(end);
  }
  return {
    ...page,
    items: page.items.map((event) => ({ ...event, isOver: overFrom(event, timeZone) <= now })),
    ongoing,
    siteUrl,
    today: townDayOf(now, timeZone),
    clock: { timeZone, locale },
  };
}

function EventList({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { items, ongoing, pager, today, siteUrl, clock } = loaderData;
  return (
    <main id="main" className="wrap page" data-section="events" tabIndex={-1}>
      <CalendarLink />
      <ListHead
        name="Events"
        about="What happens from today on, soonest first"
        path="/events"
        page={pager.page}
      />
      <div className="split">
        <div>
          <header className="page-head">
            <h1>Events</h1>
            <p>
              {pager.page > 1 ? `Page ${pager.page}, soonest first.` : 'From today onward, soonest first.'}
            </p>
          </header>
          {ongoing.length > 0 ? <StillOn events={ongoing} clock={clock} /> : null}
          {items.length > 0 ? <Agenda events={items} today={today} clock={clock} /> : null}
          {items.length + ongoing.length === 0 ? <NoEvents /> : null}
          <Pager {...pager} />
        </div>
        <MoreAboutEvents siteUrl={siteUrl} />
      </div>
    </main>
  );
}

function NoEvents() {
  return (
    <NoData>
      Nothing is planned yet. <a href="/articles">Read the latest articles</a>
    </NoData>
  );
}

function MoreAboutEvents({ siteUrl }: { siteUrl: string }) {
  return (
    <aside className="aside" aria-label="More about events">
      <SubscribeToEvents siteUrl={siteUrl} />
      <section>
        <h2>Running something?</h2>
        <p className="small">
          Write to us with the date, time and place. <a href="/contact">Tell us about an event</a>
        </p>
      </section>
    </aside>
  );
}
