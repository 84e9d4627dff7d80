import { expect, test } from 'vitest';
import { readSource } from '#app/sources/checks/read-source.server.ts';
import { longTest } from '../../../tests/long-test.ts';
import { calendarOf, documentOf, eventOf, parse } from '../../../tests/parsed-sources.ts';

const laughs = `<!DOCTYPE rss [<!ENTITY a "ha">${'bcdefghi'
  .split('')
  .map((name, at) => `<!ENTITY ${name} "${`&${'abcdefgh'[at]};`.repeat(10)}">`)
  .join('')}]><rss><channel><item><title>&i;</title></item></channel></rss>`;

test.each([
  ['billion laughs', laughs],
  ['an entity on its own', '<!ENTITY a "b"><rss/>'],
  ['an internal subset', '<!DOCTYPE rss [ ]><rss/>'],
])('R-39 a document that defines entities is refused: %s', (_what, text) => {
  expect(parse(text)).toMatchObject({
    items: [],
    error: 'The document defines entities, which could expand without end',
  });
});

test('R-39 a document type without entities is not refused, nor one in a text', () => {
  const doctype =
    '<!DOCTYPE rss PUBLIC "-//Netscape Communications//DTD RSS 0.91//EN" "http://my.netscape.com/publish/formats/rss-0.91.dtd">';
  const item = '<item><title>x</title><description><![CDATA[<!ENTITY a "b">]]></description></item>';
  expect(parse(`${doctype}<rss><channel>${item}</channel></rss>`).items).toHaveLength(1);
});

test.each([
  ['a million nested tags', `<rss>${'<a>'.repeat(1e6)}`, 'The elements are nested too deeply'],
  ['a million tags', `<rss>${'<a/>'.repeat(1e6)}`, 'The document has too many elements'],
  ['too many bytes', ' '.repeat(9 * 1024 * 1024), 'The document is larger than 8 MiB'],
])('R-39 %s are refused', (_what, text, error) => {
  expect(parse(text).error).toBe(error);
});

test('R-39 of a feed 500 items are used, titles of 300 characters and texts of 256 KiB', () => {
  const long = `<item><title>${'word '.repeat(1000)}</title><description>${'words &lt;b&gt;and&lt;/b&gt; more '.repeat(30_000)}</description></item>`;
  const { items, notes } = parse(
    `<rss><channel>${long}${'<item><title>x</title></item>'.repeat(600)}</channel></rss>`,
  );
  expect(items).toHaveLength(500);
  expect(notes).toContain('Only the first 500 of 601 items are used');
  expect(items[0]?.title).toHaveLength(300);
  expect(items[0]?.description.length).toBeLessThanOrEqual(256 * 1024);
  expect(items[0]?.description.length).toBeGreaterThan(100 * 1024);
});

test('a million character references are only characters', () => {
  const { items } = parse(`<rss><channel><item><title>${'&#65;'.repeat(1e6)}</title></item></channel></rss>`);
  expect(items[0]?.title).toMatch(/^A{299}…$/);
});

longTest('R-39 a document that takes too long costs its thread, and the next one is read', async () => {
  const slow = calendarOf(
    ...Array.from({ length: 20_000 }, (_, uid) =>
      eventOf(`UID:${uid}`, 'DTSTART:00010101T000000Z', 'RRULE:FREQ=DAILY;COUNT=1000000000'),
    ),
  );
  const [late, next] = await Promise.all([
    readSource(documentOf(slow)),
    readSource(documentOf('<rss><channel><title>After</title></channel></rss>')),
  ]);
  expect(late).toMatchObject({ items: [], error: 'Reading the document takes longer than 5 seconds' });
  expect(next).toMatchObject({ title: 'After', error: null });
  expect(await readSource(documentOf('<rss><channel><title>Later</title></channel></rss>'))).toMatchObject({
    title: 'Later',
  });
}, ['app/platform/threads']);

test.each([
  ['zeros', Buffer.alloc(100_000)],
  ['every byte', Buffer.from(Array.from({ length: 65_536 }, (_, at) => at % 256))],
  ['half a character', Buffer.from([0x3c, 0x72, 0x73, 0x73, 0x3e, 0xe2, 0x82])],
  ['a lone surrogate', Buffer.from([0xff, 0xfe, 0x3c, 0, 0x00, 0xd8])],
])('R-39 %s have a reason or nothing in them', (_what, bytes) => {
  expect(parse(bytes).items).toEqual([]);
});
