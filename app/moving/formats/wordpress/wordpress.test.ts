import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { only, storedFrom } from '../../../../tests/found-items.ts';
import { hasSamples, migrationSamples, readFound, readFoundIn } from '../../../../tests/read-found.ts';
import { type WxrPost, wxr, wxrPost } from '../../../../tests/wxr.ts';

const read = (...posts: WxrPost[]) => readFoundIn('export.xml', wxr(posts.map(wxrPost)));
const readOne = async (post: Partial<WxrPost>) => only(await read({ id: 7, ...post }), 'articles')[0];
const classesOf = (item: { doubts: { class: string }[] } | undefined) =>
  item?.doubts.map((doubt) => doubt.class);

test.skipIf(!hasSamples)(
  'wxr-sample.xml has four posts, one of them a draft, a page and a picture',
  async () => {
    const found = await readFound(`${migrationSamples}wxr-sample.xml`);
    const articles = only(found, 'articles');
    expect(articles.map(({ key, title, input }) => [key, title, input.publication])).toEqual([
      ['204', 'Draft Post', 'draft'],
      ['4', 'Basic Post', 'published'],
      ['14', 'Another Post', 'published'],
      ['15', 'My CPT Post', 'published'],
    ]);
    const [page, ...others] = only(found, 'pages');
    expect(page).toMatchObject({
      ...{ key: '135', title: 'Services', oldPaths: ['/services', '/?p=135', '/?page_id=135'] },
      input: { title: 'Services', publication: 'published', description: expect.any(String) },
    });
    expect([classesOf(page), others, page?.input.pubDate]).toEqual([['page'], [], undefined]);
    expect(articles[1]).toMatchObject({
      origin: 'example.com',
      place: { file: 'wxr-sample.xml', record: 'post 4' },
      pictureKey: '5',
      oldPaths: ['/blog/basic-post.html', '/?p=4'],
      doubts: [],
      input: {
        pubDate: '2013-06-07T03:00:44Z',
        byline: 'Hermione Granger',
        tags: ['Company News', 'Has Images', 'Programming'],
        deck: "We're not testing HTML output here. That happens in @tryghost/mg-wp-api",
      },
    });
    expect(articles.map(classesOf)).toEqual([[], [], [], ['other-type']]);
    expect(only(found, 'pictures')).toMatchObject([{ key: '5', caption: 'exc-5134cbefe4b0c6fb04df8065' }]);
    expect(only(found, 'pictures')[0]?.address).toMatch(
      /^https:\/\/images\.unsplash\.com\/photo-1601.*&q=80$/,
    );
    for (const article of articles) expect(storedFrom(article).title).toBe(article.title);
  },
);

test.skipIf(!hasSamples)(
  'wxr-co-authors-plus.xml: bylines name every author once, in their order',
  async () => {
    const found = await readFound(`${migrationSamples}wxr-co-authors-plus.xml`);
    expect(only(found, 'articles').map(({ key, input }) => [key, input.byline, input.tags])).toEqual([
      ['100', 'Alice Smith and Bob Jones', ['Collaboration']],
      ['101', 'Alice Smith, Bob Jones, and Carol White', undefined],
      ['102', 'Bob Jones', undefined],
      ['103', 'Alice Smith and Bob Jones', undefined],
    ]);
  },
);

test.skipIf(!hasSamples)('wxr-has-audio-enclosure.xml: the episode is a link below the text', async () => {
  const [episode] = only(await readFound(`${migrationSamples}wxr-has-audio-enclosure.xml`), 'articles');
  expect(episode?.title).toBe('My Podcast Episode');
  expect(storedFrom(episode as never).description).toBe(
    '<p>This is the episode description.</p><p><a href="http://media.libsyn.com/media/example/podcast.mp3" target="_blank" rel="noopener noreferrer">Listen</a></p>',
  );
});

