/** Items of this site as a WordPress export (WXR 1.2), one piece of text at a time. */
import { createHash } from 'node:crypto';
import { OWN_ITEM, OWN_PICTURE, ownFactsOf } from '#app/moving/formats/belfry-facts.ts';
import { contentOf, fieldTextOf, type LeavingItem, textIn } from '#app/moving/formats/leaving-item.ts';
import { printable } from '#app/platform/html/printable.ts';
import type { TownClock } from '#app/platform/time/town-time.ts';
import { languageOfTexts } from '#app/platform/ui/text-language.ts';
import { eventMeta, localTime, type Meta } from './wxr-event-meta.ts';

type WxrSite = { title: string; address: string; clock: TownClock; now: number };

/** A picture of the library. `address` is its largest JPEG. */
type LeavingPicture = {
  id: string;
  name: string;
  address: string;
  alt: string | null;
  caption: string | null;
  credit: string | null;
  createdAt: number;
};

/** Where numbers begin: WordPress keeps the number of an imported post if it has none with it. */
const FIRST_NUMBER = 1_000_001;

/** Places and authors that are remembered, so that each is written once. */
const MOST_REMEMBERED = 20_000;

/** Writes the items of one file: numbers them, and remembers what they refer to. */
export class WxrWriter {
  readonly #site: WxrSite;
  readonly #pictures = new Map<string, number>();
  readonly #venues = new Map<string, number>();
  readonly #dated = new Set<string>();
  #next = FIRST_NUMBER;

  constructor(site: WxrSite) {
    this.#site = site;
  }

  /** What comes before the items. `bylines` are the names of authors. */
  head(bylines: Iterable<string>): string {
    const { title, address, clock, now } = this.#site;
    const authors = [[OWN_LOGIN, title], ...[...bylines].map((name) => [loginOf(name), name])];
    return `<?xml version="1.0" encoding="UTF-8" ?>
<rss version="2.0" xmlns:excerpt="http://wordpress.org/export/1.2/excerpt/" xmlns:content="http://purl.org/rss/1.0/modules/content/" xmlns:wfw="http://wellformedweb.org/CommentAPI/" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:wp="http://wordpress.org/export/1.2/">
<channel>
<title>${escaped(title)}</title>
<link>${escaped(address)}</link>
<description></description>
<pubDate>${feedDate(now)}</pubDate>
<language>${escaped(languageOfTexts(clock.locale))}</language>
<wp:wxr_version>1.2</wp:wxr_version>
<wp:base_site_url>${escaped(address)}</wp:base_site_url>
<wp:base_blog_url>${escaped(address)}</wp:base_blog_url>
${authors.map(([login = '', name = ''], at) => authorXml(at + 1, login, name)).join('\n')}
${Object.values(CATEGORIES)
  .map(({ slug, name }, at) => categoryXml(at + 1, slug, name))
  .join('\n')}
<generator>Belfry</generator>
`;
  }

  foot(): string {
    return '</channel>\n</rss>\n';
  }

