/** What the feed items of all collections have in common. */
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import type { FeedItem } from '#app/items/collection/facets.ts';
import { permalinkOf } from '#app/items/content/permalink.ts';
import { makeAbsolute } from '#app/platform/html/absolute-html.server.ts';
import { type SafeHtml, sanitize } from '#app/platform/html/sanitize.server.ts';

/**
 * A permanent id for something of this site, independent of its title and address: a tag URI (RFC 4151). It contains no
 * port and no scheme, so moving to https makes nothing new to readers.
 */
export function tagOf(siteUrl: string, specific: string): string {
  return `tag:${new URL(siteUrl).hostname},2026:${specific}`;
}

type Common = { id: string; title: string; pubDate: number; updatedAt: number };

/** The item with its ids, address and dates, without text. `stated` replaces its title. */
export function bareFeedItem(
  collection: string,
  { id, title, pubDate, updatedAt }: Common,
  siteUrl: string,
  stated = title,
): FeedItem {
  return {
    id: tagOf(siteUrl, `${collection}/${id}`),
    collection,
    itemId: id,
    title: stated,
    url: siteUrl + permalinkOf(collection, { id, title }),
    sourceUrl: undefined,
    published: pubDate,
    // Loaded or saved before it was published.
    updated: Math.max(updatedAt, pubDate),
    author: undefined,
    summary: '',
    html: undefined,
    enclosure: undefined,
    event: undefined,
  };
}

/** The description with absolute addresses, because feeds are read outside the site. */
export function wholeText(
  collection: string,
  { id, description }: { id: string; description: string },
  siteUrl: string,
): SafeHtml {
  return makeAbsolute(sanitize(description), `${siteUrl}/${collection}/${id}`);
}

export function joinHtml(...parts: SafeHtml[]): SafeHtml {
  return parts.filter(Boolean).join('\n') as SafeHtml;
}

/** React escapes every text; the elements must be harmless. */
export function markup(node: ReactNode): SafeHtml {
  return renderToStaticMarkup(node) as SafeHtml;
}
