/** What an item of a WordPress export says of itself. */

import { tagKeyOf } from '#app/items/text/tag.ts';
import { lineIn, readHtml } from '#app/moving/formats/html-tree.ts';
import { childTextOf, type XmlElement } from '#app/moving/formats/stream-xml.ts';
import { parseForeignDate } from '#app/platform/time/foreign-date.ts';
import { instantOfTownTime } from '#app/platform/time/town-time.ts';

type Term = { domain: string; slug: string; name: string };

/** The values of a meta field, in their order. */
export function metaValues(item: XmlElement, key: string): string[] {
  return item.children
    .filter((child) => child.name === 'wp:postmeta' && childTextOf(child, 'wp:meta_key') === key)
    .map((child) => childTextOf(child, 'wp:meta_value') ?? '');
}

/** The first value of a meta field that is not empty; '' without one. */
export function metaValue(item: XmlElement, key: string): string {
  return metaValues(item, key).find((value) => value !== '') ?? '';
}

/** Its categories, tags and terms of plugins, in their order. */
export function termsOf(item: XmlElement): Term[] {
  return item.children
    .filter(({ name }) => name === 'category')
    .map(({ attributes: { domain = 'category', nicename = '' }, text }) => ({
      domain,
      slug: nicename.trim(),
      name: plainLine(text),
    }));
}

/** The type of the post: 'post', 'page', 'attachment'. RSS feeds with WordPress's extras have none. */
export function typeOf(item: XmlElement): string {
  return childTextOf(item, 'wp:post_type') ?? 'post';
}

/** Text of WordPress on one line, where it may contain markup and character references. */
export function plainLine(text: string | undefined): string {
  if (!text) return '';
  // Most texts have no markup.
  if (!/[<&]/.test(text)) return lineIn(text.slice(0, 20_000));
  const nodes = readHtml(text.slice(0, 20_000));
  return lineIn(nodes ? { name: 'p', attributes: {}, children: nodes } : text);
}

/** The same with at most that many characters: cut after a word, with an ellipsis. */
export function shortLine(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text
    .slice(0, most - 1)
    .toWellFormed()
    .replace(/\uFFFD$/, '');
  const space = cut.lastIndexOf(' ');
  return `${space > most / 2 ? cut.slice(0, space) : cut}…`;
}

/** Before that, WordPress means no date: '0000-00-00 00:00:00', and year -1 in RFC 1123. */
const FIRST_DATE = Date.parse('1000-01-02T00:00:00Z');

/**
 * When a post was published, or is to be, in UTC epoch milliseconds: by its date in GMT, then the one in the site's own
 * time, which is taken for the town's, then the one of its feed. Undefined without a date.
 */
export function dateOf(item: XmlElement, zone: string): number | undefined {
  return (
    instantOf(childTextOf(item, 'wp:post_date_gmt'), 'UTC') ??
    instantOf(childTextOf(item, 'wp:post_date'), zone) ??
    feedDate(childTextOf(item, 'pubdate'), zone)
  );
}

/** The instant of 'YYYY-MM-DD HH:MM:SS' in a zone; undefined for anything else. */
export function instantOf(text: string | undefined, zone: string): number | undefined {
  const [, day, time] = /^(\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}(?::\d{2})?))?$/.exec(text ?? '') ?? [];
  if (!day) return undefined;
  const written = `${day}T${time ?? '00:00'}`;
  const instant = zone === 'UTC' ? Date.parse(`${written}Z`) : instantOfTownTime(written, zone);
  return instant !== undefined && instant >= FIRST_DATE ? instant : undefined;
}

function feedDate(text: string | undefined, zone: string): number | undefined {
  const instant = text && !/-0*1\b/.test(text) ? parseForeignDate(text, zone) : undefined;
  return instant !== undefined && instant >= FIRST_DATE ? instant : undefined;
}

/** As the schema of articles has them. */
const MOST_TAG = 50;
const MOST_TAGS = 20;

/** A name that a tag can have; '' for none. */
export function tagNameIn(name: string): string {
  const plain = name.replace(/[<>]/g, '').replace(/,/g, ' ').replace(/\s+/g, ' ').trim();
  return shortLine(plain, MOST_TAG);
}

/** Without repetitions and names of only signs, at most as many as an item can have. */
export function uniqueTagNames(names: string[]): string[] {
  const byKey = new Map<string, string>();
  for (const name of names) {
    const key = tagKeyOf(name);
    if (key !== '' && !byKey.has(key)) byKey.set(key, name);
  }
  return [...byKey.values()].slice(0, MOST_TAGS);
}
