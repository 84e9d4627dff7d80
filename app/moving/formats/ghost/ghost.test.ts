import { expect, test } from 'vitest';
import { only, storedFrom } from '../../../../tests/found-items.ts';
import {
  hasSamples,
  listDoubts,
  migrationSamples,
  readFound,
  readFoundIn,
} from '../../../../tests/read-found.ts';

type Row = Record<string, unknown>;

const post = (row: Row): Row => ({
  status: 'published',
  published_at: '2024-05-02 12:00:00',
  html: '<p>Text.</p>',
  ...row,
});
const read = (data: Row) =>
  readFoundIn('ghost.json', { db: [{ meta: { exported_on: 1, version: '5.0.0' }, data }] });
const readPosts = async (...rows: Row[]) => only(await read({ posts: rows.map(post) }), 'articles');
const readOne = async (row: Row) => (await readPosts({ id: 'a', title: 'Title', slug: 'title', ...row }))[0];

test.skipIf(!hasSamples)(
  'ghost-export.json has three posts, one of them in Lexical, with their tags, authors and pictures',
  async () => {
    const found = await readFound(`${migrationSamples}ghost-export.json`);
    expect(listDoubts(found)).toEqual([]);
    expect(
      only(found, 'articles').map(({ key, title, oldPaths, input }) => [key, title, oldPaths, input]),
    ).toEqual([
      [
        '9b7114425bee6e3b17baf7c0',
        'Post 1',
        ['/post-1/'],
        {
          ...{ title: 'Post 1', pubDate: '2025-01-01T00:00:00Z', byline: 'Alice Johnson', tags: ['News'] },
          publication: 'published',
          description:
            '<p>Hello world</p><img src="https://example.com/images/photo-1.jpg" alt=""><p>More text</p>',
        },
      ],
      [
        'a22153483431b691fd0178a8',
        'Post 2',
        ['/post-2/'],
        {
          ...{ title: 'Post 2', pubDate: '2025-01-02T00:00:00Z', byline: 'Bob Smith', tags: ['Technology'] },
          publication: 'published',
          description:
            '<p>Post with <img src="https://example.com/images/inline-2.png" alt=""> inline image</p>',
        },
      ],
      [
        '3686b35d96fe6fd2a2748c81',
        'Post 3 - Lexical',
        ['/post-3-lexical/'],
        {
          ...{ title: 'Post 3 - Lexical', pubDate: '2025-01-03T00:00:00Z', publication: 'published' },
          description: '<figure><img src="https://example.com/images/lexical-image.jpg" alt=""></figure>',
        },
      ],
    ]);
    expect(only(found, 'articles').map(({ pictureKey }) => pictureKey)).toEqual([
      'https://example.com/images/feature-1.jpg',
      'https://example.com/images/feature-2.jpg',
      undefined,
    ]);
    expect(only(found, 'pictures').map(({ key }) => key)).toEqual([
      'https://example.com/images/feature-1.jpg',
      'https://example.com/images/feature-2.jpg',
    ]);
    expect(only(found, 'left-out')).toMatchObject([{ count: 2 }]);
    for (const article of only(found, 'articles')) expect(storedFrom(article).title).toBe(article.title);
  },
);

test.skipIf(!hasSamples)('the flat form, several posts and tags in any order are read', async () => {
  const flat = await readFound(`${migrationSamples}ghost-export-flat.json`);
  expect(only(flat, 'articles').map(({ key, title }) => [key, title])).toEqual([
    ['abc123', 'Flat Format Post'],
  ]);
  const several = only(await readFound(`${migrationSamples}ghost-multi-post.json`), 'articles');
  expect(several.map(({ title, input }) => [title, input.byline, input.tags, input.deck])).toEqual([
    ['Blog Post Title', 'Joe Bloggs', ['Things', 'Stuff'], 'This is a subtitle of some sort'],
    ['Another Post', 'Joe Bloggs', ['Things'], 'Blah blah blah'],
    ['A post by someone else', 'Jane doe', ['Things', 'Nonsense'], 'A different author'],
  ]);
  // The first tag is an internal one.
  const [bad] = only(await readFound(`${migrationSamples}ghost-bad-tag-order.json`), 'articles');
  expect(bad?.input.tags).toEqual(['Things', 'Stuff']);
});

