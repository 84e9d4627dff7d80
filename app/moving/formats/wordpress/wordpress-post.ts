/** Posts, pages and events of a WordPress export as items of this site. */
import { OWN_ITEM, type OwnFacts, ownInput, readOwnFacts } from '#app/moving/formats/belfry-facts.ts';
import { cleanBody } from '#app/moving/formats/clean-body.ts';
import { type Doubt, doubtful, type FoundItem, type ReadOptions } from '#app/moving/formats/format.ts';
import { childTextOf, type XmlElement } from '#app/moving/formats/stream-xml.ts';
import { escapeValue } from '#app/platform/html/absolute-html.server.ts';
import { isoOf } from '#app/platform/time/iso-time.ts';
import { eventFactsOf } from './wordpress-event.ts';
import { expandPost } from './wordpress-shortcodes.ts';
import type { OldSite } from './wordpress-site.ts';
import {
  dateOf,
  metaValue,
  metaValues,
  plainLine,
  shortLine,
  tagNameIn,
  termsOf,
  typeOf,
  uniqueTagNames,
} from './wxr-item.ts';

/** As the schemas of items have them. */
const MOST_TITLE = 500;
/** As the schema of pages has it. */
const MOST_PAGE_TITLE = 200;
const MOST_DECK = 300;
const MOST_BYLINE = 120;

/** What tells a post apart, also in files of programs that leave out its number. */
const ID_FIELDS = ['wp:post_id', 'guid', 'link', 'wp:post_name', 'title'];

type PostContext = { site: OldSite; options: ReadOptions; file: string };

/** The item that a post becomes. `place` and doubts name it as its file does. */
export function readPost(item: XmlElement, context: PostContext): FoundItem {
  const own = readOwnFacts(metaValue(item, OWN_ITEM));
  return own ? readOwnPost(item, own, context) : readOldPost(item, context);
}

/** An item that this system wrote into the file, perhaps by way of a WordPress site where it was edited. */
function readOwnPost(item: XmlElement, own: OwnFacts, { site, options, file }: PostContext): FoundItem {
  const title = plainLine(childTextOf(item, 'title')) || String(own.input.title ?? '');
  const content = childTextOf(item, 'content:encoded') ?? '';
  const { picture, ...input } = ownInput(own, content, {
    siteUrl: options.town.address,
    clean: (text) => bodyHtml(item, text, site).html,
  });
  const isKnown = typeof picture === 'string' && site.ownPictures.has(picture);
  const state = stateOf(item, dateOf(item, options.zone));
  const named = own.kind === 'businesses' ? {} : { title };
  return {
    kind: own.kind,
    ...{ origin: site.origin, key: own.id, place: { file, record: `${own.kind} ${own.id}` }, title },
    doubts: state.doubts,
    oldPaths: livedHere(item, own) ? [] : oldPathsOf(item, childTextOf(item, 'wp:post_id') ?? '', site),
    ...(isKnown ? { pictureKey: picture } : {}),
    input: { ...input, ...named, ...state.fields },
  };
}

/** Whether its address is still the one that this system gave it. */
function livedHere(item: XmlElement, { kind, id }: OwnFacts): boolean {
  const path = URL.parse(childTextOf(item, 'link') ?? '')?.pathname ?? '/';
  return path === '/' || path.includes(`/${kind}/${id}`);
}

function readOldPost(item: XmlElement, context: PostContext): FoundItem {
  const { site, options, file } = context;
  const id = ID_FIELDS.map((field) => childTextOf(item, field)).find(Boolean) ?? '';
  const type = typeOf(item);
  const isEvent = type === 'tribe_events';
  const isPage = type === 'page';
  const title = shortLine(plainLine(childTextOf(item, 'title')), isPage ? MOST_PAGE_TITLE : MOST_TITLE);
  const at = dateOf(item, options.zone);
  const state = stateOf(item, at);
  const event = isEvent ? eventFactsOf(item, site, options.zone) : undefined;
  const body = options.isAhead ? NO_BODY : bodyOf(item, site, event?.appendix ?? '');
  const doubts = [
    ...typeDoubts(type),
    ...state.doubts,
    ...(title === '' ? [doubtful('no-title', 'title', 'It has no title')] : []),
    ...(at === undefined && !isEvent && !isPage ? [doubtful('no-date', 'pubDate', 'It has no date')] : []),
    ...(event?.doubts ?? []),
    ...body.doubts,
  ];
  const picture = leadPictureOf(item, site);
  return {
    kind: isEvent ? 'events' : isPage ? 'pages' : 'articles',
    ...{ origin: site.origin, key: id, place: { file, record: `${type} ${id}` }, title },
    doubts: [...doubts, ...(picture?.doubts ?? [])],
    oldPaths: oldPathsOf(item, id, site),
    ...(picture?.key ? { pictureKey: picture.key } : {}),
    input: {
      title,
      ...(at === undefined || isPage ? {} : { pubDate: isoOf(at) }),
      ...(isEvent || isPage ? {} : articleFields(item, site)),
      ...event?.fields,
      ...state.fields,
      ...body.fields,
      ...(isEvent && !body.fields.description ? { description: shortTextOf(item, title) } : {}),
      ...(!isEvent && !body.fields.description ? { publication: 'draft' } : {}),
    },
  };
}

