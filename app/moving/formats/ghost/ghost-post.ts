/** Posts and pages of a Ghost export as items of this site. */
import { type OwnFacts, ownInput, readOwnFacts } from '#app/moving/formats/belfry-facts.ts';
import { cleanBody } from '#app/moving/formats/clean-body.ts';
import {
  type Doubt,
  doubtful,
  type FoundItem,
  type FoundPicture,
  type RecordPosition,
} from '#app/moving/formats/format.ts';
import { isoIn, lineIn, truthIn } from '#app/moving/formats/tables/field-values.ts';
import { plainLine, shortLine, tagNameIn, uniqueTagNames } from '#app/moving/formats/wordpress/wxr-item.ts';
import { pictureIdOf } from '#app/platform/media/picture-sizes.ts';
import { isObject, type JsonObject, textIn } from '#app/sources/formats/json-value.ts';
import { hasMembersPart, lexicalHtml, mobiledocHtml, type PostHtml } from './ghost-lexical.ts';
import { type GhostSite, type GhostTag, nested, readAuthor, readTag } from './ghost-site.ts';

/** As the schema of articles has them. */
const MOST_TITLE = 500;
/** As the schema of pages has it. */
const MOST_PAGE_TITLE = 200;
const MOST_DECK = 300;
const MOST_BYLINE = 120;

/** Stands for the site's address in exports. */
const PLACEHOLDER = /__GHOST_URL__/g;

export type GhostPost = { item: FoundItem; picture: FoundPicture | undefined; tags: GhostTag[] };

/** The item that a post becomes, its lead picture, and its tags. `place` names it in its file. */
export function readGhostPost(given: JsonObject, site: GhostSite, place: RecordPosition): GhostPost {
  const row = isObject(given.data) ? given.data : given;
  const own = readOwnFacts(row.belfry);
  if (own) return readOwnPost(row, own, site, place);
  const key = textIn(row.id) ?? textIn(given.url) ?? textIn(row.slug) ?? textIn(row.title) ?? '';
  const meta = site.metas.get(key) ?? {};
  const isTownPage = isPage(row);
  const title = shortLine(plainLine(textIn(row.title)), isTownPage ? MOST_PAGE_TITLE : MOST_TITLE);
  const tags = tagsOf(row, key, site);
  const pubDate = isoIn(row.published_at ?? undefined, 'UTC') ?? isoIn(row.created_at ?? undefined, 'UTC');
  const state = stateOf(row, meta, pubDate);
  const body = bodyOf(row, site);
  const picture = leadPictureOf(row, meta, site, place);
  const byline = bylineOf(row, key, site);
  const deck = shortLine(plainLine(textIn(row.custom_excerpt)), MOST_DECK);
  const slug = textIn(row.slug);
  const names = uniqueTagNames(tags.map(({ name }) => tagNameIn(name)));
  const item: FoundItem = {
    kind: isTownPage ? 'pages' : 'articles',
    ...{ origin: site.origin, key, place, title },
    doubts: [
      ...(isTownPage ? [doubtful('page', '', 'This is a page, not a post')] : []),
      ...state.doubts,
      ...(title === '' || title === '(Untitled)' ? [doubtful('no-title', 'title', 'It has no title')] : []),
      ...(pubDate || isTownPage ? [] : [doubtful('no-date', 'pubDate', 'It has no date')]),
      ...body.doubts,
    ],
    oldPaths: slug ? [`${basePathOf(site)}/${encodeURIComponent(slug)}/`] : [],
    ...(picture ? { pictureKey: picture.key } : {}),
    input: {
      title: title === '(Untitled)' ? '' : title,
      ...(isTownPage ? {} : storyFields({ pubDate, deck, byline, names })),
      ...state.fields,
      ...(body.html ? { description: body.html } : {}),
      ...(body.html && !body.isForMembers ? {} : { publication: 'draft' }),
    },
  };
  return { item, picture, tags };
}