test('a list of posts without anything around it is read', async () => {
  const list = await readFoundIn('posts.json', [
    post({ id: 1, title: 'In a list', custom_excerpt: null, tags: [{ name: 'A' }] }),
  ]);
  expect(only(list, 'articles')).toMatchObject([{ key: '1', title: 'In a list', input: { tags: ['A'] } }]);
});

test('relations come before or after posts, in the order of their numbers; circles don’t matter', async () => {
  const relations = {
    posts_tags: [
      { post_id: 'a', tag_id: 't2', sort_order: 1 },
      { post_id: 'a', tag_id: 't1', sort_order: 0 },
      { post_id: 'a', tag_id: 't3', sort_order: 2 },
      { post_id: 'a', tag_id: 'gone', sort_order: 3 },
    ],
    posts_authors: [{ post_id: 'a', author_id: 'u1', sort_order: 0 }],
    tags: [
      { id: 't1', name: 'First', slug: 'first', parent_id: 't2' },
      { id: 't2', name: 'Second', slug: 'second', parent_id: 't1' },
      { id: 't3', name: '#internal', slug: 'hash-internal' },
    ],
    users: [{ id: 'u1', name: 'Ruth', slug: 'ruth' }],
  };
  const posts = [post({ id: 'a', title: 'One', slug: 'one' })];
  for (const data of [
    { ...relations, posts },
    { posts, ...relations },
  ]) {
    const found = await read(data);
    expect(only(found, 'articles')[0]?.input).toMatchObject({ tags: ['First', 'Second'], byline: 'Ruth' });
    expect(only(found, 'redirects').map(({ from, to }) => `${from} ${to}`)).toEqual([
      '/tag/first/ /tags/first',
      '/tag/first/rss/ /feeds/articles.rss?tag=first',
      '/tag/second/ /tags/second',
      '/tag/second/rss/ /feeds/articles.rss?tag=second',
    ]);
  }
});

test('drafts, scheduled posts, pages, emails and posts for members', async () => {
  const page = post({ id: '7', title: 'About', type: 'page', slug: 'about', status: 'draft' });
  const [town] = only(await read({ posts: [page] }), 'pages');
  expect(town).toMatchObject({ title: 'About', oldPaths: ['/about/'] });
  expect(town?.input).toEqual({ title: 'About', publication: 'draft', description: '<p>Text.</p>' });
  const found = await readPosts(
    { id: '1', title: 'Draft', status: 'draft' },
    { id: '2', title: 'Later', status: 'scheduled', published_at: '2030-01-01T15:00:00.000Z' },
    { id: '3', title: 'About', type: 'page' },
    { id: '4', title: 'Email', status: 'sent' },
    { id: '5', title: 'Paid', visibility: 'paid' },
    { id: '6', title: '(Untitled)', published_at: null, html: null },
  );
  expect(
    found.map(({ input, doubts }) => [input.publication, ...doubts.map((doubt) => doubt.class)]),
  ).toEqual([
    ['draft'],
    ['scheduled'],
    ['draft', 'email-only'],
    ['draft', 'private'],
    ['draft', 'no-title', 'no-date', 'no-text'],
  ]);
  expect(found[1]?.input.publishAt).toBe('2030-01-01T15:00:00Z');
});

test('the placeholder of the address is the address, or else links stay on this site', async () => {
  const html =
    '<p><a href="__GHOST_URL__/other/">Other</a><img src="__GHOST_URL__/content/images/a.jpg"></p>';
  const row = post({
    id: 'a',
    title: 'T',
    slug: 't',
    html,
    feature_image: '__GHOST_URL__/content/images/f.jpg',
  });
  const known = await read({ posts: [row], settings: [{ key: 'url', value: 'https://old.example/blog/' }] });
  expect(only(known, 'articles')[0]).toMatchObject({
    origin: 'old.example/blog',
    oldPaths: ['/blog/t/'],
    pictureKey: 'https://old.example/blog/content/images/f.jpg',
  });
  expect(only(known, 'articles')[0]?.input.description).toContain('href="https://old.example/blog/other/"');
  const unknown = await read({ posts: [row] });
  expect(only(unknown, 'articles')[0]?.input.description).toBe(
    '<p><a href="/other/">Other</a><img src="https://ghost.invalid/content/images/a.jpg" alt=""></p>',
  );
});

const lexical = (...children: Row[]) => JSON.stringify({ root: { type: 'root', children } });
const text = (words: string, format = 0) => ({ type: 'extended-text', text: words, format });

