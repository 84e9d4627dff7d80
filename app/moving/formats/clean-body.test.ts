import fc from 'fast-check';
import { expect, test } from 'vitest';
import { expandPost, withoutShortcodes } from '#app/moving/formats/wordpress/wordpress-shortcodes.ts';
import { sanitize } from '#app/platform/html/sanitize.server.ts';
import { rounds } from '../../../tests/rounds.ts';
import { type BodyContext, cleanBody } from './clean-body.ts';

const pictures = new Map([
  ['5', { address: 'https://old.example/wp-content/uploads/mill.jpg', alt: 'A mill', caption: 'The mill' }],
  ['6', { address: 'https://old.example/wp-content/uploads/barn-scaled.jpg' }],
]);
const addresses = new Set([...pictures.values()].map(({ address }) => address));

const context: BodyContext = {
  base: 'https://old.example/2024/05/post/',
  findPicture: (id) => pictures.get(id),
  isPicture: (address) => addresses.has(address),
  ownPictures: () => [...pictures.values()],
};

/** A post of the classic editor. */
function classic(text: string): string {
  const expanded = expandPost(text, (id) => pictures.get(id)).text;
  return cleanBody(expanded, { ...context, breaksLines: true }).html;
}

const clean = (html: string) => cleanBody(html, context).html;

test('line breaks of the classic editor become paragraphs and line breaks', () => {
  expect(classic('One\r\ntwo <em>three</em>\r\n\r\nFour')).toBe(
    '<p>One<br>two <em>three</em></p><p>Four</p>',
  );
  expect(classic('Before\n<h2>Title</h2>\nAfter\n<ul>\n<li>a</li>\n<li>b</li>\n</ul>')).toBe(
    '<p>Before</p><h2>Title</h2><p>After</p><ul>\n<li>a</li>\n<li>b</li>\n</ul>',
  );
  expect(classic('<blockquote>One\n\nTwo</blockquote>\n<pre>a\n\nb</pre>')).toBe(
    '<blockquote><p>One</p><p>Two</p></blockquote><pre>a\n\nb</pre>',
  );
  expect(classic('<p>Whole\nline</p>')).toBe('<p>Whole<br>line</p>');
});

test('an address alone on its line was a player, and becomes a link', () => {
  expect(classic('See:\n\nhttps://www.youtube.com/watch?v=abcdefg\n\nhttps://example.org/page')).toBe(
    '<p>See:</p><p><a href="https://www.youtube.com/watch?v=abcdefg">Watch the video on YouTube</a></p><p><a href="https://example.org/page">example.org</a></p>',
  );
});

test('blocks lose their comments; embeds, frames and videos become links', () => {
  const blocks = `<!-- wp:paragraph --><p>Text</p><!-- /wp:paragraph -->
<!-- wp:embed {"url":"https://vimeo.com/1"} --><figure class="wp-block-embed"><div class="wp-block-embed__wrapper">
https://vimeo.com/1
</div><figcaption>A film</figcaption></figure><!-- /wp:embed -->`;
  expect(clean(blocks)).toBe(
    '<p>Text</p>\n<p><a href="https://vimeo.com/1">Watch the video on Vimeo</a></p><p>A film</p>',
  );
  expect(clean('<iframe src="//www.youtube.com/embed/abcdefg?rel=0" title="The parade"></iframe>')).toBe(
    '<p><a href="https://www.youtube.com/watch?v=abcdefg">The parade</a></p>',
  );
  expect(clean('<p>a<video controls><source src="/film.mp4"></video>b</p>')).toBe(
    '<p>a</p><p><a href="https://old.example/film.mp4">Watch the video</a></p><p>b</p>',
  );
  expect(cleanBody('<audio src="a.mp3"></audio><iframe src="javascript:x"></iframe>', context)).toEqual({
    html: '<p><a href="https://old.example/2024/05/post/a.mp3">Listen</a></p>',
    embeds: 1,
  });
});

