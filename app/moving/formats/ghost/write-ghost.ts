/** Items of this site as the tables of a Ghost export, one row at a time. */
import { createHash } from 'node:crypto';
import { tagKeyOf } from '#app/items/text/tag.ts';
import { ownFactsOf } from '#app/moving/formats/belfry-facts.ts';
import {
  findElement,
  type HtmlElement,
  type HtmlNode,
  isElement,
  readHtml,
  writeHtml,
} from '#app/moving/formats/html-tree.ts';
import { contentOf, fieldTextOf, type LeavingItem } from '#app/moving/formats/leaving-item.ts';
import { shortLine } from '#app/moving/formats/wordpress/wxr-item.ts';
import type { TownClock } from '#app/platform/time/town-time.ts';

type GhostTarget = {
  title: string;
  address: string;
  clock: TownClock;
  /** The date of items that have none: UTC epoch milliseconds. */
  now: number;
  /** The address and the words of a picture of the library. */
  findPicture: (id: string) => { address: string; alt: string | null; caption: string | null } | undefined;
};

type Row = Record<string, unknown>;

/** As Ghost's database has them. */
const MOST_TITLE = 255;
const MOST_EXCERPT = 300;
const MOST_ALT = 191;
const MOST_SLUG = 185;

const TAGS: Partial<Record<LeavingItem['kind'], string>> = {
  news: 'News',
  events: 'Events',
  polls: 'Polls',
  businesses: 'Businesses',
};

/** Writes the rows of one file: remembers slugs, tags and authors. */
export class GhostWriter {
  readonly #target: GhostTarget;
  readonly #slugs = new Set<string>();
  readonly #tags = new Map<string, string>();
  readonly #authors = new Map<string, string>();

  constructor(target: GhostTarget) {
    this.#target = target;
  }

  /** Each item once: Ghost ignores a second post with the same slug. */
  post(item: LeavingItem): Row {
    const { kind, title, input, publication, publishAt } = item;
    const at =
      isoOf(publishAt) ??
      (fieldTextOf(input, 'pubDate') || fieldTextOf(input, 'opensAt') || isoOf(this.#target.now));
    return {
      id: postId(item),
      title: shortLine(title, MOST_TITLE),
      slug: this.#slugOf(item),
      html: contentOf(item, this.#target.clock, asGhostBlocks),
      comment_id: postId(item),
      feature_image: this.#target.findPicture(fieldTextOf(input, 'picture'))?.address ?? null,
      featured: input.pinned === true,
      type: kind === 'businesses' || kind === 'pages' ? 'page' : 'post',
      status: publication,
      visibility: 'public',
      created_at: at,
      updated_at: at,
      published_at: publication === 'draft' ? null : at,
      custom_excerpt: shortLine(fieldTextOf(input, 'deck'), MOST_EXCERPT) || null,
      belfry: { ...ownFactsOf(item), site: this.#target.address },
    };
  }

  postTags(item: LeavingItem): Row[] {
    const names = [TAGS[item.kind], ...(Array.isArray(item.input.tags) ? item.input.tags.map(String) : [])];
    const slugs = [...new Set(names.flatMap((name) => this.#tagSlug(name)))];
    return slugs.map((slug, sort_order) => ({
      ...{ id: idOf('post-tag', postId(item), slug), post_id: postId(item) },
      ...{ tag_id: idOf('tag', slug), sort_order },
    }));
  }

  postAuthors(item: LeavingItem): Row[] {
    const name = fieldTextOf(item.input, 'byline') || this.#target.title;
    const slug = slugIn(name) || 'author';
    if (!this.#authors.has(slug)) this.#authors.set(slug, name);
    const post_id = postId(item);
    return [{ id: idOf('post-author', post_id), post_id, author_id: idOf('author', slug), sort_order: 0 }];
  }

  postMeta(item: LeavingItem): Row[] {
    const picture = this.#target.findPicture(fieldTextOf(item.input, 'picture'));
    if (!picture || (!picture.alt && !picture.caption)) return [];
    const post_id = postId(item);
    return [
      {
        ...{ id: idOf('post-meta', post_id), post_id },
        feature_image_alt: picture.alt && shortLine(picture.alt, MOST_ALT),
        feature_image_caption: picture.caption,
      },
    ];
  }

  /** The tags and authors of the rows so far. */
  tags(): Row[] {
    return [...this.#tags].map(([slug, name]) => ({
      id: idOf('tag', slug),
      name,
      slug,
      visibility: 'public',
    }));
  }

  users(): Row[] {
    return [...this.#authors].map(([slug, name]) => ({
      ...{ id: idOf('author', slug), name, slug },
      // Ghost wants an address, by which it finds the author. This one can't receive email (RFC 2606).
      email: `${/^[a-z0-9-]+$/.test(slug) ? slug : idOf('author', slug)}@example.invalid`,
    }));
  }

  #tagSlug(name: string | undefined): string[] {
    const slug = name ? tagKeyOf(name) : '';
    if (!name || slug === '') return [];
    if (!this.#tags.has(slug)) this.#tags.set(slug, name);
    return [slug];
  }

  #slugOf({ slug, id }: LeavingItem): string {
    const short = slug.slice(0, MOST_SLUG);
    const unique = this.#slugs.has(short) ? `${short}-${idOf('slug', id).slice(0, 8)}` : short;
    this.#slugs.add(unique);
    return unique;
  }
}

function postId({ kind, id }: LeavingItem): string {
  return idOf('post', kind, id);
}

/** An id as Ghost has them, always the same for the same parts. */
function idOf(...parts: string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 24);
}

function slugIn(name: string): string {
  return tagKeyOf(name).slice(0, 50);
}

function isoOf(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString();
}

/** What Ghost's editor has no word for: it drops these, some with the spaces around them. */
const FOREIGN = new Set(['abbr', 'cite', 'del', 'dl', 'ins', 'mark', 'q', 'small', 'time']);

/** Blocks with something that Ghost's editor would change become HTML cards, which it shows as they are. */
function asGhostBlocks(html: string): string {
  const nodes = readHtml(html) ?? [];
  if (!nodes.some(isForeign)) return html;
  return nodes.map((node) => (isForeign(node) ? card(node) : writeHtml([node]))).join('');
}

function card(node: HtmlNode): string {
  return `<!--kg-card-begin: html-->${writeHtml([node])}<!--kg-card-end: html-->`;
}

function isForeign(node: HtmlNode): boolean {
  return findElement([node], (inner) => FOREIGN.has(inner.name) || isPlainPre(inner)) !== undefined;
}

/** Without `code` in it, its line breaks would be those of a paragraph. */
function isPlainPre(node: HtmlElement): boolean {
  return node.name === 'pre' && !node.children.some((child) => isElement(child, 'code'));
}