test('Lexical: texts, lists, links and cards', async () => {
  const item = await readOne({
    html: null,
    lexical: lexical(
      { type: 'extended-heading', tag: 'h2', children: [text('Head')] },
      {
        type: 'paragraph',
        children: [
          text('Plain '),
          text('bold', 1),
          text(' & both', 3),
          { type: 'linebreak' },
          { type: 'link', url: 'https://a.example', children: [text('link')] },
        ],
      },
      {
        type: 'list',
        listType: 'number',
        start: 3,
        children: [{ type: 'listitem', children: [text('one')] }],
      },
      { type: 'bookmark', url: 'https://b.example', metadata: { title: 'B site', description: 'About' } },
      {
        type: 'gallery',
        images: [{ src: 'https://old.example/1.jpg' }, { src: 'https://old.example/2.jpg' }],
        caption: 'Two',
      },
      { type: 'embed', url: 'https://youtu.be/abcdefg', html: '<iframe src="x">' },
      { type: 'callout', calloutEmoji: '💡', calloutText: '<p>Note</p>' },
      { type: 'button', buttonText: 'Go', buttonUrl: 'https://go.example' },
      { type: 'toggle', heading: 'More', content: '<p>Inside</p>' },
      { type: 'file', src: 'https://old.example/f.pdf', fileTitle: 'Plan', fileCaption: 'Of 2024' },
      {
        type: 'product',
        productTitle: 'Cup',
        productDescription: '<p>Warm</p>',
        productUrl: 'https://s.example',
        productButton: 'Buy',
      },
      { type: 'codeblock', code: 'a < b' },
      { type: 'horizontalrule' },
      { type: 'audio', src: 'https://old.example/a.mp3', title: 'Song' },
      { type: 'video', src: 'https://old.example/v.mp4', caption: 'Film' },
      { type: 'html', html: '<table><tr><td>1</td></tr></table>' },
      { type: 'signup' },
      { type: 'strange-card' },
    ),
  });
  expect(item?.doubts.map((doubt) => doubt.class)).toEqual(['unknown-card', 'embed']);
  expect(item?.input.description).toBe(
    '<h2>Head</h2><p>Plain <strong>bold</strong><em><strong> &amp; both</strong></em><br><a href="https://a.example">link</a></p><ol start="3"><li>one</li></ol><p><a href="https://b.example">B site</a></p><p>About</p><figure><img src="https://old.example/1.jpg" alt=""></figure><figure><img src="https://old.example/2.jpg" alt=""></figure><p>Two</p><p><a href="https://youtu.be/abcdefg">Watch the video on YouTube</a></p><blockquote><p>💡 Note</p></blockquote><p><a href="https://go.example">Go</a></p><h4>More</h4><p>Inside</p><p><a href="https://old.example/f.pdf">Plan</a></p><p>Of 2024</p><h4>Cup</h4><p>Warm</p><p><a href="https://s.example">Buy</a></p><pre><code>a &lt; b</code></pre><hr><p><a href="https://old.example/a.mp3">Listen: Song</a></p><p><a href="https://old.example/v.mp4">Watch the video</a></p><p>Film</p><table><tr><td>1</td></tr></table>',
  );
});

test('Mobiledoc: markups, atoms, lists and cards', async () => {
  const mobiledoc = JSON.stringify({
    version: '0.3.1',
    atoms: [['soft-return', '', {}]],
    cards: [
      ['image', { src: 'https://old.example/1.jpg', alt: 'One', caption: '<b>Cap</b>' }],
      ['hr', {}],
    ],
    markups: [['strong'], ['a', ['href', 'https://a.example']]],
    sections: [
      [1, 'h2', [[0, [], 0, 'Head']]],
      [
        1,
        'p',
        [
          [0, [], 0, 'Plain '],
          [0, [0], 0, 'bold '],
          [0, [1], 2, 'link'],
          [1, [], 0, 0],
          [0, [], 0, 'end'],
        ],
      ],
      [3, 'ul', [[[0, [], 0, 'item']]]],
      [10, 0],
      [10, 1],
      [10, 99],
    ],
  });
  const item = await readOne({ html: '', mobiledoc });
  expect(item?.input.description).toBe(
    '<h2>Head</h2><p>Plain <strong>bold <a href="https://a.example">link</a></strong><br>end</p><ul><li>item</li></ul><figure><img src="https://old.example/1.jpg" alt="One"><figcaption><b>Cap</b></figcaption></figure><hr>',
  );
});