test('captions and galleries are figures with the originals of their pictures', () => {
  const caption = `[caption id="attachment_5" align="alignnone" width="300"]<a href="https://old.example/wp-content/uploads/mill.jpg"><img class="size-medium wp-image-5" src="https://old.example/wp-content/uploads/mill-300x200.jpg" alt="Mill" width="300" height="200" /></a> The <em>old</em> mill[/caption]`;
  expect(classic(`Text\n\n${caption}\n\nMore`)).toBe(
    '<p>Text</p><figure><img src="https://old.example/wp-content/uploads/mill.jpg" alt="Mill"><figcaption>The <em>old</em> mill</figcaption></figure><p>More</p>',
  );
  expect(classic('[gallery ids="5,6,77" link="file"]')).toBe(
    '<figure><img src="https://old.example/wp-content/uploads/mill.jpg" alt="A mill"><figcaption>The mill</figcaption></figure><figure><img src="https://old.example/wp-content/uploads/barn-scaled.jpg" alt=""></figure>',
  );
  expect(classic('[gallery]').match(/<figure>/g)).toHaveLength(2);
  const block =
    '<figure class="wp-block-gallery"><figure><img src="barn-1024x768.jpg"><figcaption>One</figcaption></figure><figure><img src="https://old.example/wp-content/uploads/barn-1024x768.jpg"></figure><figcaption>All</figcaption></figure>';
  expect(clean(block)).toBe(
    '<figure><img src="https://old.example/2024/05/post/barn-1024x768.jpg" alt=""><figcaption>One</figcaption></figure><figure><img src="https://old.example/wp-content/uploads/barn-scaled.jpg" alt=""></figure><p>All</p>',
  );
});

test('emoji pictures are characters, and pictures that scripts load are pictures', () => {
  expect(
    clean('<p>Hi <img class="emoji" src="https://s.w.org/images/core/emoji/14/svg/1f600.svg" alt="😀"></p>'),
  ).toBe('<p>Hi 😀</p>');
  expect(
    clean(
      '<img src="data:image/gif;base64,R0lGOD" data-src="/a.jpg"><noscript><img src="/a.jpg"></noscript>',
    ),
  ).toBe('<img src="https://old.example/a.jpg" alt="">');
  expect(
    clean('<img src="https://i0.wp.com/old.example/wp-content/uploads/mill.jpg?resize=300%2C200">'),
  ).toBe('<img src="https://old.example/wp-content/uploads/mill.jpg" alt="">');
});

test('text of page builders stays, with headings, pictures and buttons', () => {
  const text =
    '[et_pb_section admin_label="section"][et_pb_row][et_pb_column type="4_4"][et_pb_text]<p>Hello</p>[/et_pb_text][et_pb_blurb title="Why %22us%22" image="https://old.example/a.jpg"]Because.[/et_pb_blurb][et_pb_button button_url="/go" button_text="Go"][/et_pb_button][et_pb_code]PGI+[/et_pb_code][/et_pb_column][/et_pb_row][/et_pb_section]';
  expect(classic(text)).toBe(
    '<p>Hello</p><figure><img src="https://old.example/a.jpg" alt=""></figure><h3>Why "us"</h3><p>Because.</p><p><a href="https://old.example/go">Go</a></p>',
  );
  expect(expandPost(text, () => undefined).builders).toEqual(['Divi']);
  expect(
    classic(
      '[vc_row][vc_column][vc_custom_heading text="Visit"][vc_single_image image="5"][vc_btn title="Map" link="url:https%3A%2F%2Fmap.example%2F|title:Map"][/vc_column][/vc_row]',
    ),
  ).toBe(
    '<h3>Visit</h3><figure><img src="https://old.example/wp-content/uploads/mill.jpg" alt="A mill"></figure><p><a href="https://map.example/">Map</a></p>',
  );
});

test('unknown shortcodes are named and can be removed; words in brackets are not touched', () => {
  const text =
    'He said [sic] this [1]. [contact-form-7 id="12" title="Contact"] [note]Inside[/note] [[gallery]] [my_map]';
  const { text: left, unknown } = expandPost(text, () => undefined);
  expect(unknown).toEqual(['contact-form-7', 'note', 'my_map']);
  expect(left).toBe(text.replace('[[gallery]]', '[gallery]'));
  expect(withoutShortcodes('<p>He [sic] [form id=&quot;1&quot;] [note]In[/note]</p>')).toBe(
    '<p>He [sic]  In</p>',
  );
});

