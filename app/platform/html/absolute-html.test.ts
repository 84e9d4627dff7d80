import { expect, test } from 'vitest';
import { makeAbsolute } from './absolute-html.server.ts';
import { sanitize } from './sanitize.server.ts';

const base = 'https://commons.example.org/articles/a1';

test.each([
  [
    '<a href="/events?x=1&amp;y=2#top">e</a>',
    '<a href="https://commons.example.org/events?x=1&amp;y=2#top">e</a>',
  ],
  ['<a href="#note">n</a>', '<a href="https://commons.example.org/articles/a1#note">n</a>'],
  ['<a href="https://example.org/?q=%22&lt;">o</a>', '<a href="https://example.org/?q=%22%3C">o</a>'],
  ['<a href="mailto:june@example.org">m</a>', '<a href="mailto:june@example.org">m</a>'],
  [
    '<p><img src="/illustrations/green.svg" alt="&quot;A&quot; &gt; b" width="4" height="3"></p>',
    '<p><img src="https://commons.example.org/illustrations/green.svg" alt="&quot;A&quot; &gt; b" width="4" height="3" /></p>',
  ],
  ['<a name="x">no address</a>', '<a>no address</a>'],
])('Away from this site %s is %s', (html, expected) => {
  expect(makeAbsolute(sanitize(html), base)).toBe(expected);
});

test('Only addresses, and attributes for our own pages, are changed', () => {
  const html = sanitize('<p lang="de">Tüte &amp; <b>x</b></p><table><tr><td colspan="2">1</td></tr></table>');
  expect(makeAbsolute(html, base)).toBe(html);
});