test('drafts, scheduled, private, protected and discarded posts', async () => {
  const found = await read(
    { id: 1, status: 'draft', gmt: '0000-00-00 00:00:00' },
    { id: 2, status: 'pending' },
    { id: 3, status: 'future', gmt: '2030-01-01 15:00:00' },
    { id: 4, status: 'private' },
    { id: 5, more: '<wp:post_password>secret</wp:post_password>' },
    { id: 6, status: 'trash' },
    { id: 7, status: 'auto-draft' },
    { id: 8, status: 'inherit', type: 'revision' },
    { id: 9, type: 'nav_menu_item' },
  );
  const articles = only(found, 'articles');
  expect(articles.map(({ key, input }) => [key, input.publication, input.publishAt])).toEqual([
    ['1', 'draft', undefined],
    ['2', 'draft', undefined],
    ['3', 'scheduled', '2030-01-01T15:00:00Z'],
    ['4', 'draft', undefined],
    ['5', 'draft', undefined],
  ]);
  expect(articles.map(classesOf)).toEqual([[], [], [], ['private'], ['private']]);
  // In the town's time, because a draft has no date in GMT.
  expect(articles[0]?.input.pubDate).toBe('2024-05-02T12:00:00Z');
  expect(JSON.stringify(found)).not.toContain('secret');
  expect(only(found, 'left-out')).toEqual([
    { kind: 'left-out', what: 'posts in the trash', count: 1 },
    { kind: 'left-out', what: 'empty drafts', count: 1 },
    { kind: 'left-out', what: 'revisions', count: 1 },
    { kind: 'left-out', what: 'menu items', count: 1 },
  ]);
});

test('a post without a title, a date or a text is doubtful', async () => {
  const none = '0000-00-00 00:00:00';
  const more = '<pubDate>Wed, 30 Nov -0001 00:00:00 +0000</pubDate>';
  const [untitled, undated, empty] = only(
    await read(
      { id: 1, title: '' },
      { id: 2, gmt: none, date: none, more },
      { id: 3, content: '<!-- wp:more -->' },
    ),
    'articles',
  );
  expect(classesOf(untitled)).toEqual(['no-title']);
  expect(classesOf(undated)).toEqual(['no-date']);
  expect(undated?.input).not.toHaveProperty('pubDate');
  expect(classesOf(empty)).toEqual(['no-text']);
  expect(empty?.input.publication).toBe('draft');
});

test('comments are left out and counted, also when they are larger than a record may be', async () => {
  const comment = `<wp:comment><wp:comment_content><![CDATA[${'Great! '.repeat(500)}]]></wp:comment_content></wp:comment>`;
  const found = await read({ id: 1, more: comment.repeat(1000) }, { id: 2, more: comment });
  expect(only(found, 'articles').map(({ key }) => key)).toEqual(['1', '2']);
  expect(only(found, 'left-out')).toEqual([{ kind: 'left-out', what: 'comments', count: 1001 }]);
});

test('an address of the site in a folder, an earlier slug and the number lead to the item', async () => {
  const post = wxrPost({
    id: 12,
    link: 'https://old.example/blog/2024/05/post-12/',
    meta: { _wp_old_slug: 'first-name' },
  });
  const found = await readFoundIn(
    'x.xml',
    wxr([post], '<wp:base_blog_url>http://old.example/blog</wp:base_blog_url>'),
  );
  expect(only(found, 'articles')[0]).toMatchObject({
    origin: 'old.example/blog',
    oldPaths: ['/blog/2024/05/post-12/', '/blog/2024/05/first-name/', '/blog/?p=12'],
  });
});

test('categories and tags are tags here, and their pages and feeds redirect to them', async () => {
  const more = `<category domain="category" nicename="uncategorized">Uncategorized</category>
    <category domain="post_tag" nicename="snow"><![CDATA[Snow, ice]]></category>
    <category domain="category" nicename="arts"><![CDATA[Arts &amp; Culture]]></category>
    <category domain="post_format" nicename="post-format-aside">Aside</category>`;
  const found = await read({ id: 1, more });
  expect(only(found, 'articles')[0]?.input.tags).toEqual(['Arts & Culture', 'Snow ice']);
  expect(only(found, 'redirects').map(({ from, to }) => [from, to])).toEqual([
    ['/tag/snow/', '/tags/snow-ice'],
    ['/tag/snow/feed/', '/feeds/articles.rss?tag=snow-ice'],
    ['/category/arts/', '/tags/arts-culture'],
    ['/category/arts/feed/', '/feeds/articles.rss?tag=arts-culture'],
  ]);
});

