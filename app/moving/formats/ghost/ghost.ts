/** Ghost exports, in all their forms: posts, pages, tags, authors, members. */
import { tagKeyOf, tagPathOf } from '#app/items/text/tag.ts';
import {
  type Format,
  type Found,
  type FoundRedirect,
  LeftOutCount,
  type Member,
  type ReadOptions,
  recordsOrRefused,
} from '#app/moving/formats/format.ts';
import { problemOfRecord } from '#app/moving/formats/tables/field-values.ts';
import { tagNameIn } from '#app/moving/formats/wordpress/wxr-item.ts';
import { isObject, textIn } from '#app/sources/formats/json-value.ts';
import { readMember } from './ghost-members.ts';
import { basePathOf, type GhostPost, readGhostPost } from './ghost-post.ts';
import { type GhostSite, type GhostTag, readGhostSite, streamTables, tableOf } from './ghost-site.ts';

export const ghost: Format = {
  name: 'ghost',
  label: 'Ghost export',
  recognize: ({ text }) =>
    /^\s*[[{]/.test(text) && SIGNS.some((signs) => signs.every((sign) => sign.test(text))),
  read,
};

/** What is only in files of Ghost and of its tools: all signs of one line. */
const SIGNS = [
  [/"meta"\s*:\s*\{\s*"exported_on"\s*:/, /"data"\s*:\s*[[{]/],
  [/"db"\s*:\s*\[\s*\{\s*"(meta|data)"\s*:/],
  [/^\s*[[{]/, /"(mobiledoc|lexical|feature_image|custom_excerpt|posts_tags|posts_meta)"\s*:/],
  [/"members"\s*:\s*\[\s*\{/, /"(newsletters|subscribed|email_disabled|email_suppression)"\s*:/],
];

const READ = new Set([
  'posts',
  'members',
  'users',
  'authors',
  'comments',
  'snippets',
  'products',
  'newsletters',
]);

/** Tables that don't become items, by what they are counted as. */
const COUNTED: Record<string, string> = {
  users: 'staff accounts (their names are in the bylines)',
  authors: 'staff accounts (their names are in the bylines)',
  comments: 'comments',
  snippets: 'snippets',
  products: 'paid tiers',
  newsletters: 'newsletters (their members are imported)',
};

/** The most pictures and tags that are remembered, so that each is reported once. */
const MOST_REMEMBERED = 200_000;

async function* read(member: Member, { town }: ReadOptions): AsyncGenerator<Found> {
  const site = await readGhostSite(member, town.address);
  const leftOut = new LeftOutCount();
  const reading = { site, member, pictures: new Set<string>(), tags: new Set<string>() };
  for await (const record of streamTables(member, READ)) {
    const table = tableOf(record.path) ?? '';
    const name = `${table} ${Number(record.path.at(-1) ?? 0) + 1}`;
    if (record.problem) yield problemOfRecord(member.file, record.problem, table ? name : '');
    else if (COUNTED[table]) leftOut.add(COUNTED[table]);
    else
      yield* recordsOrRefused(() => readRecord(table, record.value, name, reading), {
        file: member.file,
        record: name,
      });
  }
  yield* leftOut.leftOut();
}

type Reading = { site: GhostSite; member: Member; pictures: Set<string>; tags: Set<string> };

function* readRecord(table: string, row: unknown, name: string, reading: Reading): Generator<Found> {
  if (!isObject(row)) return;
  const { site, member } = reading;
  const inner = isObject(row.data) ? row.data : row;
  const id = textIn(inner.id) ?? textIn(inner.slug) ?? textIn(row.url);
  const place = { file: member.file, record: id ? `${table === 'posts' ? 'post' : 'member'} ${id}` : name };
  if (table === 'posts') return yield* readPost(readGhostPost(row, site, place), reading);
  const isSubscribed = site.subscribed?.has(textIn(row.id) ?? '');
  yield readMember(row, { origin: site.origin, place, isSubscribed });
}

function* readPost(
  { item, picture, tags }: GhostPost,
  { site, member, pictures, tags: seen }: Reading,
): Generator<Found> {
  if (picture && !pictures.has(picture.key)) {
    if (pictures.size < MOST_REMEMBERED) pictures.add(picture.key);
    yield picture;
  }
  yield item;
  for (const tag of tags) {
    if (tag.slug === '' || seen.has(tag.slug) || seen.size >= MOST_REMEMBERED) continue;
    seen.add(tag.slug);
    yield* tagRedirects(tag, site, member.file);
  }
}

/** The page and the feed of a tag. */
function* tagRedirects({ name, slug }: GhostTag, site: GhostSite, file: string): Generator<FoundRedirect> {
  const tag = tagKeyOf(tagNameIn(name));
  if (tag === '') return;
  const record = `tag ${slug}`;
  const path = `${basePathOf(site)}/tag/${encodeURIComponent(slug)}`;
  const to = { '/': tagPathOf(tag), '/rss/': `/feeds/articles.rss?tag=${encodeURIComponent(tag)}` };
  for (const [end, target] of Object.entries(to))
    yield {
      kind: 'redirects',
      ...{ origin: site.origin, key: `tag/${slug}${end}`, place: { file, record }, doubts: [] },
      ...{ from: path + end, to: target },
    };
}
