/** RSS, RDF, Atom and JSON Feed, and what is wrong with them. */
import { expect, test } from 'vitest';
import { parse } from '../../../tests/parsed-sources.ts';

const rss = (items: string, channel = '') =>
  `<?xml version="1.0"?><rss version="2.0" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:media="http://search.yahoo.com/mrss/"><channel><title>The Paper</title><link>https://paper.example/</link>${channel}${items}</channel></rss>`;

test('an item of RSS has everything that the import needs', () => {
  const { format, title, link, items, error } = parse(
    rss(`<item><guid isPermaLink="false">tag:1</guid><title>Bridge to close &amp; reopen</title>
      <link>https://paper.example/a?utm_source=rss</link><pubDate>Fri, 20 Nov 2026 09:00:00 EST</pubDate>
      <dc:creator>Ann Lee</dc:creator><category>Roads</category><category>Roads</category>
      <description>Short</description><content:encoded><![CDATA[<p>Long <a href="/b?utm_medium=x">more</a><img src="https://t.example/p.gif" width="1" height="1"></p>]]></content:encoded>
      <media:thumbnail url="https://paper.example/a.jpg"/></item>`),
  );
  expect({ format, title, link, error }).toEqual({
    format: 'rss',
    title: 'The Paper',
    link: 'https://paper.example/',
    error: null,
  });
  expect(items).toEqual([
    {
      sourceId: 'tag:1',
      guid: 'tag:1',
      title: 'Bridge to close & reopen',
      link: 'https://paper.example/a',
      pubDate: '2026-11-20T14:00:00Z',
      updated: null,
      description:
        '<p>Long <a href="https://paper.example/b" target="_blank" rel="noopener noreferrer">more</a></p>',
      author: 'Ann Lee',
      categories: ['Roads'],
      image: 'https://paper.example/a.jpg',
      location: null,
    },
  ]);
});

test('one date that is wrong loses only itself', () => {
  const { items, notes } = parse(
    rss(
      '<item><title>One</title><pubDate>yesterday</pubDate></item><item><title>Two</title><pubDate>2026-11-20</pubDate></item>',
    ),
  );
  expect(items.map(({ title, pubDate }) => [title, pubDate])).toEqual([
    ['One', null],
    ['Two', '2026-11-20T05:00:00Z'],
  ]);
  expect(notes).toEqual(['A date could not be read']);
});

test.each([
  [
    'an ampersand that is not escaped',
    '<item><title>Fish & chips</title><link>https://a.example/?a=1&b=2</link></item>',
  ],
  [
    'an entity of HTML',
    '<item><title>Fish &amp;amp; chips</title></item><item><title>x&nbsp;y</title></item>',
  ],
  ['a tag that is not closed', '<item><title>Fish</title><description>a<br>b<p>c</description></item>'],
  ['an end that is missing', '<item><title>Fish</title><description>cut o'],
  ['an item that is not closed', '<item><title>Fish</title><item><title>Chips</title></item>'],
  ['capital letters', '<ITEM><TITLE>Fish</TITLE></ITEM>'],
])('no item is lost by %s', (_what, items) => {
  const found = parse(rss(items)).items;
  expect(found).toHaveLength(items.match(/<item>/gi)?.length ?? 0);
  expect(found.every(({ title }) => title && !title.includes('&nbsp;'))).toBe(true);
});

test('an item inside an item that says nothing is none', () => {
  const { items } = parse(
    rss('<item><title>Fish</title><media:group/><item><media:rating>1</media:rating></item></item>'),
  );
  expect(items.map(({ title }) => title)).toEqual(['Fish']);
});

test('something before the feed does not matter', () => {
  const warning = '\n<br />\n<b>Warning</b>: in feed.php on line 3<br />\n';
  expect(parse(warning + rss('<item><title>Fish</title></item>')).items).toHaveLength(1);
});

test('titles and authors with markup, also escaped twice, become plain text', () => {
  const { items } = parse(
    rss(`<item><title>&lt;b&gt;Big&lt;/b&gt; news&lt;script&gt;alert(1)&lt;/script&gt;</title><author>&lt;img src=x onerror=alert(1)&gt;Ann</author></item>
      <item><title>&amp;lt;script&amp;gt;</title></item><item><title><![CDATA[1 < 2]]></title></item>`),
  );
  expect(items.map(({ title }) => title)).toEqual(['Big news', '<script>', '1 < 2']);
  expect(items[0]?.author).toBe('Ann');
});

