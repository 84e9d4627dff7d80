import { expect, test } from 'vitest';
import { MOST_NESTING, MOST_RECORD } from './format.ts';
import { childTextOf, streamXml, type XmlElement } from './stream-xml.ts';

const document = `<?xml version="1.0"?><!DOCTYPE rss [<!ENTITY x "expanded">]><rss><channel><title>A &amp; B</title>
<item><wp:post_id>1</wp:post_id><content:encoded><![CDATA[<p>Hi ]] > & all</p>]]></content:encoded></item>
<item><wp:post_id>2</wp:post_id><title>&#90;o&#xEB; &x; &lt;</title></item></channel></rss>`;

const names = new Set(['item', 'title']);

test('records are found at any boundaries of the pieces, and entities are not expanded', async () => {
  for (const size of [1, 2, 7, 100, 10_000]) {
    const [title, first, second, end] = await read(pieces(document, size));
    expect((title as XmlElement).text).toBe('A & B');
    expect(childTextOf(first as XmlElement, 'content:encoded')).toBe('<p>Hi ]] > & all</p>');
    expect(childTextOf(second as XmlElement, 'title')).toBe('Zoë &x; <');
    expect(end).toEqual({ name: '#end', isCut: false });
  }
});

test('the text of a record is as it is written, at any boundaries of the pieces', async () => {
  const written = [...document.matchAll(/<item>[\s\S]*?<\/item>/g)].map(([raw]) => raw);
  for (const size of [1, 2, 3, 5, 7, 11, 100, 10_000]) {
    const found = await Array.fromAsync(
      streamXml(fromList(pieces(document, size)), new Set(['item']), undefined, { isRaw: true }),
    );
    expect(found.flatMap((each) => ('raw' in each ? each.raw : []))).toEqual(written);
  }
});

test('a document that ends too early keeps what was before', async () => {
  const [, first, second, end] = await read(pieces(document.slice(0, document.indexOf('&#xEB;')), 10));
  expect(first).not.toHaveProperty('isCut');
  expect(second).toMatchObject({ isCut: true });
  expect(end).toEqual({ name: '#end', isCut: true });
});

test('what follows a record that is too large or nests too deeply is read', async () => {
  const large = `<item>${'x'.repeat(MOST_RECORD)}<b/>${'y'.repeat(100)}</item>`;
  const deep = `<item>${'<a>'.repeat(MOST_NESTING)}${'</a>'.repeat(MOST_NESTING)}</item>`;
  const found = await read(pieces(`<rss>${large}${deep}<item><id>3</id></item></rss>`, 5000));
  expect(found.slice(0, 2)).toMatchObject([{ problem: 'too-large' }, { problem: 'too-deep' }]);
  expect(childTextOf(found[2] as XmlElement, 'id')).toBe('3');
});

test('R-39 elements without end and tags of many attributes end the file at once', async () => {
  const nested = `<rss><item>${'<a>'.repeat(200_000)}`;
  await expect(read(pieces(nested, 64_000))).rejects.toThrow('Its elements are nested too deeply');
  const attributes = Array.from({ length: 200_000 }, (_, at) => `a${at}="x"`).join(' ');
  await expect(read([`<rss><item ${attributes}>`])).rejects.toThrow('An element has too many attributes');
  await expect(read([`<rss><item a="${'x'.repeat(MOST_RECORD)}">`])).rejects.toThrow('too many attributes');
  const open = `<rss><item a="${'x'.repeat(20 * 1024 ** 2)}`;
  await expect(read(pieces(open, 1024 ** 2))).rejects.toThrow('A part of the file has no end');
});

async function read(parts: string[]) {
  return Array.fromAsync(streamXml(fromList(parts), names));
}

async function* fromList(parts: string[]): AsyncGenerator<string> {
  yield* parts;
}

function pieces(text: string, size: number): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, at) =>
    text.slice(at * size, at * size + size),
  );
}