/** The text of an event that has none of its own. */
function shortTextOf(item: XmlElement, title: string): string {
  return `<p>${escapeValue(plainLine(childTextOf(item, 'excerpt:encoded')) || title)}</p>`;
}

function typeDoubts(type: string): Doubt[] {
  if (type === 'page') return [doubtful('page', '', 'This is a page, not a post')];
  if (type === 'post' || type === 'tribe_events') return [];
  return [doubtful('other-type', '', `This is of the type “${type.slice(0, 40)}” of a plugin or theme`)];
}

type State = { fields: Record<string, unknown>; doubts: Doubt[] };

/** Published posts are published, also those whose time had not come when the file was made and has now. */
function stateOf(item: XmlElement, at: number | undefined): State {
  const status = childTextOf(item, 'wp:status') ?? 'publish';
  const isLocked = status === 'private' || childTextOf(item, 'wp:post_password') !== undefined;
  if (isLocked) {
    const problem = status === 'private' ? 'It is private' : 'It is protected by a password';
    return {
      fields: { publication: 'draft' },
      doubts: [doubtful('private', '', `${problem}: it becomes a draft`)],
    };
  }
  if (status === 'publish') return { fields: { publication: 'published' }, doubts: [] };
  if (status === 'future' && at !== undefined)
    return { fields: { publication: 'scheduled', publishAt: isoOf(at) }, doubts: [] };
  return { fields: { publication: 'draft' }, doubts: [] };
}

type Body = { fields: { description?: string }; doubts: Doubt[] };

const NO_BODY: Body = { fields: {}, doubts: [] };

function bodyHtml(item: XmlElement, content: string, site: OldSite) {
  const id = childTextOf(item, 'wp:post_id') ?? '';
  const { text, ...expanded } = expandPost(content, (each) => site.pictures.get(each));
  const clean = cleanBody(text, {
    base: URL.parse(childTextOf(item, 'link') ?? '', site.address)?.href ?? site.address,
    breaksLines: !/<!-- wp:[a-z]/.test(content),
    findPicture: (each) => site.pictures.get(each),
    isPicture: (address) => site.addresses.has(address),
    ownPictures: () => (site.uploads.get(id) ?? []).flatMap((each) => site.pictures.get(each) ?? []),
  });
  return { ...expanded, ...clean };
}

function bodyOf(item: XmlElement, site: OldSite, appendix: string): Body {
  const content = childTextOf(item, 'content:encoded') ?? childTextOf(item, 'description') ?? '';
  const { unknown, builders, html, embeds } = bodyHtml(item, content, site);
  const whole = (html + enclosureLink(item, html) + appendix).trim();
  const isEmpty = !/<img /.test(whole) && plainLine(whole) === '';
  const elementor = metaValue(item, '_elementor_edit_mode') === 'builder' ? ['Elementor'] : [];
  const names = [...builders, ...elementor];
  return {
    fields: isEmpty ? {} : { description: whole },
    doubts: [
      ...(isEmpty && typeOf(item) !== 'tribe_events'
        ? [doubtful('no-text', 'description', 'It has no text')]
        : []),
      ...(unknown.length > 0 ? [doubtful('shortcode', 'description', shortcodeProblem(unknown))] : []),
      ...(names.length > 0
        ? [doubtful('page-builder', 'description', `Its text was taken out of the layout of ${names[0]}`)]
        : []),
      ...(embeds > 0 ? [doubtful('embed', 'description', embedProblem(embeds))] : []),
    ],
  };
}

