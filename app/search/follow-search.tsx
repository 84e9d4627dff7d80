import { subscriptionOf } from '#app/events/calendar-links.tsx';
import { type SearchAddress, searchPathOf } from './search-address.ts';

type Follow = { asked: SearchAddress; siteUrl: string };

/** How readers can follow a search: by feed, and for events by calendar. */
export function FollowSearch({ asked, siteUrl }: Follow) {
  const feed = searchPathOf(asked).replace('/search', '/feeds/search.rss');
  return (
    <p className="small mt">
      <link rel="alternate" type="application/rss+xml" title={`Search: ${asked.q}`} href={feed} />
      <a href={feed}>Follow this search</a>
      {hasCalendar(asked) ? (
        <>
          {' '}
          or <a href={subscriptionOf(siteUrl, { q: asked.q })}>its events in your calendar</a>
        </>
      ) : null}
    </p>
  );
}

/** A calendar has all upcoming events, so it can't be limited to dates. */
function hasCalendar({ kind, from, to }: SearchAddress): boolean {
  return (kind === undefined || kind === 'events') && !from && !to;
}
