/**
 * Writes a WordPress export with generated posts to standard output: `node bench/generated-wxr.ts 100000 > posts.xml`.
 * Posts have three paragraphs, tags and old addresses as real ones do; with `pictures` as a second argument, also a
 * picture. The same number gives the same file.
 */
import { once } from 'node:events';
import { HOUR_MS } from '#app/platform/time/durations.ts';

const WORDS = (
  'town council road bridge school winter harvest library market river mill budget vote neighbors fire station ' +
  'church festival parade garden snow plow permit water meeting report plan open closed repair volunteer history'
).split(' ');
const TAGS = ['Council', 'Roads', 'Schools', 'Weather', 'Events', 'History', 'Business', 'Sports'];
const PARAGRAPHS = 3;
const WORDS_OF_PARAGRAPH = 70;
const FIRST = Date.UTC(1996, 0, 1);

/** A small generator of numbers from 0 on below `most`, the same for the same seed. */
function dice(seed: number): (most: number) => number {
  let state = (seed * 2_654_435_761) >>> 0;
  return (most) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * most);
  };
}

function words(roll: (most: number) => number, count: number): string {
  return Array.from({ length: count }, () => WORDS[roll(WORDS.length)]).join(' ');
}

function item(id: number, isPictured: boolean): string {
  const roll = dice(id);
  const date = new Date(FIRST + id * 2 * HOUR_MS).toISOString();
  const local = `${date.slice(0, 10)} ${date.slice(11, 19)}`;
  const slug = `post-${id}`;
  const path = `${date.slice(0, 4)}/${date.slice(5, 7)}`;
  const tag = TAGS[roll(TAGS.length)] as string;
  const picture = isPictured
    ? `<!-- wp:image -->\n<figure class="wp-block-image"><img src="https://old.example/wp-content/uploads/${path}/${id}.jpg" alt="Number ${id}"/></figure>\n<!-- /wp:image -->\n`
    : '';
  const text = Array.from(
    { length: PARAGRAPHS },
    () =>
      `<!-- wp:paragraph -->\n<p>${words(roll, WORDS_OF_PARAGRAPH)}. <a href="https://old.example/?p=${roll(id) + 1}">More</a></p>\n<!-- /wp:paragraph -->`,
  ).join('\n');
  return `<item>
<title><![CDATA[${words(roll, 6)} ${id}]]></title>
<link>https://old.example/${path}/${slug}/</link>
<pubDate>${new Date(date).toUTCString().replace('GMT', '+0000')}</pubDate>
<dc:creator><![CDATA[editor${roll(20)}]]></dc:creator>
<guid isPermaLink="false">https://old.example/?p=${id}</guid>
<content:encoded><![CDATA[${picture}${text}]]></content:encoded>
<excerpt:encoded><![CDATA[${words(roll, 15)}]]></excerpt:encoded>
<wp:post_id>${id}</wp:post_id>
<wp:post_date><![CDATA[${local}]]></wp:post_date>
<wp:post_date_gmt><![CDATA[${local}]]></wp:post_date_gmt>
<wp:comment_status>open</wp:comment_status>
<wp:post_name><![CDATA[${slug}]]></wp:post_name>
<wp:status><![CDATA[publish]]></wp:status>
<wp:post_parent>0</wp:post_parent>
<wp:post_type><![CDATA[post]]></wp:post_type>
<category domain="category" nicename="${tag.toLowerCase()}"><![CDATA[${tag}]]></category>
</item>
`;
}

/** The export as text, piece by piece. */
export function* generatedWxr(posts: number, isPictured = false): Generator<string> {
  yield `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>Old Town</title>
<link>https://old.example</link>
<wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>https://old.example</wp:base_site_url>
<wp:base_blog_url>https://old.example</wp:base_blog_url>
`;
  for (let id = 1; id <= posts; id++) yield item(id, isPictured);
  yield '</channel>\n</rss>\n';
}

if (import.meta.main) {
  const [posts = '1000', pictures] = process.argv.slice(2);
  for (const piece of generatedWxr(Number(posts), pictures === 'pictures'))
    if (!process.stdout.write(piece)) await once(process.stdout, 'drain');
}
