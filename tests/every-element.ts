/** A text with every element and attribute that the sanitizer allows, in its output format. */
export const everyElement = `
<h2 lang="fr">Heading</h2>
<h3 dir="rtl">Subheading</h3>
<h4>Smallest heading</h4>
<p lang="de" dir="ltr">Plain, <strong>strong</strong>, <b>bold</b>, <em>stressed</em>, <i>italic</i>, <u>underlined</u>,
<s>wrong</s>, <del>deleted</del>, <ins>inserted</ins>, H<sub>2</sub>O, 1<sup>st</sup>, <small>small</small>,
<mark>marked</mark>, <code>code</code>, <q>quoted</q>, <cite>A Book</cite>, <span lang="it">ciao</span>,
<abbr title="Maple Hollow">MH</abbr>, <time datetime="2026-11-20">Friday</time>.<br>A new line, <strong><em>both</em></strong>.</p>
<p><a href="https://example.org/" hreflang="fr" title="A title">Outside</a>, <a href="/about">inside</a>,
<a href="#top">here</a>, <a href="mailto:a@example.org">email</a>, <a href="tel:+15550100">phone</a>,
<a href="/code"><code>linked code</code></a>, <a href="/strong"><strong>linked</strong></a>.</p>
<p><abbr title="Outer"><abbr title="Inner">Nested</abbr></abbr></p>
<hr>
<ul><li>One</li><li>Two<ul><li>Two and a half</li></ul></li></ul>
<ol reversed start="3"><li>Three</li><li><p>A paragraph</p></li><li><p>Two</p><p>paragraphs</p></li></ol>
<dl><dt>Term</dt><dd>Meaning <em>of it</em></dd></dl>
<blockquote><p>Words.</p><cite>Their author</cite></blockquote>
<blockquote lang="la"><p>First.</p><p>Second, <cite>in a book</cite>.</p></blockquote>
<blockquote><dl><dt>Kept</dt><dd>in a quote</dd></dl></blockquote>
<pre>  plain
    pre</pre>
<pre><code>const a = 1;
  b &lt; c</code></pre>
<img src="https://example.org/alone.jpg" alt="" width="400" height="300">
<p>A picture <img src="https://example.org/inline.jpg" alt="in a line" width="40" height="30"> of it</p>
<p><a href="/linked"><img src="/illustrations/library.svg" alt="A linked picture" width="40" height="30"></a></p>
<figure class="wide"><img src="/illustrations/library.svg" alt="The library" width="1200" height="800"><figcaption>The library, <em>still</em> <a href="/standing">standing</a></figcaption></figure>
<figure lang="sv" class="half"><img src="/illustrations/green.svg" alt="The green" width="1200" height="800"></figure>
<figure><figcaption>Before</figcaption><img src="/illustrations/green.svg" alt="The green" width="1200" height="800"></figure>
<figure><img src="/illustrations/a.svg" alt="Two" width="12" height="8"><img src="/illustrations/b.svg" alt="pictures" width="12" height="8"><figcaption>Both</figcaption></figure>
<figure><table><tbody><tr><td>In a figure</td></tr></tbody></table><figcaption>A table</figcaption></figure>
<table lang="en"><caption>Caption of <em>the table</em></caption>
<thead><tr><th scope="col">Head</th><th colspan="2" scope="col">Wide</th></tr></thead>
<tbody><tr><th rowspan="2" scope="row">Row</th><td>1</td><td>2</td></tr><tr><td>3</td><td><p>4</p><ul><li>5</li></ul></td></tr></tbody>
<tfoot><tr><th>Without scope</th><td></td><td><strong>6</strong></td></tr></tfoot></table>
<table><tbody><tr><td colspan="2">No caption, no head</td></tr><tr><td>1</td><td>2</td></tr></tbody></table>
<table><caption>Ragged</caption><tbody><tr><td>1</td><td>2</td></tr><tr><td>3</td></tr></tbody></table>
<table><tbody><tr><td>Two</td></tr></tbody><tbody><tr><td>bodies</td></tr></tbody></table>
<p>The end.</p>`;
