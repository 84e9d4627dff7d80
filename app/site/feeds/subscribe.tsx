import type { ReactNode } from 'react';
import { listLocations } from '#app/events/event-listings.server.ts';
import { calendarPathOf, subscriptionOf } from '#app/events/pages/calendar-links.tsx';
import { issueFeed } from '#app/newsletter/issues/issue-feed.server.ts';
import { readContext } from '#app/people/request/context.ts';
import type { RouteHandle } from '#app/platform/hydration.ts';
import { startOfToday } from '#app/platform/time/town-time.ts';
import { PageHead } from '#app/platform/ui/page-head.tsx';
import { useSite } from '#app/platform/ui/site-facts.ts';
import feedStyles from '#app/platform/ui/styles/feeds.css?url';
import type { Route } from './+types/subscribe';
import { feedPath } from './feed.ts';
import { EVERYTHING, formatLabels } from './feed-names.ts';
import { noticeFeed } from './notice-feed.server.ts';

export const handle: RouteHandle = { page: Subscribe };

export default Subscribe;

/** How to follow the town elsewhere, in a calendar or a feed reader, explained for beginners. */
export async function loader(args: Route.LoaderArgs) {
  const { remember, town, now, siteUrl, collections } = readContext(args);
  const fed = Object.values(collections).filter(({ facets: { feed } }) => feed);
  const from = startOfToday(now, town.timeZone);
  const { sources, places } = await remember(`what can be followed ${from}`, async (db) => {
    const [places, ...sources] = await Promise.all([
      listLocations(db, from),
      ...fed.map(async ({ facets: { feed } }) => (await feed?.listSources?.(db)) ?? []),
    ]);
    return { sources: [...new Set(sources.flat())], places };
  });
  const inOrder = new Intl.Collator(town.locale);
  return {
    siteUrl,
    siteTitle: town.title,
    place: town.town,
    feeds: [
      { name: 'all', title: EVERYTHING },
      ...fed.map(({ name, heading }) => ({ name, title: heading })),
      { name: noticeFeed.name, title: noticeFeed.heading },
      { name: issueFeed.name, title: issueFeed.heading },
    ],
    sources: sources.toSorted(inOrder.compare),
    places: places.toSorted(inOrder.compare),
  };
}

type Facts = Route.ComponentProps['loaderData'];

function Subscribe({ loaderData }: Pick<Route.ComponentProps, 'loaderData'>) {
  const { place, siteTitle } = loaderData;
  return (
    <main id="main" className="wrap page" tabIndex={-1}>
      <link rel="stylesheet" href={feedStyles} />
      <PageHead
        title="Subscribe"
        description={`How to get the events of ${place} in your own calendar, and everything new in a feed reader.`}
        path="/subscribe"
      />
      <article className="reading stack-lg">
        <header className="page-head">
          <h1>Subscribe</h1>
          <p>
            Get {siteTitle} in the calendar on your phone or in a feed reader. It’s free and anonymous, and
            needs no account.
          </p>
        </header>
        <Calendars {...loaderData} />
        <Feeds {...loaderData} />
        <Sources {...loaderData} />
        <Mail />
      </article>
    </main>
  );
}

function Calendars({ siteUrl, places }: Facts) {
  return (
    <Part id="calendar" title="Events in your calendar">
      <p>
        See what’s happening in town next to your own appointments. New events appear automatically, and so do
        changes and cancellations.
      </p>
      <p>
        <a className="button button--primary" href={subscriptionOf(siteUrl)}>
          Open in your calendar
        </a>
      </p>
      <p>
        This works with Apple Calendar, Outlook, and most other calendars. In Google Calendar on the web,
        choose “Other calendars”, then “From URL”, and paste this address:
      </p>
      <Address url={siteUrl + calendarPathOf()} />
      {places.length > 0 ? (
        <details>
          <summary>Events at one place only</summary>
          <ul className="bullets">
            {places.map((name) => (
              <li key={name}>
                <a href={subscriptionOf(siteUrl, { place: name })}>{name}</a>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
    </Part>
  );
}

function Feeds({ siteUrl, feeds }: Facts) {
  return (
    <Part id="reader" title="Everything new in a feed reader">
      <p>
        A feed reader is an app that lists what is new on all the sites you follow, without ads and without an
        algorithm. Thunderbird, NetNewsWire, Feedly, and Inoreader are feed readers. Add the address of a feed
        once, and everything published here appears there in full.
      </p>
      <ol className="steps">
        <li>Copy the address of the feed you want.</li>
        <li>In your reader, choose “Add feed”, “Follow”, or “Subscribe”.</li>
        <li>Paste the address.</li>
      </ol>
      {feeds.map((feed) => (
        <FeedAddresses key={feed.name} {...feed} siteUrl={siteUrl} />
      ))}
      <p>
        You can also follow a search. Put your words at the end of this address, with plus signs between them,
        to get everything published about them:
      </p>
      <Address url={`${siteUrl}${feedPath({ name: 'search', format: 'rss' })}?q=library+hours`} />
    </Part>
  );
}

function FeedAddresses({ name, title, siteUrl }: { name: string; title: string; siteUrl: string }) {
  const others = ['atom', 'json'] as const;
  return (
    <div className="feeds">
      <h3>{title}</h3>
      <Address url={siteUrl + feedPath({ name, format: 'rss' })} />
      <p className="small">
        Also as{' '}
        {others.map((format, at) => (
          <span key={format}>
            {at > 0 ? ' and ' : ''}
            <a href={feedPath({ name, format })}>
              {formatLabels[format]}
              <span className="vh"> of {title.toLowerCase()}</span>
            </a>
          </span>
        ))}
      </p>
    </div>
  );
}

function Sources({ sources }: Facts) {
  if (sources.length < 2) return null;
  return (
    <Part id="sources" title="A single source">
      <p>Copy the link of a source to follow only that source:</p>
      <ul className="bullets">
        {sources.map((source) => (
          <li key={source}>
            <a href={feedPath({ name: 'all', format: 'rss', source })}>{source}</a>
          </li>
        ))}
      </ul>
    </Part>
  );
}

function Mail() {
  if (useSite().isReadOnly) return null;
  return (
    <Part id="mail" title="By email">
      <p>
        <a href="/newsletter">The newsletter</a> brings what happened and what’s next. You need no account,
        and you can unsubscribe with one click.
      </p>
    </Part>
  );
}

function Part({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className="stack" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** One click selects all of it, for copying. */
function Address({ url }: { url: string }) {
  return (
    <p>
      <code className="address">{url}</code>
    </p>
  );
}