const apostrophes: [string, string][] = [
  ['a reference', 'Mayor&#146;s'],
  ['a hexadecimal reference', 'Mayor&#x92;s'],
  ['a reference that is escaped', 'Mayor&amp;#146;s'],
  ['a reference in a section of characters', '<![CDATA[Mayor&#146;s]]>'],
  ['the character itself', 'Mayor\u0092s'],
];

test.each(apostrophes)('a character of windows-1252 is kept as %s', (_what, written) => {
  const [item] = parse(
    rss(
      `<item><title>${written} office</title><description>${written} &lt;b&gt;office&lt;/b&gt;</description></item>`,
    ),
  ).items;
  expect([item?.title, item?.description]).toEqual(['Mayor’s office', 'Mayor’s <b>office</b>']);
});

test('codes that windows-1252 does not use are left out', () => {
  expect(parse(rss('<item><title>&#129;Bridge&#x9d;</title></item>')).items[0]?.title).toBe('Bridge');
});

const comparisons: [string, string][] = [
  ['escaped', 'income&lt;expenses of 2026'],
  ['in a section of characters', '<![CDATA[income<expenses of 2026]]>'],
  ['as it is', 'income<expenses of 2026'],
];

test.each(comparisons)('a text is not cut at a sign that begins no tag, %s', (_how, written) => {
  const items = parse(
    rss(
      `<item><title>${written}</title><description>${written}</description></item><item><title>Next</title></item>`,
    ),
  ).items;
  expect(items.map(({ title, description }) => [title, description])).toEqual([
    ['income<expenses of 2026', '<p>income&lt;expenses of 2026</p>'],
    ['Next', ''],
  ]);
});

test.each([
  ['List<String> and <b>bold</b>', 'List<String> and bold'],
  ['<custom>Fish</custom> <o:p>and</o:p> <my-tag>chips', 'Fish and chips'],
  ['Fish <a href="https://paper.exa', 'Fish'],
  ['<svg><path d="M0 0"/></svg>Fish', 'Fish'],
  ['3 <b and c', '3 <b and c'],
])('tags in the title %s are removed, and what is none stays', (written, title) => {
  const json = { version: 'https://jsonfeed.org/version/1.1', items: [{ id: '1', title: written }] };
  expect(parse(JSON.stringify(json)).items[0]?.title).toBe(title);
});

test('a text without markup becomes paragraphs with links', () => {
  const [item] = parse(
    rss('<item><title>x</title><description>One\n\nSee https://a.example/x.</description></item>'),
  ).items;
  expect(item?.description).toBe(
    '<p>One</p><p>See <a href="https://a.example/x" target="_blank" rel="noopener noreferrer">https://a.example/x</a>.</p>',
  );
});

test('relative addresses refer to xml:base, and without it to the page of the item', () => {
  const { items } = parse(
    `<rss xml:base="https://a.example/"><channel>
      <item xml:base="posts/1"><link>2</link><description>&lt;a href="c"&gt;x&lt;/a&gt;</description></item></channel></rss>`,
  );
  expect(items[0]?.link).toBe('https://a.example/posts/2');
  expect(items[0]?.description).toContain('href="https://a.example/posts/c"');
  const [plain] = parse(
    rss(
      '<item><link>https://b.example/p/1</link><description>&lt;a href="2"&gt;x&lt;/a&gt;</description></item>',
    ),
  ).items;
  expect(plain?.description).toContain('href="https://b.example/p/2"');
});

test('RDF: items beside the channel', () => {
  const { format, title, items } =
    parse(`<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/" xmlns:dc="http://purl.org/dc/elements/1.1/">
    <channel><title>Old</title></channel><item rdf:about="https://a.example/1"><title>One</title><link>https://a.example/1</link><dc:date>2026-11-20T09:00-05:00</dc:date></item></rdf:RDF>`);
  expect({ format, title }).toEqual({ format: 'rdf', title: 'Old' });
  expect(items[0]).toMatchObject({
    sourceId: 'https://a.example/1',
    title: 'One',
    pubDate: '2026-11-20T14:00:00Z',
  });
});