  /** A picture: all of them come before the items that use them. */
  picture({ id, name, address, alt, caption, credit, createdAt }: LeavingPicture): string {
    const number = this.#next++;
    this.#pictures.set(id, number);
    return this.#item({
      ...{ number, type: 'attachment', title: name, address, slug: id, status: 'inherit', at: createdAt },
      content: credit ?? '',
      excerpt: [caption, credit && `Photo: ${credit}`].filter(Boolean).join(' '),
      more: `<wp:attachment_url>${cdata(address)}</wp:attachment_url>\n`,
      meta: [...(alt ? [['_wp_attachment_image_alt', alt] as Meta] : []), [OWN_PICTURE, id]],
    });
  }

  /** An item, after the place where it takes place if that is new. */
  item(item: LeavingItem): string {
    const { kind, input, title, address, slug, publication } = item;
    const isEvent = kind === 'events';
    const venue = isEvent ? this.#venue(fieldTextOf(input, 'eventLocation')) : { xml: '', number: undefined };
    const picture = this.#pictures.get(fieldTextOf(input, 'picture'));
    const byline = fieldTextOf(input, 'byline');
    return (
      venue.xml +
      this.#item({
        ...{ number: this.#next++, title, address, slug },
        type: isEvent ? 'tribe_events' : kind === 'businesses' || kind === 'pages' ? 'page' : 'post',
        status: STATUS[publication],
        at: item.publishAt ?? (Date.parse(fieldTextOf(input, 'pubDate')) || this.#site.now),
        author: byline ? loginOf(byline) : OWN_LOGIN,
        content: forWordPress(isEvent ? textIn(item) : contentOf(item, this.#site.clock)),
        excerpt: fieldTextOf(input, 'deck'),
        more: termsXml(item),
        meta: [
          ...(picture ? [['_thumbnail_id', String(picture)] as Meta] : []),
          ...(isEvent ? eventMeta(item, this.#site.clock.timeZone, venue.number) : []),
          [OWN_ITEM, JSON.stringify(ownFactsOf(item))],
        ],
      })
    );
  }

  #venue(location: string): { xml: string; number: number | undefined } {
    const known = this.#venues.get(location);
    if (known || location === '') return { xml: '', number: known };
    const number = this.#next++;
    if (this.#venues.size < MOST_REMEMBERED) this.#venues.set(location, number);
    const [title = '', ...rest] = location.split(', ');
    const xml = this.#item({
      ...{
        number,
        type: 'tribe_venue',
        title,
        address: `${this.#site.address}/#venue-${number}`,
        slug: `venue-${number}`,
      },
      ...{ status: 'publish', at: this.#site.now, content: '', excerpt: '', more: '' },
      meta: rest.length > 0 ? [['_VenueAddress', rest.join(', ')]] : [],
    });
    return { xml, number };
  }

  /** WordPress takes a second post with the same title and second for the first one, and leaves it out. */
  #dateFor({ title, at }: WxrItem): number {
    const keyAt = (time: number) => `${Math.floor(time / 1000)} ${title}`;
    let date = at;
    while (this.#dated.has(keyAt(date))) date += 1000;
    this.#dated.add(keyAt(date));
    return date;
  }

  #item(post: WxrItem): string {
    const at = this.#dateFor(post);
    const local = localTime(at, this.#site.clock.timeZone);
    const gmt = new Date(at).toISOString().slice(0, 19).replace('T', ' ');
    return `<item>
<title>${cdata(asHtml(post.title))}</title>
<link>${escaped(post.address)}</link>
<pubDate>${feedDate(at)}</pubDate>
<dc:creator>${cdata(post.author ?? OWN_LOGIN)}</dc:creator>
<guid isPermaLink="false">${escaped(post.address)}</guid>
<description></description>
<content:encoded>${cdata(post.content)}</content:encoded>
<excerpt:encoded>${cdata(asHtml(post.excerpt))}</excerpt:encoded>
<wp:post_id>${post.number}</wp:post_id>
<wp:post_date>${cdata(local)}</wp:post_date>
<wp:post_date_gmt>${cdata(gmt)}</wp:post_date_gmt>
<wp:post_modified>${cdata(local)}</wp:post_modified>
<wp:post_modified_gmt>${cdata(gmt)}</wp:post_modified_gmt>
<wp:comment_status>${cdata('closed')}</wp:comment_status>
<wp:ping_status>${cdata('closed')}</wp:ping_status>
<wp:post_name>${cdata(post.slug)}</wp:post_name>
<wp:status>${cdata(post.status)}</wp:status>
<wp:post_parent>0</wp:post_parent>
<wp:menu_order>0</wp:menu_order>
<wp:post_type>${cdata(post.type)}</wp:post_type>
<wp:post_password>${cdata('')}</wp:post_password>
<wp:is_sticky>0</wp:is_sticky>
${post.more}${post.meta.map(metaXml).join('')}</item>
`;
  }
}

type WxrItem = {
  number: number;
  type: string;
  title: string;
  address: string;
  slug: string;
  status: string;
  at: number;
  author?: string;
  content: string;
  excerpt: string;
  /** Further elements, as XML. */
  more: string;
  meta: Meta[];
};

const STATUS = { published: 'publish', scheduled: 'future', draft: 'draft' };

/** The author of what has no byline. */
const OWN_LOGIN = 'belfry';

const CATEGORIES: Partial<Record<LeavingItem['kind'], { slug: string; name: string }>> = {
  articles: { slug: 'articles', name: 'Articles' },
  news: { slug: 'news', name: 'News' },
  polls: { slug: 'polls', name: 'Polls' },
};

/** The name that an author of WordPress logs in with: at most 60 letters of ASCII, which is all it takes, and unique. */
function loginOf(name: string): string {
  const slug = slugIn(name).slice(0, 60);
  return /^[a-z0-9-]+$/.test(slug) ? slug : `author-${hashOf(name)}`;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** Letters and digits of any script, with hyphens between. */
function slugIn(name: string): string {
  return (
    name
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu)
      ?.join('-') ?? ''
  );
}

function authorXml(number: number, login: string, name: string): string {
  return `<wp:author><wp:author_id>${number}</wp:author_id><wp:author_login>${cdata(login)}</wp:author_login><wp:author_email>${cdata('')}</wp:author_email><wp:author_display_name>${cdata(name)}</wp:author_display_name><wp:author_first_name>${cdata('')}</wp:author_first_name><wp:author_last_name>${cdata('')}</wp:author_last_name></wp:author>`;
}

function categoryXml(number: number, slug: string, name: string): string {
  return `<wp:category><wp:term_id>${number}</wp:term_id><wp:category_nicename>${cdata(slug)}</wp:category_nicename><wp:category_parent>${cdata('')}</wp:category_parent><wp:cat_name>${cdata(name)}</wp:cat_name></wp:category>`;
}

function termsXml({ kind, input }: LeavingItem): string {
  const own = CATEGORIES[kind];
  const tags = Array.isArray(input.tags) ? input.tags.map(String) : [];
  const category = kind === 'events' ? fieldTextOf(input, 'category') : '';
  return [
    ...(own ? [termXml('category', own.slug, own.name)] : []),
    ...tags.map((name) => termXml('post_tag', slugIn(name), name)),
    ...(category ? [termXml('tribe_events_cat', slugIn(category), category)] : []),
  ].join('');
}

function termXml(domain: string, slug: string, name: string): string {
  return `<category domain="${domain}" nicename="${escaped(slug)}">${cdata(asHtml(name))}</category>\n`;
}

function metaXml([key, value]: Meta): string {
  return `<wp:postmeta><wp:meta_key>${cdata(key)}</wp:meta_key><wp:meta_value>${cdata(value)}</wp:meta_value></wp:postmeta>\n`;
}

/** Without line breaks, of which WordPress makes `<br>`, and without brackets, which can be shortcodes. */
function forWordPress(html: string): string {
  const parts = html.replaceAll('[', '&#91;').split(/(<pre[ >][\s\S]*?<\/pre>)/);
  return parts.map((part, at) => (at % 2 === 1 ? part : part.replace(/\s*\n\s*/g, ' '))).join('');
}

function feedDate(at: number): string {
  return new Date(at).toUTCString().replace('GMT', '+0000');
}

/** Titles and names are HTML in WordPress. */
function asHtml(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function cdata(text: string): string {
  return `<![CDATA[${printable(text).replaceAll(']]>', ']]]]><![CDATA[>')}]]>`;
}

function escaped(text: string): string {
  return asHtml(printable(text)).replaceAll('"', '&quot;');
}