test('members come with their newsletters and the date of their consent', async () => {
  const created_at = '2023-04-05T06:07:08.000Z';
  const found = await read({
    posts: [],
    members: [
      { id: 'm1', email: 'One@example.org', created_at, note: 'Private words' },
      { id: 'm2', email: 'two@example.org', created_at },
      { id: 'm3', email: 'three@example.org', created_at, email_disabled: 1 },
      { id: 'm4', email: '', created_at },
    ],
    members_newsletters: [
      { id: 'x', member_id: 'm1', newsletter_id: 'n' },
      { id: 'y', member_id: 'm3', newsletter_id: 'n' },
    ],
  });
  const at = Date.parse(created_at);
  expect(only(found, 'subscribers').map(({ email, state, consent }) => ({ email, state, consent }))).toEqual([
    { email: 'one@example.org', state: 'active', consent: { source: 'Moved from Ghost', at } },
    { email: 'two@example.org', state: 'unsubscribed', consent: { source: 'Moved from Ghost', at } },
    { email: 'three@example.org', state: 'bounced', consent: { source: 'Moved from Ghost', at } },
    { email: '', state: 'unsubscribed', consent: { source: 'Moved from Ghost', at } },
  ]);
  expect(listDoubts(found)).toEqual(['refused no-email member m4 email: It has no email address']);
  expect(JSON.stringify(found)).not.toContain('Private words');
  const nested = await readFoundIn('members.json', {
    members: [
      { id: '1', email: 'a@example.org', created_at, newsletters: [{ id: 'n' }] },
      { id: '2', email: 'b@example.org', created_at, newsletters: [] },
    ],
  });
  expect(only(nested, 'subscribers').map(({ state }) => state)).toEqual(['active', 'unsubscribed']);
});

test('the CSV file of members is read', async () => {
  const csv = `id,email,name,note,subscribed_to_emails,complimentary_plan,stripe_customer_id,created_at,deleted_at,labels,tiers
1,a@example.org,"Ann, ""A""","two
lines",true,,,2023-04-05T06:07:08.000Z,,,
2,b@example.org,,,false,,,2023-04-05T06:07:08.000Z,,,
3,c@example.org,,,true,,,2023-04-05T06:07:08.000Z,2024-01-01T00:00:00.000Z,,
`;
  const found = await readFoundIn('members.csv', csv);
  expect(only(found, 'subscribers').map(({ email, state, place }) => [email, state, place.record])).toEqual([
    ['a@example.org', 'active', 'row 2'],
    ['b@example.org', 'unsubscribed', 'row 3'],
  ]);
  expect(only(found, 'left-out')).toEqual([{ kind: 'left-out', what: 'deleted members', count: 1 }]);
});

test('a cut-off file, strange values and hostile texts', async () => {
  const whole = JSON.stringify({
    db: [
      {
        meta: { exported_on: 1 },
        data: { posts: [post({ id: 'a', title: 'A' }), post({ id: 'b', title: 'B' })] },
      },
    ],
  });
  const cut = await readFoundIn('cut.json', whole.slice(0, whole.length - 30));
  expect(only(cut, 'articles').map(({ key }) => key)).toEqual(['a']);
  expect(listDoubts(cut)[0]).toMatch(/^refused truncated /);
  const strange = await read({
    posts: [
      post({ id: {}, title: ['x'], slug: 5, tags: 'x', html: 7, published_at: [] }),
      'text',
      null,
      { lexical: '{"root":' },
    ],
    tags: [null, 5],
    posts_tags: 'no',
    settings: [{ key: 'url', value: 'javascript:alert(1)' }],
  });
  expect(only(strange, 'articles')).toHaveLength(2);
  const html =
    '<p onclick="x()">Hi<script>alert(1)</script><a href="javascript:alert(1)">a</a></p><!--kg-card-begin: html--><iframe src="javascript:alert(1)"></iframe><svg onload="x()"></svg>';
  const stored = storedFrom((await readOne({ html, title: '<img src=x onerror=alert(1)>T' })) as never);
  expect(stored.description).toBe('<p>Hi<a>a</a></p>');
  expect(stored.title).toBe('T');
  const deep = lexical(JSON.parse(`${'{"type":"paragraph","children":['.repeat(3000)}${']}'.repeat(3000)}`));
  expect((await readOne({ html: null, lexical: deep }))?.doubts.map((doubt) => doubt.class)).toEqual([
    'no-text',
  ]);
});
