import fc from 'fast-check';
import { expect, test } from 'vitest';
import { anyHtml } from '../../../tests/hostile-html/any-html.ts';
import { corpus } from '../../../tests/hostile-html/corpus.ts';
import { listElements, listOffences } from '../../../tests/hostile-html/inspect-html.ts';
import { rounds, someOf } from '../../../tests/rounds.ts';
import { plainTextOf } from './extract.server.ts';
import { findExcess, sanitize } from './sanitize.server.ts';

// For more of them: FUZZ_RUNS=100000 npm test -- --deep FILE.
const numRuns = Number(process.env.FUZZ_RUNS ?? 3000);
const patience = Math.max(30_000, numRuns * 10);

const lazy = 'loading="lazy" decoding="async" referrerpolicy="no-referrer" />';

test('Sanitized hostile HTML contains nothing forbidden (R-21, R-22)', () => {
  const offences = corpus.map(({ group, name, html }) => ({
    group,
    name,
    offences: listOffences(sanitize(html)),
  }));
  expect(offences.filter((one) => one.offences.length > 0)).toEqual([]);
});

test('Sanitizing hostile HTML again changes nothing (R-21)', () => {
  expect(corpus.filter(({ html }) => sanitize(sanitize(html)) !== sanitize(html))).toEqual([]);
});

test(
  'Sanitized text contains nothing forbidden, and sanitizing it again changes nothing (R-21)',
  () => {
    fc.assert(
      fc.property(anyHtml, (html) => {
        const clean = sanitize(html);
        expect(listOffences(clean)).toEqual([]);
        expect(sanitize(clean)).toBe(clean);
      }),
      rounds(import.meta.url, numRuns),
    );
  },
  patience,
);

test(
  'Text without markup is unchanged',
  () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => {
        const escaped = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
        expect(plainTextOf(sanitize(escaped))).toBe(withoutControls(text).replace(/\s+/g, ' ').trim());
      }),
      rounds(import.meta.url, numRuns),
    );
  },
  patience,
);

test('Harmless HTML is unchanged', () => {
  for (const html of [
    'Just words.',
    '<p>One &amp; <strong>two</strong>, <em>three</em><br />“four” &lt;five&gt;</p>\n<hr />',
    '<h2>Title</h2><h3>Smaller</h3><h4>Smallest</h4>',
    '<ul><li>a<ul><li>b</li></ul></li></ul><ol start="3" reversed><li>c</li></ol><dl><dt>d</dt><dd>e</dd></dl>',
    '<blockquote><p>Quoted</p><cite>Harriet</cite></blockquote><pre><code>x = 1\n  y</code></pre>',
    '<p lang="fr" dir="ltr"><abbr title="Rural Free Delivery">RFD</abbr> <time datetime="2026-11-20">Friday</time> H<sub>2</sub>O</p>',
    '<table><caption>c</caption><thead><tr><th scope="col" colspan="2">h</th></tr></thead><tbody><tr><td rowspan="2">1</td></tr></tbody></table>',
    '<p><a title="t" href="/events">here</a>, <a href="#top">up</a>, <a href="mailto:a@b.example">mail</a>, <a href="tel:+1-802-555-0100">call</a></p>',
    '<p><a href="https://example.org/?a=1&amp;b=2" target="_blank" rel="noopener noreferrer">there</a></p>',
    `<figure><img src="/a.svg" alt="A heron" width="640" height="480" ${lazy}<figcaption>c</figcaption></figure>`,
  ])
    expect(sanitize(html)).toBe(html);
});

test("Headings start one level below the page's title", () => {
  expect(sanitize('<h1>a</h1><h5>b</h5><h6>c</h6>')).toBe('<h2>a</h2><h4>b</h4><h4>c</h4>');
});

test('Layout blocks become paragraphs, so that their words stay separate', () => {
  expect(sanitize('<div>a</div><section><div class="x"><p>b</p></div></section><footer>c</footer>')).toBe(
    '<p>a</p><p>b</p><p>c</p>',
  );
});

test('The text of forbidden elements is kept', () => {
  expect(sanitize('<font color="red">a</font> <label>b <input></label><button>c</button>')).toBe('a b c');
});

test("Elements that don't contain text are dropped with their content", () => {
  for (const tag of `script style noscript template xmp noembed noframes iframe object video audio canvas svg math title
    textarea select option`.split(/\s+/)) {
    expect(sanitize(`a<${tag}>b</${tag}>c`), tag).toBe('ac');
  }
  expect(sanitize('a<plaintext>b</plaintext>c')).toBe('a');
  expect(sanitize('a<!-- b --><![CDATA[b]]><?b?><!doctype b>c')).toBe('ac');
});