test('an author without a name is no byline: logins and addresses are not published', async () => {
  const found = await readFoundIn(
    'x.xml',
    wxr([
      wxrPost({ id: 1 }).replace('ruth', 'ruth@example.org'),
      wxrPost({ id: 2 }).replace('ruth', 'ruth_b'),
      wxrPost({ id: 3, more: '<category domain="author" nicename="cap-guest">guest</category>' }),
      wxrPost({
        id: 4,
        type: 'guest-author',
        meta: { 'cap-user_login': 'guest', 'cap-display_name': 'Gil Guest' },
      }),
    ]),
  );
  expect(only(found, 'articles').map(({ input }) => input.byline)).toEqual([
    undefined,
    undefined,
    'Gil Guest',
  ]);
});

const venue = {
  ...{ id: 50, type: 'tribe_venue', title: 'Grange Hall' },
  meta: { _VenueAddress: '1 Main St', _VenueCity: 'Maple Hollow', _VenueState: 'VT', _VenueZip: '05000' },
};
const organizer = {
  id: 51,
  type: 'tribe_organizer',
  title: 'The Grange',
  meta: { _OrganizerPhone: '802 555 0100' },
};

test('events of The Events Calendar have their times, places and organizers', async () => {
  const link = 'https://old.example/event/supper/';
  const meta = {
    ...{ _EventStartDate: '2026-12-05 16:00:00', _EventEndDate: '2026-12-05 18:30:00' },
    ...{ _EventStartDateUTC: '2026-12-05 22:00:00', _EventEndDateUTC: '2026-12-06 00:30:00' },
    ...{ _EventTimezone: 'America/Chicago', _EventVenueID: '50', _EventOrganizerID: ['51'] },
    ...{ _EventCost: '12', _EventCurrencySymbol: '$', _EventURL: 'https://grange.example/supper' },
  };
  const more = '<category domain="tribe_events_cat" nicename="food">Food</category>';
  // The place is after the event in the file.
  const found = await read(
    { id: 9, type: 'tribe_events', title: 'Supper', link, more, meta },
    venue,
    organizer,
  );
  const [event] = only(found, 'events');
  expect(event).toMatchObject({ oldPaths: ['/event/supper/', '/?p=9'], doubts: [] });
  expect(storedFrom(event as never)).toMatchObject({
    eventDate: Date.parse('2026-12-05T22:00:00Z'),
    endDate: Date.parse('2026-12-06T00:30:00Z'),
    eventTime: '5 PM',
    eventLocation: 'Grange Hall, 1 Main St, Maple Hollow, VT 05000',
    category: 'Food',
    link: 'https://grange.example/supper',
    description: '<p>Some text.</p><p>Cost: $12</p><p>Organizer: The Grange, 802 555 0100</p>',
  });
});

test('an all-day event lasts whole days of the town, and a repeated one is imported once, with a doubt', async () => {
  const recurrence = 'a:1:{s:5:"rules";a:1:{i:0;a:1:{s:4:"type";s:6:"Weekly";}}}';
  const never = 'a:1:{s:5:"rules";a:1:{i:0;a:2:{s:4:"type";s:4:"None";s:8:"end-type";s:5:"After";}}}';
  const days = {
    _EventStartDate: '2026-10-31 00:00:00',
    _EventEndDate: '2026-11-01 23:59:59',
    _EventAllDay: 'yes',
  };
  const found = await read(
    { id: 1, type: 'tribe_events', content: '', meta: { ...days, _EventRecurrence: recurrence } },
    { id: 2, type: 'tribe_events', meta: { ...days, _EventRecurrence: never, _EventVenueID: '50' } },
    { id: 3, type: 'tribe_events', meta: { _EventVenueID: '50' } },
    venue,
  );
  const [repeated, once, undated] = only(found, 'events');
  expect(classesOf(repeated)).toEqual(['recurring-event', 'no-location']);
  expect(storedFrom(repeated as never)).toMatchObject({
    eventDate: Date.parse('2026-10-31T04:00:00Z'),
    // The clocks change that night.
    endDate: Date.parse('2026-11-02T05:00:00Z'),
    ...{ allDay: true, eventTime: 'All day', eventLocation: 'To be announced', description: '<p>Post 1</p>' },
  });
  expect(classesOf(once)).toEqual([]);
  expect(undated?.doubts).toMatchObject([{ verdict: 'refused', class: 'no-date', field: 'eventDate' }]);
});