type StoryFacts = {
  pubDate: string | undefined;
  deck: string;
  byline: string | undefined;
  names: string[];
};

function storyFields({ pubDate, deck, byline, names }: StoryFacts): Record<string, unknown> {
  return {
    ...(pubDate ? { pubDate } : {}),
    ...(deck ? { deck } : {}),
    ...(byline ? { byline } : {}),
    ...(names.length > 0 ? { tags: names } : {}),
  };
}

/** An item that this system wrote into the file. */
function readOwnPost(row: JsonObject, own: OwnFacts, site: GhostSite, place: RecordPosition): GhostPost {
  const address = textIn((row.belfry as JsonObject).site) ?? '';
  const origin = URL.parse(address)?.host ?? site.origin;
  const lead = leadPictureOf(row, site.metas.get(textIn(row.id) ?? '') ?? {}, site, place);
  const id = lead && pictureIdOf(lead.address);
  const { picture, ...input } = ownInput(own, textIn(row.html) ?? '', {
    siteUrl: site.town,
    clean: (html) => cleanBody(html).html,
  });
  const isKnown = id !== undefined && id === picture;
  const title = lineIn(own.input.title) ?? lineIn(own.input.name) ?? '';
  return {
    item: {
      kind: own.kind,
      ...{
        origin,
        key: own.id,
        place: { ...place, record: `${own.kind} ${own.id}` },
        title,
        doubts: [],
        oldPaths: [],
      },
      ...(isKnown ? { pictureKey: id } : {}),
      input: { ...input, ...stateOf(row, {}, textIn(row.published_at)).fields },
    },
    picture: isKnown && lead ? { ...lead, origin, key: id } : undefined,
    tags: [],
  };
}

/** The path that the site was at: '' for the root of its host. */
export function basePathOf({ address }: GhostSite): string {
  return URL.parse(address ?? '')?.pathname.replace(/\/+$/, '') ?? '';
}

function isPage(row: JsonObject): boolean {
  return row.type === 'page' || truthIn(row.page) === true;
}

type State = { fields: Record<string, unknown>; doubts: Doubt[] };

function stateOf(row: JsonObject, meta: JsonObject, pubDate: string | undefined): State {
  const draft = { publication: 'draft' };
  const visibility = textIn(row.visibility) ?? 'public';
  if (row.status === 'sent' || truthIn(row.email_only ?? meta.email_only) === true)
    return {
      fields: draft,
      doubts: [doubtful('email-only', '', 'It was only sent by email: it becomes a draft')],
    };
  if (visibility !== 'public')
    return {
      fields: draft,
      doubts: [doubtful('private', '', 'Only members could read it: it becomes a draft')],
    };
  if (row.status === 'published') return { fields: { publication: 'published' }, doubts: [] };
  if (row.status === 'scheduled' && pubDate)
    return { fields: { publication: 'scheduled', publishAt: pubDate }, doubts: [] };
  return { fields: draft, doubts: [] };
}

type Body = { html: string; isForMembers: boolean; doubts: Doubt[] };

function bodyOf(row: JsonObject, site: GhostSite): Body {
  const { html: stored, unknown } = storedHtml(row);
  const base = `${site.address ?? NOWHERE}/`;
  const { html: clean, embeds } = cleanBody(whole(stored, site), { base });
  // Links to the old site itself, whose address is not known, work here: its paths are redirected.
  const html = clean.replaceAll(`href="${NOWHERE}/`, 'href="/').trim();
  const isEmpty = !/<img /.test(html) && plainLine(html) === '';
  const isForMembers = hasMembersPart(stored);
  const cards = unknown.slice(0, 5).join(', ');
  const files = filesIn(html, site);
  const links = embeds === 1 ? 'A video or frame became a link' : `${embeds} videos or frames became links`;
  return {
    html: isEmpty ? '' : html,
    isForMembers,
    doubts: [
      ...(isForMembers
        ? [doubtful('private', 'description', 'Only members could read a part of it: it becomes a draft')]
        : []),
      ...(isEmpty ? [doubtful('no-text', 'description', 'It has no text')] : []),
      ...(cards
        ? [doubtful('unknown-card', 'description', `Cards that are not known were left out: ${cards}`)]
        : []),
      ...(files === ''
        ? []
        : [doubtful('file', 'description', `It links to files that are not imported: ${files}`)]),
      ...(embeds > 0 ? [doubtful('embed', 'description', links)] : []),
    ],
  };
}