test('Atom: types of texts, links and dates, whatever its prefix', () => {
  const { format, items } = parse(`<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:title>F</a:title>
    <a:entry><a:id>urn:1</a:id><a:title type="text">1 &lt;b&gt; 2</a:title><a:link rel="self" href="https://a.example/self"/><a:link href="https://a.example/1"/>
      <a:published>2026-11-20T09:00:00Z</a:published><a:updated>2026-11-21T09:00:00Z</a:updated><a:author><a:name>Ann</a:name></a:author>
      <a:content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml"><p>Hi <em>you</em></p></div></a:content></a:entry>
    <a:entry><a:id>urn:2</a:id><a:title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">The <b>second</b></div></a:title><a:summary type="html">&lt;p&gt;Two&lt;/p&gt;</a:summary></a:entry></a:feed>`);
  expect(format).toBe('atom');
  expect(items[0]).toMatchObject({
    sourceId: 'urn:1',
    title: '1 <b> 2',
    link: 'https://a.example/1',
    pubDate: '2026-11-20T09:00:00Z',
    updated: '2026-11-21T09:00:00Z',
    author: 'Ann',
  });
  expect(items[0]?.description).toContain('<p>Hi <em>you</em></p>');
  expect(items[1]).toMatchObject({ sourceId: 'urn:2', title: 'The second', description: '<p>Two</p>' });
});

const base64 = (text: string | Uint8Array) => Buffer.from(text).toString('base64').replace(/.{40}/g, '$&\n');

test.each([
  ['type="text/html"', base64('<p>Café <b>opens</b></p>'), '<p>Café <b>opens</b></p>'],
  [
    'type="text/plain; charset=utf-8"',
    base64('Café <b opens\n\nAt ten'),
    '<p>Café &lt;b opens</p><p>At ten</p>',
  ],
  [
    'type="text/html; charset=iso-8859-1"',
    base64(Buffer.from('<p>Café opens</p>', 'latin1')),
    '<p>Café opens</p>',
  ],
  ['type="application/octet-stream"', base64('<p>Opens</p>'), '<p>Opens</p>'],
  ['mode="base64"', base64('<p>Opens</p>'), '<p>Opens</p>'],
  ['type="application/octet-stream"', base64(Buffer.of(1, 2, 3, 0, 255)), '<p>A summary</p>'],
  ['type="image/png"', base64('<p>Opens</p>'), '<p>A summary</p>'],
  ['type="text/plain"', 'Bake', '<p>Bake</p>'],
  ['type="text/plain"', 'The bake sale is on', '<p>The bake sale is on</p>'],
])('Atom: a text in Base64 with %s is read: %s', (type, text, description) => {
  const { items } = parse(
    `<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>1</id><title>Café</title><content ${type}>${text}</content><summary type="html">A summary</summary></entry></feed>`,
  );
  expect(items[0]?.description).toBe(description);
});

test('JSON Feed', () => {
  const { format, title, items } = parse(
    JSON.stringify({
      version: 'https://jsonfeed.org/version/1.1',
      title: 'J',
      home_page_url: 'https://a.example/',
      items: [
        {
          id: 7,
          url: '/7',
          title: 'Seven',
          content_html: '<p>x</p>',
          date_published: '2026-11-20T09:00:00Z',
          authors: [{ name: 'Ann' }],
          tags: ['a', 3],
        },
        { id: '8', content_text: '<b>plain</b>' },
        'nothing',
      ],
    }),
  );
  expect({ format, title }).toEqual({ format: 'json', title: 'J' });
  expect(items).toHaveLength(2);
  expect(items[0]).toMatchObject({
    sourceId: '7',
    link: 'https://a.example/7',
    author: 'Ann',
    categories: ['a', '3'],
  });
  expect(items[1]?.description).toBe('<p>&lt;b&gt;plain&lt;/b&gt;</p>');
});

test('events in RSS have dates', () => {
  const { occurrences } = parse(
    `<rss xmlns:ev="http://purl.org/rss/1.0/modules/event/"><channel><item><guid>1</guid><title>Fair</title><ev:startdate>2026-12-05T10:00</ev:startdate><ev:enddate>2026-12-05T12:00</ev:enddate><ev:location>Green</ev:location></item></channel></rss>`,
  );
  expect(occurrences).toMatchObject([
    {
      sourceId: '1',
      title: 'Fair',
      start: '2026-12-05T15:00:00Z',
      end: '2026-12-05T17:00:00Z',
      allDay: false,
      location: 'Green',
    },
  ]);
});

test.each([
  ['', 'The document is empty'],
  ['hello', 'This is not a feed, a calendar or a web page'],
  ['{"a":', 'The document begins like JSON, but is not valid JSON'],
  ['{"a":1}', 'This JSON document is not a feed and describes no events or news'],
  ['<html><body>Not found</body></html>', 'This web page describes no events or news, and links to no feed'],
  ['<opml><body/></opml>', 'This is a list of feeds (OPML). Import it as a list, or add one of its feeds'],
])('%j is refused with a reason', (text, error) => {
  expect(parse(text)).toMatchObject({ items: [], occurrences: [], error });
});

test('a feed without items is not an error', () => {
  expect(parse(rss(''))).toMatchObject({ format: 'rss', items: [], error: null });
});