function shortcodeProblem(names: string[]): string {
  const shown = names.slice(0, 5).map((name) => `[${name}]`);
  return `Its text has codes of plugins: ${shown.join(', ')}${names.length > 5 ? ' and more' : ''}`;
}

function embedProblem(count: number): string {
  return count === 1 ? 'A video or frame became a link' : `${count} videos or frames became links`;
}

/** The episode of a podcast, unless the text leads to it already. */
function enclosureLink(item: XmlElement, html: string): string {
  const [address = '', , type = ''] = metaValue(item, 'enclosure')
    .split('\n')
    .map((line) => line.trim());
  if (!/^https?:\/\//i.test(address) || html.includes(escapeValue(address))) return '';
  const words = type.startsWith('video/')
    ? 'Watch the video'
    : type.startsWith('audio/')
      ? 'Listen'
      : 'Download';
  return `<p><a href="${escapeValue(address)}">${words}</a></p>`;
}

function articleFields(item: XmlElement, site: OldSite): Record<string, unknown> {
  const deck = shortLine(plainLine(childTextOf(item, 'excerpt:encoded')), MOST_DECK);
  const byline = bylineOf(item, site);
  const tags = tagsOf(item);
  return { ...(deck ? { deck } : {}), ...(byline ? { byline } : {}), ...(tags.length > 0 ? { tags } : {}) };
}

const nameList = new Intl.ListFormat('en-US');

/** The authors of Co-Authors Plus in their order, or otherwise the author. Logins are not names, and stay out. */
function bylineOf(item: XmlElement, { authors }: OldSite): string {
  const named = (login: string) => authors.get(login.toLowerCase().replace(/^cap-/, ''));
  const guests = termsOf(item).filter(({ domain }) => domain === 'author');
  const names = guests.map(({ slug, name }) => named(slug) ?? named(name) ?? name);
  const creator = childTextOf(item, 'dc:creator') ?? '';
  const own = authors.get(creator.toLowerCase()) ?? (/[@\d_]/.test(creator) ? '' : creator);
  const unique = [...new Set(names.length > 0 ? names : [own])].filter((name) => name && !name.includes('@'));
  return shortLine(nameList.format(unique), MOST_BYLINE);
}

const SORTING = new Set(['category', 'post_tag']);

/** Categories, then tags. WordPress's own category for everything else says nothing. */
function tagsOf(item: XmlElement): string[] {
  const terms = termsOf(item).filter(({ domain }) => SORTING.has(domain));
  const sorted = [...terms.filter(({ domain }) => domain === 'category'), ...terms];
  const names = sorted
    .filter(({ domain, slug }) => !(domain === 'category' && /^uncategori[sz]ed$/.test(slug)))
    .map(({ name }) => tagNameIn(name));
  return uniqueTagNames(names);
}

function leadPictureOf(
  item: XmlElement,
  { pictures }: OldSite,
): { key?: string; doubts: Doubt[] } | undefined {
  const key = metaValue(item, '_thumbnail_id');
  if (key === '' || key === '0') return undefined;
  if (pictures.has(key)) return { key, doubts: [] };
  return { doubts: [doubtful('picture', 'picture', 'Its featured picture is not in the file')] };
}

/** Its address, earlier ones, and the one with its number, which always worked. */
function oldPathsOf(item: XmlElement, id: string, { address }: OldSite): string[] {
  const base = URL.parse(address ?? 'http://localhost/') as URL;
  const link = URL.parse(childTextOf(item, 'link') ?? '', base);
  const slug = childTextOf(item, 'wp:post_name') ?? '';
  const paths: string[] = [];
  if (link && link.pathname + link.search !== '/') {
    paths.push(link.pathname + link.search);
    for (const earlier of metaValues(item, '_wp_old_slug'))
      if (slug && earlier && link.pathname.includes(slug))
        paths.push(link.pathname.replace(slug, () => encodeURIComponent(earlier)));
  }
  if (/^\d+$/.test(id)) {
    paths.push(`${base.pathname}?p=${id}`);
    if (typeOf(item) === 'page') paths.push(`${base.pathname}?page_id=${id}`);
  }
  return [...new Set(paths)];
}
