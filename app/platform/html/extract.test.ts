import { expect, test } from 'vitest';
import { extractTeaser, plainTextOf } from './extract.server.ts';
import { sanitize } from './sanitize.server.ts';

const filler =
  'The selectmen met in the town hall on Tuesday evening and talked about the bridge until the lamps were lit';

test('A short text is its own deck', () => {
  expect(extractTeaser('<p>The bridge is open.</p>')).toEqual({ deck: 'The bridge is open.', image: null });
});

test('A text without words has an empty deck', () => {
  for (const html of ['', '<p></p>', '<hr />', '<p> \n\u00a0</p>']) expect(extractTeaser(html).deck).toBe('');
});

test('The deck leaves out headings, figures and tables', () => {
  const html = `<h2>Heading</h2><figure><img src="/a.png" alt="x" /><figcaption>Caption</figcaption></figure>
    <table><caption>Table</caption><tr><td>Cell</td></tr></table><h3>Another</h3><p>The first words.</p>`;
  expect(extractTeaser(html).deck).toBe('The first words.');
});

test('The deck continues after a table of any length', () => {
  const rows = '<tr><th>Item</th><td>9</td></tr>\n'.repeat(1000);
  expect(extractTeaser(`<table>${rows}</table>${'\n    '.repeat(500)}<p>The first words.</p>`).deck).toBe(
    'The first words.',
  );
});

test.each([
  ['<p>One.</p><p>Two.</p>', 'One.'],
  [
    '<p> </p><p><br /></p><p>One<br />two th<b>r</b>ee <img src="/a.png" alt="" /> four</p><p>Five.</p>',
    'One two three four',
  ],
  ['<ul><li>One</li><li>two</li></ul>', 'One'],
  ['<blockquote><p>One.</p><p>Two.</p></blockquote>', 'One.'],
  ['One <em>two</em><p>three</p>', 'One two'],
  ['<h2>Heading</h2><div>One<ul><li>two</li></ul></div>', 'One'],
  ['<p>One</p><hr /><p>two</p>', 'One'],
])('The deck ends with the first block: %s', (html, deck) => {
  expect(extractTeaser(html).deck).toBe(deck);
});

test('A picture after the first block is found', () => {
  expect(extractTeaser('<p>One.</p><p>Two.</p><img src="/b.png" alt="" />').image?.src).toBe('/b.png');
});

test('Entities become characters', () => {
  expect(extractTeaser('<p>Carver &amp; Daughters: 2 &lt; 3, &#8220;so it is&#8221;</p>').deck).toBe(
    'Carver & Daughters: 2 < 3, “so it is”',
  );
});

test('A long text is cut after a sentence', () => {
  const html = `<p>The bridge opens on Friday at noon, says the road crew. ${filler}, and then some.</p>`;
  expect(extractTeaser(html).deck).toBe('The bridge opens on Friday at noon, says the road crew.');
});

test('A sentence may end with a question mark, an exclamation point or a closing quotation mark', () => {
  for (const end of ['?', '!', '.”', '.’', '?”', '.)', '…']) {
    const sentence = `“The bridge opens on Friday at noon, says the crew${end}`;
    expect(extractTeaser(`<p>${sentence} ${filler}, and more of it</p>`).deck).toBe(sentence);
  }
});

test('A sentence that exactly fills the deck is kept', () => {
  const sentence = `${'word '.repeat(31)}last.`;
  expect(sentence).toHaveLength(160);
  expect(extractTeaser(`<p>${sentence} More.</p>`).deck).toBe(sentence);
});

test('An initial or an abbreviation does not end a sentence', () => {
  for (const short of ['7 a.m.', 'J.', 'St.', 'Mr.', 'the U.S.']) {
    const html = `<p>On Friday morning the road will be closed to cars from ${short} onwards, and ${filler}.</p>`;
    const { deck } = extractTeaser(html);
    expect(deck).toMatch(/…$/);
    expect(deck.length).toBeGreaterThan(120);
  }
});

test('If the first sentence is too long, the deck is cut after a word, with an ellipsis', () => {
  const text = `Yes. ${filler}, ${filler}`;
  const { deck } = extractTeaser(`<p>${text}</p>`);
  expect(deck.length).toBeLessThanOrEqual(161);
  expect(deck).toBe(`${text.slice(0, deck.length - 1)}…`);
  expect(text[deck.length - 1]).toBe(' ');
});

test('The ellipsis replaces other punctuation', () => {
  expect(extractTeaser(`<p>${'a'.repeat(150)} -,: ${'b'.repeat(150)}</p>`).deck).toBe(`${'a'.repeat(150)}…`);
});

test('A text without spaces is cut between characters', () => {
  expect(extractTeaser(`<p>${'a'.repeat(500)}</p>`).deck).toBe(`${'a'.repeat(160)}…`);
  for (const html of [`<p>${'🔔'.repeat(200)}</p>`, `<p>x${'🔔'.repeat(200)}</p>`]) {
    expect(extractTeaser(html).deck.isWellFormed()).toBe(true);
  }
});

test('The first picture is chosen, even inside a figure or a link', () => {
  const html =
    sanitize(`<p>x</p><figure><a href="/a"><img src="/a.png" alt="A heron" width="640" height="480"></a></figure>
    <img src="/b.png">`);
  expect(extractTeaser(html).image).toEqual({ src: '/a.png', alt: 'A heron', width: 640, height: 480 });
});

test('A picture of unknown size counts as 3:2', () => {
  expect(extractTeaser(sanitize('<img src="/a.png">')).image).toEqual({
    src: '/a.png',
    alt: '',
    width: 1200,
    height: 800,
  });
});

test('Icons and tracking pixels are not chosen', () => {
  const html = sanitize(
    '<img src="https://hit.invalid/p.gif" width="1" height="1"><img src="/icon.png" width="32" height="32">',
  );
  expect(extractTeaser(html).image).toBeNull();
  expect(extractTeaser(`${html}<img src="/b.png" alt="" width="300" height="200" />`).image?.src).toBe(
    '/b.png',
  );
});

test('Plain text has all words on one line, with spaces between blocks', () => {
  expect(
    plainTextOf(
      '<h2>Title</h2>\n<figure><figcaption>Caption</figcaption></figure><table><tr><td>1</td><td>2</td></tr></table><p>a  &amp;\n b</p>',
    ),
  ).toBe('Title Caption 1 2 a & b');
  expect(plainTextOf('<p>One.</p><p>T<em>w</em>o.</p>')).toBe('One. Two.');
  expect(plainTextOf('<p>One</p><ul><li>two</li><li>th<b>r</b>ee<br />four</li></ul>')).toBe(
    'One two three four',
  );
  expect(plainTextOf('')).toBe('');
});
