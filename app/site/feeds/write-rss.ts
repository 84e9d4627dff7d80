import { generateRssFeed, type RssFeed } from 'feedsmith';
import { printable } from '#app/platform/html/printable.ts';
import { feedDateOf, uriOf, withoutPadding, xmlLineOf } from '#app/platform/html/xml-text.ts';
import type { Feed, ListedItem } from './feed.ts';
import { mediaTypes } from './feed-names.ts';

/** How many minutes a reader that can't send conditional requests may cache the feed. */
const TTL_MINUTES = 30;

/** The feed as RSS 2.0, by the RSS Best Practices Profile. */
export function writeRss(feed: Feed): string {
  const title = xmlLineOf(feed.title);
  return withoutPadding(
    generateRssFeed({
      title,
      link: feed.homeUrl,
      description: xmlLineOf(feed.description),
      language: feed.language.toLowerCase(),
      lastBuildDate: feedDateOf(feed.updated),
      generator: 'Belfry',
      docs: 'https://www.rssboard.org/rss-specification',
      ttl: TTL_MINUTES,
      image: { url: `${feed.siteUrl}/feed-icon.png`, title, link: feed.homeUrl, width: 144, height: 144 },
      atom: {
        links: [
          { href: uriOf(feed.selfUrl), rel: 'self', type: mediaTypes.rss },
          ...(feed.hubUrl ? [{ href: uriOf(feed.hubUrl), rel: 'hub' }] : []),
        ],
      },
      items: feed.items.map(itemOf),
    }),
  );
}

function itemOf(item: ListedItem): RssFeed.Item<Date> {
  const { id, author, enclosure, html } = item;
  return {
    title: xmlLineOf(item.title),
    // A news item's headline leads to its source, as in the list (spec section 2).
    link: uriOf(item.collection === 'news' ? (item.sourceUrl ?? item.url) : item.url),
    description: asHtml(xmlLineOf(item.summary || item.title)),
    guid: { value: id, isPermaLink: false },
    pubDate: feedDateOf(item.published),
    categories: [item.category, ...(item.tags ?? [])].map((name) => ({ name: xmlLineOf(name) })),
    ...(author ? { dc: { creators: [xmlLineOf(author.name)] } } : {}),
    // The length is unknown: the Best Practices Profile has 0 for that.
    ...(enclosure ? { enclosures: [{ url: uriOf(enclosure.url), length: 0, type: enclosure.type }] } : {}),
    ...(html ? { content: { encoded: printable(html) } } : {}),
  };
}

/** A description is HTML (RSS 2.0, "encoding"): a line of plain text, escaped. */
function asHtml(line: string): string {
  return line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
