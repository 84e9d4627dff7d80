import {
  type AtomFeed,
  generateAtomFeed,
  generateJsonFeed,
  generateRssFeed,
  type JsonFeed,
  type RssFeed,
} from 'feedsmith';
import { tagKeyOf } from '#app/items/text/tag.ts';
import { printable } from '#app/platform/html/printable.ts';
import { feedDateOf, uriOf, withoutPadding, xmlLineOf } from '#app/platform/html/xml-text.ts';
import type { Feed, ListedItem } from './feed.ts';
import { mediaTypes } from './feed-names.ts';

/** The feed as Atom (RFC 4287). */
export function writeAtom(feed: Feed): string {
  return withoutPadding(
    generateAtomFeed({
      id: feed.id,
      title: { value: xmlLineOf(feed.title) },
      subtitle: { value: xmlLineOf(feed.description) },
      updated: feedDateOf(feed.updated),
      authors: [{ name: xmlLineOf(feed.siteTitle), uri: feed.siteUrl }],
      generator: { text: 'Belfry' },
      icon: `${feed.siteUrl}/feed-icon.png`,
      links: [
        { href: uriOf(feed.selfUrl), rel: 'self', type: mediaTypes.atom },
        { href: feed.homeUrl, rel: 'alternate', type: 'text/html' },
        ...(feed.hubUrl ? [{ href: uriOf(feed.hubUrl), rel: 'hub' }] : []),
      ],
      xml: { lang: feed.language },
      entries: feed.items.map(entryOf),
    }),
  );
}

function entryOf(item: ListedItem): AtomFeed.Entry<Date> {
  const { id, author, html } = item;
  return {
    id,
    title: { value: xmlLineOf(item.title) },
    published: feedDateOf(item.published),
    updated: feedDateOf(item.updated),
    links: linksOf(item),
    categories: [
      { term: item.collection, label: item.category },
      ...(item.tags ?? []).map((name) => ({ term: tagKeyOf(name), label: xmlLineOf(name) })),
    ],
    ...(author ? { authors: [{ name: xmlLineOf(author.name), uri: uriOf(author.url) }] } : {}),
    ...(item.summary ? { summary: { value: xmlLineOf(item.summary) } } : {}),
    ...(html ? { content: { value: printable(html), type: 'html' } } : {}),
  };
}

/** A news item's headline leads to its source, as in the list (spec section 2); its page here is related. */
function linksOf({
  collection,
  url,
  sourceUrl,
  enclosure,
  documents,
}: ListedItem): AtomFeed.Entry<Date>['links'] {
  const here = { href: uriOf(url), type: 'text/html' };
  const attached = [
    ...(enclosure ? [{ href: uriOf(enclosure.url), rel: 'enclosure', type: enclosure.type }] : []),
    ...documents.map((each) => ({
      href: uriOf(each.url),
      rel: 'enclosure',
      type: each.type,
      length: each.bytes,
      title: xmlLineOf(each.title),
    })),
  ];
  if (!sourceUrl) return [{ ...here, rel: 'alternate' }, ...attached];
  const source = { href: uriOf(sourceUrl) };
  return collection === 'news'
    ? [{ ...source, rel: 'alternate' }, { ...here, rel: 'related' }, ...attached]
    : [{ ...here, rel: 'alternate' }, { ...source, rel: 'via' }, ...attached];
}

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
      items: feed.items.map(rssItemOf),
    }),
  );
}

function rssItemOf(item: ListedItem): RssFeed.Item<Date> {
  const { id, author, enclosure, html, documents } = item;
  const [document] = documents;
  return {
    title: xmlLineOf(item.title),
    // A news item's headline leads to its source, as in the list (spec section 2).
    link: uriOf(item.collection === 'news' ? (item.sourceUrl ?? item.url) : item.url),
    description: asHtml(xmlLineOf(item.summary || item.title)),
    guid: { value: id, isPermaLink: false },
    pubDate: feedDateOf(item.published),
    categories: [item.category, ...(item.tags ?? [])].map((name) => ({ name: xmlLineOf(name) })),
    ...(author ? { dc: { creators: [xmlLineOf(author.name)] } } : {}),
    // At most one (Best Practices Profile), so other documents are only in the text. The length of a picture is unknown: 0.
    ...(enclosure
      ? { enclosures: [{ url: uriOf(enclosure.url), length: 0, type: enclosure.type }] }
      : document
        ? { enclosures: [{ url: uriOf(document.url), length: document.bytes, type: document.type }] }
        : {}),
    ...(html ? { content: { encoded: printable(html) } } : {}),
  };
}

/** A description is HTML (RSS 2.0, "encoding"): a line of plain text, escaped. */
function asHtml(line: string): string {
  return line.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

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
    items: feed.items.map(jsonItemOf),
  }) as Record<string, unknown>;
  // The library leaves out an empty list, which the format requires.
  return JSON.stringify({ ...generated, items: generated.items ?? [] }, null, 1);
}

function jsonItemOf(item: ListedItem): JsonFeed.Item<Date> {
  const { id, author, enclosure, html, event, documents } = item;
  const attachments = [
    ...(enclosure ? [{ url: uriOf(enclosure.url), mime_type: enclosure.type }] : []),
    ...documents.map((each) => ({
      url: uriOf(each.url),
      mime_type: each.type,
      title: xmlLineOf(each.title),
      size_in_bytes: each.bytes,
    })),
  ];
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
    ...(attachments.length > 0 ? { attachments } : {}),
    ...(event ? extension : {}),
  };
}

/** Describes the extension, as JSON Feed requires. */
const ABOUT_EVENTS =
  'start, end, previousStart: RFC 3339, or just a date for an all-day event, in which case end is its last day; location: the place as text; status: scheduled, cancelled, postponed or moved';
