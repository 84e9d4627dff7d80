import { type FeedFormat, type FeedName, feedNames, feedTitles, mediaTypes } from './feed-names.ts';

/**
 * The links to a page's feeds: each list has its own, and every page has the feed of everything. They are in the first
 * bytes of a page, so they are few and short.
 */
export function FeedLinks({ path }: { path: string }) {
  const own = ownFeeds.find((name) => path === `/${name}`);
  return (
    <>
      {own ? formats.map((format) => <FeedLink key={format} name={own} format={format} />) : null}
      {own ? (
        <FeedLink name="all" format="rss" />
      ) : (
        formats.map((format) => <FeedLink key={format} name="all" format={format} />)
      )}
    </>
  );
}

type Named = Exclude<FeedName, 'search'>;

const formats: FeedFormat[] = ['rss', 'atom', 'json'];

/** Each is at the path of its list. */
const ownFeeds = feedNames.filter((name) => name !== 'all');

function FeedLink({ name, format }: { name: Named; format: FeedFormat }) {
  const [title, type] = [feedTitles[name], mediaTypes[format]];
  return <link rel="alternate" type={type} title={title} href={`/feeds/${name}.${format}`} />;
}
