import { subscriptionOf } from '#app/events/calendar-links.tsx';
import { type SearchAddress, searchPathOf } from './search-address.ts';

type Follow = { asked: SearchAddress; siteUrl: string };

/** Ways to follow a search: a feed, and for events a calendar; none for businesses alone. */
export function FollowSearch({ asked, siteUrl }: Follow) {
  const feed = feedOf(asked);
  if (!feed) return null;
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

/** Businesses are not news. */
function feedOf(asked: SearchAddress): string | undefined {
  return asked.kind === 'businesses'
    ? undefined
    : searchPathOf(asked).replace('/search', '/feeds/search.rss');
}

/** A calendar has all upcoming events, without a filter by days. */
function hasCalendar({ kind, from, to }: SearchAddress): boolean {
  return (kind === undefined || kind === 'events') && !from && !to;
}
