import { webAddress } from '#app/items/provenance/web-address.ts';
import { parseForeignDate } from '#app/platform/time/foreign-date.ts';
import { isoOf } from '#app/platform/time/iso-time.ts';
import { isObject, type JsonObject, listIn, textIn } from './json-value.ts';
import type { ReadItem, Reading, ReadSource } from './reading.ts';
import { bodyOf, bodyOfPlainText, lineOfHtml, sourceLineOf } from './source-text.ts';

/** Whether a JSON document is a JSON Feed, as its version or its items say. */
export function isJsonFeed(document: unknown): document is JsonObject {
  if (!isObject(document)) return false;
  return /jsonfeed\.org/i.test(textIn(document.version) ?? '') || Array.isArray(document.items);
}

/** A JSON Feed 1.0 or 1.1 (jsonfeed.org). */
export function parseJsonFeed(feed: JsonObject, reading: Reading): ReadSource {
  const link = webAddress(textIn(feed.home_page_url), reading.address) ?? reading.address;
  const items = listIn(feed.items).filter(isObject);
  return {
    format: 'json',
    title: sourceLineOf(textIn(feed.title)),
    link,
    items: items.slice(0, reading.mostItems).map((item) => readItem(item, link, reading)),
    found: items.length,
  };
}

function readItem(item: JsonObject, feedLink: string | null, reading: Reading): ReadItem {
  const link = webAddress(textIn(item.url), feedLink) ?? webAddress(textIn(item.external_url), feedLink);
  const [author] = [...listIn(item.authors), ...listIn(item.author)].filter(isObject);
  const plain = textIn(item.content_text) ?? textIn(item.summary);
  const html = textIn(item.content_html);
  return {
    guid: sourceLineOf(textIn(item.id)),
    title: lineOfHtml(textIn(item.title)),
    link: link ?? webAddress(textIn(item.id)),
    pubDate: dateOf(item.date_published, reading) ?? dateOf(item.date_modified, reading),
    updated: dateOf(item.date_modified, reading),
    description: html ? bodyOf(html, link ?? feedLink) : bodyOfPlainText(plain ?? '', link ?? feedLink),
    author: sourceLineOf(textIn(author?.name)),
    categories: listIn(item.tags)
      .slice(0, 20)
      .flatMap((tag) => sourceLineOf(textIn(tag)) ?? []),
    image: webAddress(textIn(item.image) ?? textIn(item.banner_image), feedLink),
    location: null,
  };
}

function dateOf(value: unknown, { zone, note }: Reading): string | null {
  const text = textIn(value);
  if (!text) return null;
  const instant = parseForeignDate(text, zone);
  if (instant === undefined) note('A date could not be read');
  return instant === undefined ? null : isoOf(instant);
}
