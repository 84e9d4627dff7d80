import { expect, test } from 'vitest';
import { plainTextOf } from '#app/platform/html/extract.server.ts';
import { sanitize } from '#app/platform/html/sanitize.server.ts';
import { sampleArticles, sampleBusinesses, samplePolls } from '../../commands/sample-town/sample-items.ts';
import { listElements } from './inspect-html.ts';

const descriptions = [...sampleArticles, ...sampleBusinesses, ...samplePolls].map(
  ({ description }) => description,
);

/** As publishers write: classes, ids, footnotes, wrappers, styles, sizes, headings out of order. */
const published = `<h1>Trust</h1><div class="wrap"><div class="inner" style="text-align:left; margin-left: 2em;">
  <p style="text-align: center"><img src="https://example.org/a b.png" style="text-align: center;" alt="Teens" align="center" width="400"></p>
  <p>First<sup id="r1"><a href="#fn1" aria-describedby="footnote-label" id="ref1">1</a></sup>, then <font color="red">second</font>.<br>
  See <a href="http://example.org" target=_self rel="nofollow">there</a> or <a class=x href='mailto:a@b.example'>write</a>.
  <ul class="usa-list"><li>One<li>Two <ol start="3"><li>Three</ol></ul>
  <blockquote class="q"><p>Quoted</p><footer>Somebody</footer></blockquote></div>
  <section><h5>Data</h5><table class="t" border=1><caption>Numbers</caption><thead><tr><th scope="col">A<th>B<tbody><tr><td>1<td>2</table></section>
  <footer><h3 class="dg" id="footnote-label">Footnotes</h3><ol><li class="f" id="fn1">Hudders, L. <a href="https://example.org/1">↩</a></ol></footer>
  <figure class="wp"><a href="/b.png"><img data-src=x src="/b.png" width=640 height=480></a><figcaption>Caption</figcaption></figure>
  <pre class="language-js"><code>a &lt; b &amp;&amp; c</code></pre><hr class="x"><dl><dt>T<dd>D</dl></div>`;

const telling = [
  'a',
  'img',
  'ul',
  'ol',
  'li',
  'dl',
  'dt',
  'dd',
  'blockquote',
  'table',
  'caption',
  'tr',
  'th',
  'td',
  'figure',
  'figcaption',
  'pre',
  'code',
  'strong',
  'em',
  'sup',
  'hr',
  'br',
];

test("The sample town's texts are stored as they were written", () => {
  expect(descriptions.length).toBeGreaterThan(60);
  for (const html of descriptions) expectToSurvive(html);
});

test("Publishers' HTML keeps its words, headings, lists, quotations, tables, figures and links", () => {
  expectToSurvive(published);
  expect(sanitize(published)).toContain('<p>Quoted</p><p>Somebody</p></blockquote>');
});

function expectToSurvive(html: string): void {
  const clean = sanitize(html);
  expect(wordsOf(clean)).toBe(wordsOf(html));
  expect(countsOf(clean)).toEqual(countsOf(html));
  expect(addressesOf(clean)).toEqual(addressesOf(html));
}

function wordsOf(html: string): string {
  return plainTextOf(html).replace(/\s/g, '');
}

function countsOf(html: string): Record<string, number> {
  const names = listElements(html).map(({ name }) => name);
  const counts = telling.map((tag) => [tag, names.filter((name) => name === tag).length]);
  return { ...Object.fromEntries(counts), headings: names.filter((name) => /^h[1-6]$/.test(name)).length };
}

function addressesOf(html: string): (string | undefined)[] {
  const links = listElements(html).filter(({ name }) => name === 'a' || name === 'img');
  return links.map(({ attributes }) => (attributes.href ?? attributes.src)?.replaceAll(' ', '%20'));
}
