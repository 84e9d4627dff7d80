/** What the shortcodes of WordPress, its usual plugins and its page builders become. */
import type { OldPicture } from '#app/moving/formats/clean-body.ts';
import { escapeValue } from '#app/platform/html/absolute-html.server.ts';

/** `unknown`: names of shortcodes that are still in the text. `builders`: page builders whose markup was removed. */
type ExpandedPost = { text: string; unknown: string[]; builders: string[] };

/** The text of a post with the shortcodes that mean something here as HTML, for `cleanBody`. */
export function expandPost(text: string, findPicture: (id: string) => OldPicture | undefined): ExpandedPost {
  if (!text.includes('[')) return { text, unknown: [], builders: [] };
  const unknown = new Set<string>();
  const builders = new Set<string>();
  const looksLikeOne = shortcodeJudge(text);
  const expanded = expandShortcodes(text, (tag) => {
    const known = Object.hasOwn(KNOWN, tag.name) ? KNOWN[tag.name] : undefined;
    if (known) return known(tag);
    const builder = BUILDERS.find(([names]) => names.test(tag.name));
    if (builder) {
      builders.add(builder[1]);
      return builderHtml(tag, findPicture);
    }
    if (looksLikeOne(tag)) unknown.add(tag.name);
    return undefined;
  });
  return { text: expanded, unknown: [...unknown], builders: [...builders] };
}

type Known = (tag: ShortcodeTag) => string;

const KNOWN: Record<string, Known> = {
  caption,
  wp_caption: caption,
  gallery: ({ isClosing, named }) => (isClosing ? '' : gallery(named.ids ?? named.include)),
  embed: ({ isClosing, named }) => (isClosing ? '</belfry-embed>' : ownTag('embed', { address: named.src })),
  video: player(['src', 'mp4', 'm4v', 'webm', 'ogv', 'wmv', 'flv']),
  audio: player(['src', 'mp3', 'm4a', 'ogg', 'wav', 'wma']),
  youtube: player(['url', 'src', 'id'], (id) => `https://www.youtube.com/watch?v=${id}`),
  vimeo: player(['url', 'src', 'id'], (id) => `https://vimeo.com/${id}`),
  dailymotion: player(['url', 'id'], (id) => `https://www.dailymotion.com/video/${id}`),
  tweet: player(['url', 'id'], (id) => `https://twitter.com/i/status/${id}`),
  twitter: player(['url']),
  instagram: player(['url']),
  facebook: player(['url']),
  tiktok: player(['url']),
  soundcloud: player(['url']),
  spotify: player(['url']),
  googlemaps: player(['url', 'src']),
};

/** Page builders by the names of their shortcodes. */
const BUILDERS: [RegExp, string][] = [
  [/^(vc_|vcex_)/, 'WPBakery'],
  [/^et_pb_/, 'Divi'],
  [/^fusion_/, 'Avada'],
  [/^av_/, 'Enfold'],
  [/^fl_builder|^fl_row/, 'Beaver Builder'],
  [/^elementor-template$/, 'Elementor'],
  [/^(cs_|x_)/, 'Cornerstone'],
  [
    /^(kc_|tatsu_|us_|mk_|nectar_|themify_|siteorigin_|thb_|qode_|mkdf_|edgtf_|ult_|dt_|trx_)/,
    'a page builder',
  ],
  [
    /^(row|column|columns|col|section|container|(one|two|three)_(half|third|fourth|fifth)(_last)?)$/,
    'a page builder',
  ],
];

function caption({ isClosing, named }: ShortcodeTag): string {
  return isClosing ? '</belfry-caption>' : ownTag('caption', { caption: named.caption });
}

function gallery(ids: string | undefined): string {
  return `${ownTag('gallery', { ids })}</belfry-gallery>`;
}

/** What plays a file or a video: the address is an attribute with one of these names, or has none. */
function player(names: string[], addressOf: (id: string) => string = (id) => id): Known {
  return ({ isClosing, named, plain }) => {
    const found = names.map((name) => named[name]).find(Boolean) ?? plain[0];
    if (isClosing || !found) return '';
    const address = /^[\w-]{3,64}$/.test(found) ? addressOf(found) : found;
    return `${ownTag('embed', { address })}</belfry-embed>`;
  };
}

/** Encoded code, which is not text. */
const CODE = /^(vc_raw_(html|js)|et_pb_code|fusion_code|av_codeblock|rev_slider(_vc)?)$/;

/** The heading, picture and link of a builder's element; its content is between its tags and stays. */
function builderHtml(
  { name, isClosing, named }: ShortcodeTag,
  findPicture: (id: string) => OldPicture | undefined,
): string {
  if (CODE.test(name)) return isClosing ? '</belfry-drop>' : '<belfry-drop>';
  // Empty lines, so that texts of neighboring elements are not one paragraph.
  if (isClosing) return '\n\n';
  const value = (...fields: string[]) => decoded(fields.map((field) => named[field]).find(Boolean) ?? '');
  if (/gallery|carousel/.test(name)) return gallery(value('ids', 'images', 'gallery_ids', 'image_ids'));
  if (/video/.test(name)) {
    const address = value('src', 'link', 'url', 'video_url');
    return address ? `${ownTag('embed', { address })}</belfry-embed>\n\n` : '\n\n';
  }
  const heading =
    /row|section$|column|inner/.test(name) && name !== 'vc_tta_section' ? '' : headingOf(name, value);
  const link = linkOf(value('button_url', 'button_link', 'link_url', 'url', 'link', 'href'));
  const words = value('button_text', 'btn_title') || (/button|btn/.test(name) ? value('title', 'text') : '');
  return [
    '\n\n',
    pictureHtml(value('src', 'image', 'image_url', 'image_id', 'img'), value('alt'), findPicture),
    heading && heading !== words ? `<h3>${escapeValue(heading)}</h3>\n\n` : '',
    link && words ? `<p><a href="${escapeValue(link)}">${escapeValue(words)}</a></p>\n\n` : '',
  ].join('');
}