/** The names of documents, sounds and films that were uploaded to the old site: at most five. */
function filesIn(html: string, site: GhostSite): string {
  const own = URL.parse(site.address ?? NOWHERE)?.origin ?? NOWHERE;
  const names = new Set<string>();
  for (const [, address = ''] of html.matchAll(/ href="([^"]{1,2000})"/g)) {
    const url = URL.parse(address, own);
    if (url?.origin !== own || !/\/content\/(files|media)\//.test(url.pathname)) continue;
    names.add(lineIn(url.pathname.split('/').at(-1)?.replaceAll('%20', ' ')) ?? '');
  }
  const listed = [...names];
  return `${listed.slice(0, 5).join(', ')}${listed.length > 5 ? ' and more' : ''}`;
}

/** The HTML that Ghost made, or else what its editors stored. */
function storedHtml(row: JsonObject): PostHtml {
  const [html, lexical, mobiledoc] = [row.html, row.lexical, row.mobiledoc].map(
    (given) => textIn(given) ?? (isObject(given) ? JSON.stringify(given) : undefined),
  );
  const known = html ? { html, unknown: [] } : undefined;
  return (
    known ??
    (lexical ? lexicalHtml(lexical) : undefined) ??
    (mobiledoc ? mobiledocHtml(mobiledoc) : undefined) ?? { html: '', unknown: [] }
  );
}

/** Stands for the address of a site that is not known (RFC 2606), so that its pictures are listed as unreachable. */
const NOWHERE = 'https://ghost.invalid';

function whole(text: string, { address }: GhostSite): string {
  return text.replace(PLACEHOLDER, address ?? NOWHERE);
}

function leadPictureOf(
  row: JsonObject,
  meta: JsonObject,
  site: GhostSite,
  place: RecordPosition,
): FoundPicture | undefined {
  const written = textIn(row.feature_image);
  const url = written ? URL.parse(whole(written, site), `${site.address ?? NOWHERE}/`) : null;
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  const alt = plainLine(textIn(row.feature_image_alt ?? meta.feature_image_alt));
  const caption = plainLine(textIn(row.feature_image_caption ?? meta.feature_image_caption));
  return {
    kind: 'pictures',
    ...{ origin: site.origin, key: url.href, place, doubts: [], address: url.href },
    ...(alt ? { alt } : {}),
    ...(caption ? { caption } : {}),
  };
}

function bylineOf(row: JsonObject, key: string, { authors, authorsOf }: GhostSite): string {
  const related = (authorsOf.get(key) ?? []).map(({ id }) => authors.get(id));
  const own = nested(row.authors, row.author, row.primary_author).map(readAuthor);
  const single = authors.get(textIn(row.author_id) ?? '');
  const names = [related, own, [single]].find((list) => list.some(Boolean)) ?? [];
  const unique = [...new Set(names.filter((name) => name !== undefined && !name.includes('@')))] as string[];
  return shortLine(new Intl.ListFormat('en-US').format(unique), MOST_BYLINE);
}

function tagsOf(row: JsonObject, key: string, { tags, tagsOf: related }: GhostSite): GhostTag[] {
  const own = nested(row.tags, row.primary_tag).flatMap((tag) => readTag(tag) ?? []);
  if (own.length > 0) return own;
  return (related.get(key) ?? []).flatMap(({ id }) => tags.get(id) ?? []);
}
