import { generateJsonFeed, type JsonFeed } from 'feedsmith';
import { printable } from '#app/platform/html/printable.ts';
import { feedDateOf, uriOf, xmlLineOf } from '#app/platform/html/xml-text.ts';
import type { Feed, ListedItem } from './feed.ts';

/** The feed as JSON Feed 1.1. Events have their facts under `_event`, by the format's rule for extensions. */
export function writeJsonFeed(feed: Feed): string {
  const generated = generateJsonFeed({
    title: xmlLineOf(feed.title),
    home_page_url: feed.homeUrl,
    feed_url: uriOf(feed.selfUrl),
    description: xmlLineOf(feed.description),
    icon: `${feed.siteUrl}/feed-icon-512.png`,
    favicon: `${feed.siteUrl}/feed-icon.png`,
    language: feed.language,
    authors: [{ name: xmlLineOf(feed.siteTitle), url: feed.siteUrl }],
    ...(feed.hubUrl ? { hubs: [{ type: 'WebSub', url: feed.hubUrl }] } : {}),
    items: feed.items.map(itemOf),
  }) as Record<string, unknown>;
  // The library leaves out an empty list, which the format requires.
  return JSON.stringify({ ...generated, items: generated.items ?? [] }, null, 1);
}

function itemOf(item: ListedItem): JsonFeed.Item<Date> {
  const { id, author, enclosure, html, event } = item;
  const summary = xmlLineOf(item.summary);
  const extension = { _event: event && { about: ABOUT_EVENTS, ...event } };
  return {
    id,
    url: uriOf(item.url),
    ...(item.sourceUrl ? { external_url: uriOf(item.sourceUrl) } : {}),
    title: xmlLineOf(item.title),
    ...(html ? { content_html: printable(html) } : { content_text: summary || xmlLineOf(item.title) }),
    summary,
    date_published: feedDateOf(item.published),
    date_modified: feedDateOf(item.updated),
    tags: [item.category, ...(item.tags ?? [])].map(xmlLineOf),
    ...(author ? { authors: [{ name: xmlLineOf(author.name), url: uriOf(author.url) }] } : {}),
    ...(enclosure ? { attachments: [{ url: uriOf(enclosure.url), mime_type: enclosure.type }] } : {}),
    ...(event ? extension : {}),
  };
}

/** Describes the extension, as JSON Feed requires. */
const ABOUT_EVENTS =
  'start, end, previousStart: RFC 3339, or just a date for an all-day event, in which case end is its last day; location: the place as text; status: scheduled, cancelled, postponed or moved';
