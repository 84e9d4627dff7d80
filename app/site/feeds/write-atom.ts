import { type AtomFeed, generateAtomFeed } from 'feedsmith';
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
function linksOf({ collection, url, sourceUrl, enclosure }: ListedItem): AtomFeed.Entry<Date>['links'] {
  const here = { href: uriOf(url), type: 'text/html' };
  const attached = enclosure ? [{ href: uriOf(enclosure.url), rel: 'enclosure', type: enclosure.type }] : [];
  if (!sourceUrl) return [{ ...here, rel: 'alternate' }, ...attached];
  const source = { href: uriOf(sourceUrl) };
  return collection === 'news'
    ? [{ ...source, rel: 'alternate' }, { ...here, rel: 'related' }, ...attached]
    : [{ ...here, rel: 'alternate' }, { ...source, rel: 'via' }, ...attached];
}