test('A figure keeps the class that sets its width, and no other', () => {
  const picture = '<img src="https://example.org/a.jpg" alt="" width="4" height="3" />';
  const kept = sanitize(`<figure class="aligncenter half wide" id="a">${picture}</figure>`);
  expect(kept).toMatch(/^<figure class="half"><img /);
  expect(sanitize(`<figure class="aligncenter">${picture}</figure>`)).toMatch(/^<figure><img /);
  expect(sanitize('<p class="half">a</p>')).toBe('<p>a</p>');
});

test('Styles, classes, names and handlers are removed', () => {
  expect(
    sanitize('<p style="color:red" class="a" id="b" name="c" onclick="d()" data-e="f" tabindex="1">g</p>'),
  ).toBe('<p>g</p>');
});

test('A link to another site opens in a new window and sends no referrer (R-22)', () => {
  const link = '<a href="https://example.org/" target="_blank" rel="noopener noreferrer">x</a>';
  expect(sanitize('<a href="https://example.org/">x</a>')).toBe(link);
  expect(sanitize('<a href=" https://example.org/ " target="_top" rel="opener">x</a>')).toBe(link);
  expect(sanitize('<a href="htt\nps://exam&Tab;ple.org/">x</a>')).toBe(link);
});

test('A link within the site has no target or rel', () => {
  expect(sanitize('<a href="/events" target="_blank" rel="opener">x</a>')).toBe('<a href="/events">x</a>');
  expect(sanitize('<a target="_top" rel="opener">x</a>')).toBe('<a>x</a>');
});

test('Addresses of other schemes and hosts without a scheme do not become links (R-22)', () => {
  for (const href of [
    'javascript:x',
    'java&#9;script:x',
    'data:text/html,x',
    'blob:x',
    'vbscript:x',
    'ftp://x.example/',
    '//x.example',
    '\\\\x.example',
    '/\\x.example',
    '/&#10;/x.example',
    `https://x.example/${'a'.repeat(2000)}`,
  ]) {
    expect(sanitize(`<a href="${href}">x</a>`), href).toBe('<a>x</a>');
  }
});

test('Pictures are lazy and sized', () => {
  expect(sanitize('<img src="https://example.org/a b.png">')).toBe(
    `<img src="https://example.org/a%20b.png" alt="" width="1200" height="800" ${lazy}`,
  );
  expect(sanitize('<img alt="x" src="/a.png" width="300px" loading="eager">')).toBe(
    `<img src="/a.png" alt="x" width="300" height="200" ${lazy}`,
  );
  expect(sanitize('<img src="/a.png" height="200" width="100%">')).toBe(
    `<img src="/a.png" alt="" width="300" height="200" ${lazy}`,
  );
  expect(sanitize('<img src="/a.png" style="border-width:0; opacity:0.5; max-width:100%">')).toBe(
    `<img src="/a.png" alt="" width="1200" height="800" ${lazy}`,
  );
});

test('Pictures come from https or this site (R-22)', () => {
  for (const src of [
    'http://x.example/a.png',
    '//x.example/a.png',
    '/\\x.example/a.png',
    '/&#9;/x.example/a.png',
    'a.png',
    'data:image/png;base64,AAAA',
    'blob:x',
    'javascript:x',
    'https://[x/a.png',
    '',
    `/${'a'.repeat(2000)}`,
  ]) {
    expect(sanitize(`a<img src="${src}">b`), src).toBe('ab');
  }
});

test('Tracking pixels are removed, and so is a paragraph or link that contained nothing else', () => {
  const pixels = corpus.filter(
    ({ group, name }) => group === 'requests' && /^(?:pixel|known beacon)/.test(name),
  );
  expect(pixels.length).toBeGreaterThan(20);
  for (const { name, html } of pixels) {
    expect(sanitize(`<p>a</p><div><a href="/x"><figure>${html}</figure></a></div>`), name).toBe('<p>a</p>');
  }
});

test('A picture inside a hidden element is removed, one after it is not', () => {
  const hidden = '<img src="https://hit.invalid/p.gif" width="600" height="400"><br>';
  for (const attribute of [
    'style="color:red;display:none"',
    'hidden',
    'style="width:1px;height:1px;overflow:hidden"',
  ]) {
    expect(sanitize(`<div ${attribute}>a<b>${hidden}</b>${hidden}</div>b<img src="/b.png">`), attribute).toBe(
      `<p>a<b><br /></b><br /></p>b<img src="/b.png" alt="" width="1200" height="800" ${lazy}`,
    );
  }
});

test('Control characters are removed, including those written as entities', () => {
  expect(sanitize('a\0b\u0001c&#1;d&#x1f;e&#127;f\tg\nh')).toBe('abcdef\tg\nh');
});

test('Nesting is limited to a hundred elements, and the text is kept', () => {
  for (const tag of ['div', 'blockquote', 'b', 'ul><li', 'table><tr><td', 'font']) {
    const clean = sanitize(`${`<${tag}>`.repeat(600)}x`);
    expect(plainTextOf(clean)).toBe('x');
    expect(deepestOf(clean)).toBeLessThanOrEqual(100);
  }
});