function headingOf(name: string, value: (...fields: string[]) => string): string {
  return /heading|title/.test(name)
    ? value('text', 'title', 'heading', 'content')
    : value('title', 'heading');
}

function pictureHtml(
  given: string,
  alt: string,
  findPicture: (id: string) => OldPicture | undefined,
): string {
  const known = /^\d{1,18}(\|.*)?$/.test(given) ? findPicture(given.split('|')[0] as string) : undefined;
  const address = known?.address ?? (/^(https?:)?\/\//.test(given) ? given : '');
  if (!address) return '';
  return `<figure><img src="${escapeValue(address)}" alt="${escapeValue(alt || known?.alt || '')}"></figure>\n\n`;
}

/** WPBakery writes links as 'url:https%3A%2F%2Fexample.com|title:More'. */
function linkOf(given: string): string {
  const [, part] = /(?:^|\|)url:([^|]*)/.exec(given) ?? [];
  if (part === undefined) return /^(https?:|mailto:|tel:|\/)/.test(given) ? given : '';
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** Divi writes quotes and brackets in attributes as '%22', '%91' and '%93'. */
function decoded(value: string): string {
  return value.replaceAll('%22', '"').replaceAll('%91', '[').replaceAll('%93', ']').trim();
}

/** `named` are the attributes with a name, in lower case; `plain` those without. */
type ShortcodeTag = {
  name: string;
  isClosing: boolean;
  named: Record<string, string>;
  plain: string[];
};

/** What a tag becomes: HTML, or undefined for a tag that stays as it is. */
type Expansion = (tag: ShortcodeTag) => string | undefined;

/** Longer ones are text in brackets. */
const MOST_LENGTH = 20_000;

const NAME = /\[(\/?)([a-z][\w-]{0,60})(?=[\s\]=/"'])/iy;

/**
 * The text with its shortcodes expanded, one tag at a time. `[[caption]]` means the text in single brackets. Time
 * grows with the length of the text.
 */
function expandShortcodes(text: string, expand: Expansion): string {
  let out = '';
  let from = 0;
  let close = -1;
  for (let at = text.indexOf('['); at >= 0; at = text.indexOf('[', at + 1)) {
    if (at < from) continue;
    if (close < at) close = text.indexOf(']', at);
    if (close < 0) break;
    const tag = close - at > MOST_LENGTH ? undefined : readTag(text, at, close);
    if (!tag) continue;
    const isEscaped = text[at - 1] === '[' && text[close + 1] === ']';
    const html = isEscaped ? text.slice(at, close + 1) : expand(tag);
    if (html === undefined) continue;
    out += text.slice(from, isEscaped ? at - 1 : at) + html;
    from = close + (isEscaped ? 2 : 1);
  }
  return out + text.slice(from);
}

/** The same HTML without what looks like a shortcode of a plugin. What is between two tags stays. */
export function withoutShortcodes(html: string): string {
  const looksLikeOne = shortcodeJudge(html);
  return expandShortcodes(html, (tag) => (looksLikeOne(tag) ? '' : undefined));
}

/**
 * Whether a tag in this text looks like a shortcode, and not like words in brackets such as '[sic]': it has attributes
 * or a closing tag, or its name is one that only programs write.
 */
function shortcodeJudge(text: string): (tag: ShortcodeTag) => boolean {
  const closed = new Set<string>();
  expandShortcodes(text, ({ isClosing, name }) => {
    if (isClosing) closed.add(name);
    return undefined;
  });
  return ({ name, named }) => closed.has(name) || Object.keys(named).length > 0 || name.includes('_');
}

/** An opening tag of our own, which `cleanBody` understands, with these attributes. */
function ownTag(name: string, attributes: Record<string, string | undefined>): string {
  const given = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escapeValue(value)}"`],
  );
  return `<belfry-${name}${given.join('')}>`;
}

function readTag(text: string, at: number, close: number): ShortcodeTag | undefined {
  NAME.lastIndex = at;
  const found = NAME.exec(text);
  if (!found || NAME.lastIndex > close) return undefined;
  const [, slash, name = ''] = found;
  const attributes = readAttributes(text.slice(NAME.lastIndex, close));
  return { name: name.toLowerCase(), isClosing: slash === '/', ...attributes };
}

/** WordPress's own order: quoted values first. The editor may have made typographic or escaped quotes of them. */
const ATTRIBUTE =
  /([\w-]{1,100})\s{0,9}=\s{0,9}"([^"]*)"|([\w-]{1,100})\s{0,9}=\s{0,9}'([^']*)'|([\w-]{1,100})\s{0,9}=\s{0,9}([^\s'"]+)|"([^"]*)"|(\S+)/g;

function readAttributes(text: string): Pick<ShortcodeTag, 'named' | 'plain'> {
  const named: Record<string, string> = {};
  const plain: string[] = [];
  const written = text.replace(/&quot;|&#8220;|&#8221;|&#8243;|[“”″]/g, '"').replaceAll('\u00a0', ' ');
  for (const found of written.matchAll(ATTRIBUTE)) {
    const name = found[1] ?? found[3] ?? found[5];
    if (name) named[name.toLowerCase()] = found[2] ?? found[4] ?? found[6] ?? '';
    else plain.push((found[7] ?? found[8] ?? '').replace(/^=/, ''));
  }
  return { named, plain };
}
