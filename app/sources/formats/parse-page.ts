import { webAddress } from '#app/items/provenance/web-address.ts';
import type { FeedLink } from '#app/sources/import/source-item.ts';
import { itemOfThing, listThings, parseLinkedData } from './linked-data.ts';
import { readPage } from './read-page.ts';
import type { Reading, ReadSource } from './reading.ts';
import { sourceLineOf } from './source-text.ts';

/** The events and articles that a page describes in linked data, and the feeds it links to. */
export function parsePage(html: string, reading: Reading): ReadSource {
  const page = readPage(html);
  const address = webAddress(page.canonical, reading.address) ?? reading.address;
  const base = webAddress(page.base, reading.address) ?? address;
  const data = page.data.map(parseLinkedData);
  if (data.includes(undefined)) reading.note('A part of the linked data could not be read', 'loss');
  return {
    ...readThings(data, { base, address }, reading),
    title: sourceLineOf(page.title),
    feeds: page.feeds.flatMap(({ href, title }): FeedLink[] => {
      const feed = webAddress(href.replace(/^webcal:/i, 'https:'), base);
      return feed ? [{ address: feed, title: sourceLineOf(title) }] : [];
    }),
    clues: {
      products: page.products,
      calendars: page.calendars.flatMap(
        (href) => webAddress(href.replace(/^webcals?:/i, 'https:'), base) ?? [],
      ),
    },
  };
}

/** The same of a document that is linked data only. */
export function parseData(document: unknown, reading: Reading): ReadSource {
  return readThings([document], { base: reading.address, address: reading.address }, reading);
}

type Addresses = { base: string | null; address: string | null };

function readThings(data: unknown[], { base, address }: Addresses, reading: Reading): ReadSource {
  const things = listThings(data);
  const items = things.slice(0, reading.mostItems).map((thing) => itemOfThing(thing, base, reading));
  const [only] = items;
  // The only thing that a page describes is what the page is about.
  if (only && items.length === 1) only.link ??= address;
  return { format: 'html', title: null, link: address, items, found: things.length };
}