test('Of HTML with too many elements, only the text is kept', () => {
  expect(sanitize('<b>x</b>'.repeat(20_000))).toContain('<b>');
  expect(sanitize(`${'<b>x</b> '.repeat(20_001)}&lt;script&gt;&#1;`).replace(/[\sx]+/, '')).toBe(
    '&lt;script&gt;',
  );
  expect(sanitize(`${'<b>'.repeat(1001)}x`).trim()).toBe('x');
});

test('Hostile texts of 512 KiB take little CPU time (R-21)', () => {
  for (const [name, html] of someOf(import.meta.url, Object.entries(largeTexts), 0, 4)) {
    sanitize(html.slice(0, 512 * 1024 - 1));
    const before = process.cpuUsage();
    const clean = sanitize(html.slice(0, 512 * 1024));
    // Far more than it takes, and far less than anything quadratic would.
    expect(process.cpuUsage(before).user / 1000, name).toBeLessThan(3000);
    expect(listOffences(clean), name).toEqual([]);
    expect(sanitize(clean) === clean, name).toBe(true);
  }
});

test('HTML that would lose its markup is reported before it is stored (R-21)', () => {
  const markup = 'Use at most 20000 elements and 50000 special characters';
  const depth = 'Nest elements at most 100 deep';
  const excesses: [string, string | undefined][] = [
    ['<b>x</b>'.repeat(20_000), undefined],
    ['<b>x</b>'.repeat(20_001), markup],
    ['<'.repeat(50_001), markup],
    ['&eacute;'.repeat(50_000), undefined],
    ['&eacute;'.repeat(50_001), markup],
    [`${'<span>'.repeat(100)}x`, undefined],
    [`${'<span>'.repeat(101)}x`, depth],
    [`${'<span>'.repeat(1001)}x`, depth],
    [
      '<a href="https://example.org/">x</a>'.repeat(7000),
      'Use at most 524288 characters, including the markup',
    ],
    ['x'.repeat(512 * 1024), undefined],
    ['<script>x</script><p onclick=x>y</p>', undefined],
  ];
  for (const [html, excess] of excesses)
    expect([html.slice(0, 40), findExcess(html)]).toEqual([html.slice(0, 40), excess]);
});

test('HTML that was accepted is accepted again after reading it back (R-21)', () => {
  for (const html of [...corpus.map((one) => one.html), ...Object.values(largeTexts)]) {
    if (findExcess(html) === undefined) expect(findExcess(sanitize(html))).toBeUndefined();
  }
});

test('The parser that checks the sanitizer finds forbidden content', () => {
  expect(listElements('<p a=b>x<br></p><!-- c -->').map(({ name }) => name)).toEqual(['p', 'br', '#comment']);
  expect(
    listOffences(
      '<script></script><p onclick=x><a href="javascript:x"><a href="//x.example"><img src="http://x.example/">',
    ),
  ).toHaveLength(10);
});

const kilobytes = (part: string, count = 512) => part.repeat(Math.ceil((count * 1024) / part.length));

const largeTexts: Record<string, string> = {
  paragraphs: kilobytes(
    '<p>The <a href="https://example.org/x">bridge</a> is <strong>open</strong> again &amp; so on.</p>\n',
  ),
  'open elements': kilobytes('<b>'),
  'open and stray end tags': '<b>'.repeat(900) + kilobytes('</i>'),
  'paragraphs that end': kilobytes('</p>'),
  'noscripts that end early': kilobytes('<noscript></p>'),
  brackets: kilobytes('<'),
  ampersands: kilobytes('&'),
  'text before pictures that are left out': kilobytes('x', 400) + '<img>'.repeat(19_000),
  'comments in an address': `<a href="${kilobytes('<!---->')}">x</a>`,
  'white space in a style': `<img src="/a.png" style="opacity:${kilobytes(' ')}">`,
  'dots in an address': `<img src="https://${kilobytes('a.')}">`,
  'empty elements in empty elements': kilobytes(`${'<p><a href=/x>'.repeat(45)}${'</a></p>'.repeat(45)}`),
  attributes: `<a ${Array.from({ length: 60_000 }, (_, number) => `a${number}`).join(' ')}>x</a>`,
  links: kilobytes('<a href="/x">b</a>'),
  'numbers that stand for letters': kilobytes('&#233;'),
  'an attribute that does not end': `<a title="${kilobytes('<b>')}`,
  'a comment that does not end': `<!--${kilobytes('<b>')}`,
};

function withoutControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '');
}

function deepestOf(html: string): number {
  let depth = 0;
  return Math.max(0, ...[...html.matchAll(/<(\/?)\w/g)].map(([, end]) => (end ? depth-- : ++depth)));
}
