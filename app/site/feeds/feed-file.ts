import { data } from 'react-router';
import { readContext } from '#app/people/request/context.ts';
import type { Route } from './+types/feed-file';
import { type Feed, readFeedChoice, readFeedFile } from './feed.ts';
import { type FeedFormat, mediaTypes } from './feed-names.ts';
import { loadFeed } from './load-feed.server.ts';
import { writeAtom, writeJsonFeed, writeRss } from './write-feeds.ts';

const writers: Record<FeedFormat, (feed: Feed) => string> = {
  rss: writeRss,
  atom: writeAtom,
  json: writeJsonFeed,
};

/**
 * A feed. A middleware sends it because this is a page: an unknown one reaches the loader and gets the site's 404 page.
 */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ params, url, context }, next) => {
    const requestContext = readContext({ context });
    const named = readFeedFile(params.feed ?? '', requestContext.collections);
    if (!named) return next();
    const choice = readFeedChoice(named.name, url.searchParams, requestContext.collections);
    const feed = await loadFeed({ ...named, ...choice }, requestContext);
    if (!feed) return next();
    return new Response(writers[named.format](feed), { headers: headersOf(feed, named.format) });
  },
];

export function loader() {
  throw data(null, { status: 404 });
}

export default function FeedFile() {
  return null;
}

/** The links are also in the headers, so that a hub need not parse the feed (WebSub, section 4). */
function headersOf({ selfUrl, hubUrl }: Feed, format: FeedFormat): Record<string, string> {
  const hub = hubUrl ? [`<${hubUrl}>; rel="hub"`] : [];
  return {
    'Content-Type': `${mediaTypes[format]}; charset=utf-8`,
    Link: [...hub, `<${selfUrl}>; rel="self"`].join(', '),
    // Search engines should list the items' own pages instead.
    'X-Robots-Tag': 'noindex',
  };
}