test('a file that ends in the middle: everything before is read, and the rest is refused', async () => {
  const whole = wxr([wxrPost({ id: 1 }), wxrPost({ id: 2 })]);
  const found = await readFoundIn('cut.xml', whole.slice(0, whole.indexOf('Post 2') + 3));
  expect(only(found, 'articles').map(({ key }) => key)).toEqual(['1']);
  expect(only(found, 'unreadable')).toMatchObject([{ doubts: [{ class: 'truncated' }] }]);
});

test('a cut-off packed file: everything before is read, as in a plain one', async () => {
  const posts = Array.from({ length: 200 }, (_, at) =>
    wxrPost({ id: at + 1, content: `<p>${Math.sin(at)}</p>` }),
  );
  const packed = gzipSync(wxr(posts));
  const found = await readFoundIn('export.xml.gz', packed.subarray(0, packed.length / 2));
  expect(only(found, 'articles').length).toBeGreaterThan(10);
  expect(only(found, 'articles')[0]).toMatchObject({ key: '1', origin: 'old.example' });
  expect(only(found, 'unreadable')).toMatchObject([{ doubts: [{ class: 'truncated' }] }]);
});

test('a post with a hundred thousand lines, and names that objects have, stop nothing', async () => {
  const meta = { _tribe_events_status: 'constructor', _EventStartDate: '2026-12-05 16:00:00' };
  const found = await read(
    { id: 1, content: 'a\n'.repeat(150_000) },
    { id: 2, content: '[constructor id="1"] text' },
    { id: 3, type: 'constructor', status: '__proto__' },
    { id: 4, type: 'tribe_events', meta },
  );
  const [long, named, odd] = only(found, 'articles');
  expect(String(long?.input.description).match(/<br>/g)).toHaveLength(149_999);
  expect(named?.input.description).toBe('<p>[constructor id="1"] text</p>');
  expect(classesOf(odd)).toEqual(['other-type']);
  expect(only(found, 'events')[0]?.input.status).toBeUndefined();
});

test('a file in another encoding, with an entity and a bare ampersand, is read', async () => {
  const text = wxr([wxrPost({ id: 1, title: 'Café' })]).replace('UTF-8', 'windows-1252');
  const [found] = only(
    await readFoundIn('x.xml', Buffer.from(text.replace('Old town', 'A & B'), 'latin1')),
    'articles',
  );
  expect(found?.title).toBe('Café');
  const bomb = `<!DOCTYPE rss [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;">]>${wxr([wxrPost({ id: 1 })])}`;
  expect(
    only(await readFoundIn('x.xml', bomb.replace('<title><![CDATA[Post 1]]>', '<title>&b;')), 'articles')[0]
      ?.title,
  ).toBe('&b;');
});

test('hostile texts are harmless in what is stored', async () => {
  const content = `<p onclick="x()">Hi <script>alert(1)</script><img src=x onerror=alert(1)><a href="javascript:alert(1)">a</a></p>
    [caption caption="<img src=x onerror=alert(1)>"]<img src="https://old.example/a.jpg">[/caption]
    [embed]javascript:alert(1)[/embed] <belfry-gallery ids="1"><iframe src="javascript:alert(1)"></iframe>
    [et_pb_button button_url="javascript:alert(1)" button_text="</a><script>alert(1)</script>"]`;
  const item = await readOne({
    title: '<b>T</b><script>alert(1)</script>',
    content,
    excerpt: '<script>alert(1)</script>x',
  });
  const stored = JSON.stringify(storedFrom(item as never));
  expect(stored).not.toMatch(/<script|<iframe|<[^>]*(onerror|onclick|javascript:)/i);
  expect(item?.title).toBe('T');
  expect(stored).toContain('Hi');
});
