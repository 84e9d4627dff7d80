import { expect, test } from 'vitest';
import type { Found, FoundItem } from '#app/moving/formats/format.ts';
import { listDoubts, readFoundIn } from '../../../../tests/read-found.ts';

const rss = (items: string, channel = '') => `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/">
<channel><title>Old Town</title><link>https://old.example/</link>${channel}${items}</channel></rss>`;

const story = `<item><title>Fair &amp; square</title><link>https://old.example/2024/05/fair/</link>
<guid isPermaLink="false">https://old.example/?p=12</guid><dc:creator>Anna</dc:creator><category>Fairs</category>
<pubDate>Fri, 03 May 2024 08:00:00 GMT</pubDate><description>Short</description>
<content:encoded><![CDATA[<p>Long <script>alert(1)</script><img src="/a.jpg"></p>]]></content:encoded>
<enclosure url="https://old.example/fair.jpg" type="image/jpeg" length="1"/></item>`;

test('an item of the old site is at home here: its addresses become old paths', async () => {
  const found = await readFoundIn('feed.xml', rss(story));
  expect(itemsIn(found)).toMatchObject([
    {
      kind: 'articles',
      origin: 'https://old.example',
      key: 'https://old.example/?p=12',
      title: 'Fair & square',
      input: {
        title: 'Fair & square',
        pubDate: '2024-05-03T08:00:00Z',
        byline: 'Anna',
        tags: ['Fairs'],
        description:
          '<p>Long <img src="https://old.example/a.jpg" alt="" width="1200" height="800" loading="lazy" decoding="async" referrerpolicy="no-referrer" /></p>',
      },
      oldPaths: ['/2024/05/fair/', '/?p=12'],
      pictureKey: 'https://old.example/fair.jpg',
    },
  ]);
  expect(itemsIn(found)[0]?.input).not.toHaveProperty('link');
  expect(found[0]).toMatchObject({ kind: 'pictures', address: 'https://old.example/fair.jpg' });
});

test('an item of another site keeps its link and its source, and has no old path', async () => {
  const found = await readFoundIn(
    'feed.xml',
    rss(story.replaceAll('https://old.example/2024', 'https://other.example/2024')),
  );
  expect(itemsIn(found)[0]).toMatchObject({
    input: {
      link: 'https://other.example/2024/05/fair/',
      sourceName: 'Old Town',
      sourceUrl: 'https://old.example/',
    },
    oldPaths: [],
  });
});

test('the pages of an archive have the same origin and keys, in any order', async () => {
  const second = rss(
    story.replaceAll('12', '13'),
    '<fh:archive/><atom:link rel="prev-archive" href="?page=1"/>',
  );
  const [one, other] = [await readFoundIn('page-1.xml', rss(story)), await readFoundIn('page-2.xml', second)];
  const keys = [...itemsIn(one), ...itemsIn(other)].map(({ origin, key }) => `${origin} ${key}`);
  expect(keys).toEqual([
    'https://old.example https://old.example/?p=12',
    'https://old.example https://old.example/?p=13',
  ]);
});

test('Atom, RDF and JSON feeds are read; events where they are wanted', async () => {
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="https://old.example/"><title>Old</title>
    <link rel="alternate" href="/"/><entry><id>tag:1</id><title type="html">A &lt;b&gt;bold&lt;/b&gt; step</title>
    <updated>2024-05-03T08:00:00Z</updated><link href="step"/><content type="xhtml"><div>Hi</div></content></entry></feed>`;
  expect(itemsIn(await readFoundIn('a.atom', atom))).toMatchObject([
    { key: 'tag:1', title: 'A bold step', oldPaths: ['/step'], input: { description: '<p>Hi</p>' } },
  ]);
  const json = {
    ...{
      version: 'https://jsonfeed.org/version/1.1',
      items: [{ id: '1', content_text: 'Hi', url: '/one' }, 'none'],
    },
    ...{ home_page_url: 'https://old.example/', title: 'Old' },
  };
  const found = await readFoundIn('feed.json', json);
  expect(itemsIn(found)).toMatchObject([{ origin: 'https://old.example', oldPaths: ['/one'] }]);
  expect(listDoubts(found).map((line) => line.split(' ').slice(0, 2).join(' '))).toEqual([
    'doubtful no-title',
    'doubtful no-date',
  ]);
  const event = `<item><title>Fair</title><guid>1234</guid><ev:startdate>2026-07-04T19:00</ev:startdate><ev:location>Park</ev:location><description>x</description></item>`;
  const events = await readFoundIn('e.xml', rss(event), { collection: 'events' });
  expect(itemsIn(events)).toMatchObject([
    { kind: 'events', input: { eventDate: '2026-07-04T23:00:00Z', eventLocation: 'Park' } },
  ]);
});

test('items without a title, a date or a text are drafts that say so; a cut feed keeps what was before', async () => {
  const found = await readFoundIn('feed.xml', rss(`<item><guid>99887</guid></item>${story}`).slice(0, -60));
  expect(itemsIn(found)).toMatchObject([{ input: { publication: 'draft' } }]);
  expect(listDoubts(found)).toEqual([
    'doubtful no-title 99887 title: It has no title',
    'doubtful no-date 99887 pubDate: It has no date',
    'doubtful no-text 99887 description: It has no text',
    'refused truncated  : The file ends in the middle of a record',
  ]);
});

test('an identifier that all items share does not make them one', async () => {
  const shared = (path: string) =>
    story.replace('https://old.example/?p=12', '1').replace('2024/05/fair', path);
  const found = await readFoundIn('feed.xml', rss(shared('a') + shared('b')));
  expect(new Set(itemsIn(found).map(({ key }) => key)).size).toBe(2);
});

test('entities that a feed defines are not expanded', async () => {
  const bomb = rss(story).replace(
    '<rss',
    '<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]><rss',
  );
  const found = await readFoundIn('feed.xml', bomb.replace('Fair &amp; square', '&b;'));
  expect(itemsIn(found)[0]?.title).toBe('&b;');
});

function itemsIn(found: Found[]): FoundItem[] {
  return found.filter((each) => 'input' in each);
}