test('cards of Ghost become texts, links and figures', () => {
  expect(
    clean(
      '<figure class="kg-card kg-bookmark-card kg-card-hascaption"><a class="kg-bookmark-container" href="https://a.example/"><div class="kg-bookmark-content"><div class="kg-bookmark-title">A site</div><div class="kg-bookmark-description">About it</div><div class="kg-bookmark-metadata"><img class="kg-bookmark-icon" src="/i.png"><span>Publisher</span></div></div></a><figcaption>See</figcaption></figure>',
    ),
  ).toBe('<p><a href="https://a.example/">A site</a></p><p>About it</p><p>See</p>');
  expect(
    clean(
      '<div class="kg-card kg-callout-card"><div class="kg-callout-emoji">💡</div><div class="kg-callout-text">Note <b>this</b></div></div><div class="kg-card kg-toggle-card"><div class="kg-toggle-heading"><h4 class="kg-toggle-heading-text">More</h4><button><svg></svg></button></div><div class="kg-toggle-content"><p>Inside</p></div></div>',
    ),
  ).toBe('<blockquote><p>💡 Note <b>this</b></p></blockquote><h4>More</h4><p>Inside</p>');
  expect(
    clean(
      '<div class="kg-card kg-file-card"><a class="kg-file-card-container" href="/f.pdf"><div class="kg-file-card-title">Plan</div><div class="kg-file-card-caption">Of 2024</div><div class="kg-file-card-metadata"><div class="kg-file-card-filename">f.pdf</div><div class="kg-file-card-filesize">1 MB</div></div></a></div>',
    ),
  ).toBe('<p><a href="https://old.example/f.pdf">Plan</a> (f.pdf, 1 MB)</p><p>Of 2024</p>');
  expect(
    clean(
      '<figure class="kg-card kg-video-card"><div class="kg-video-container"><video src="/v.mp4"></video><div class="kg-video-player"><span>0:00</span></div></div><figcaption>Film</figcaption></figure><div class="kg-card kg-audio-card"><div><audio src="/a.mp3"></audio><div class="kg-audio-title">Song</div><span>1:00</span></div></div>',
    ),
  ).toBe(
    '<p><a href="https://old.example/v.mp4">Watch the video</a></p><p>Film</p><p><a href="https://old.example/a.mp3">Listen: Song</a></p>',
  );
});

const parts = fc.constantFrom(
  ...[
    '<p>',
    '</p>',
    '<div>',
    '<figure>',
    '</figure>',
    '<figcaption>',
    '<img src=a.jpg>',
    '<a href="/x">',
    '</a>',
  ],
  ...[
    '<belfry-caption>',
    '</belfry-caption>',
    '<belfry-gallery ids="5">',
    '<iframe src="//a.b/">',
    '<!--',
    '-->',
  ],
  ...[
    '[caption]',
    '[/caption]',
    '[gallery]',
    '[[',
    ']]',
    '[vc_row a="',
    '"]',
    '[et_pb_code]',
    '[embed]',
    '[x_y]',
  ],
  ...[
    '<div class="kg-card kg-toggle-card">',
    '<li>',
    '<ul>',
    '<blockquote>',
    '<pre>',
    '<',
    '>',
    '&',
    '\n\n',
    '\n',
  ],
  ...['<script>', '</script>', '<svg onload=x()>', '<p onclick="x()">', 'javascript:', '\u0000', '\ud800'],
);

test('cleaning never throws, and cleaned text has nothing that is not allowed', () => {
  const texts = fc.array(fc.oneof(parts, fc.string()), { maxLength: 60 }).map((pieces) => pieces.join(''));
  fc.assert(
    fc.property(texts, (text) => {
      const safe = sanitize(classic(text));
      expect(safe).not.toMatch(/<(script|iframe|svg|belfry)|<[^>]* on\w+=/i);
      expect(sanitize(safe)).toBe(safe);
      expect(typeof withoutShortcodes(safe)).toBe('string');
    }),
    rounds(import.meta.url, 500),
  );
});

test('the words of a text without markup are all still there', () => {
  const words = fc.array(fc.stringMatching(/^[a-z]{1,8}$/), { minLength: 1, maxLength: 30 });
  const gaps = fc.constantFrom(' ', '\n', '\n\n', '\r\n\r\n', ' [sic] ');
  fc.assert(
    fc.property(words, gaps, (list, gap) => {
      const text = classic(list.join(gap)).replace(/<[^>]*>|\[sic\]/g, ' ');
      expect(text.split(/\s+/).filter(Boolean)).toEqual(list);
    }),
    rounds(import.meta.url),
  );
});

test('half a megabyte of what is slow to read badly is read in linear time', () => {
  // One that takes quadratic time does not end within the test's time limit.
  const patterns = [
    '[',
    '[a',
    '[[a]',
    '[a b="',
    '[caption]',
    '<',
    '<p',
    '<div>',
    '</p>',
    '\n',
    ' ',
    ' \n',
    '&',
    '<!--',
  ];
  for (const pattern of [
    ...patterns,
    '<figure>',
    '[vc_row]',
    '=',
    '"',
    '<a href="',
    "[a '",
    '[/a',
    '<li>x\n\n',
    '\t',
  ])
    expect(typeof classic(pattern.repeat((512 * 1024) / pattern.length))).toBe('string');
});
