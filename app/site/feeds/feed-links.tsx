import { EVERYTHING, type FeedFormat, mediaTypes } from './feed-names.ts';

/** The collection that a page lists. */
type Listed = { name: string; heading: string };

/**
 * The links to a page's feeds: each list has its own, and every page has the feed of everything. They are in the first
 * bytes of a page, so they are few and short.
 */
export function FeedLinks({ listed }: { listed: Listed | undefined }) {
  const everything = { name: 'all', heading: EVERYTHING };
  return (
    <>
      {listed ? formats.map((format) => <FeedLink key={format} of={listed} format={format} />) : null}
      {listed ? (
        <FeedLink of={everything} format="rss" />
      ) : (
        formats.map((format) => <FeedLink key={format} of={everything} format={format} />)
      )}
    </>
  );
}

const formats: FeedFormat[] = ['rss', 'atom', 'json'];

function FeedLink({ of: { name, heading }, format }: { of: Listed; format: FeedFormat }) {
  return <link rel="alternate" type={mediaTypes[format]} title={heading} href={`/feeds/${name}.${format}`} />;
}
