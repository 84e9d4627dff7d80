/** What the items of a WordPress export refer to: read before them, because it can be anywhere in the file. */

import { OWN_ITEM, OWN_PICTURE } from '#app/moving/formats/belfry-facts.ts';
import type { OldPicture } from '#app/moving/formats/clean-body.ts';
import { type Member, untilProblem } from '#app/moving/formats/format.ts';
import { childTextOf, streamXml, type XmlElement } from '#app/moving/formats/stream-xml.ts';
import { isTimeZone } from '#app/platform/time/town-time.ts';
import { metaValue, plainLine, termsOf, typeOf } from './wxr-item.ts';

export type OldSite = {
  /** Without protocol and slash at the end: 'example.com/blog'. It stays the same when a site moves to https. */
  origin: string;
  /** The address of its front page, with a slash at the end; undefined when the file doesn't say. */
  address: string | undefined;
  /** Display names by login and by slug, in lower case. */
  authors: Map<string, string>;
  /** Pictures by the ids of their attachments. */
  pictures: Map<string, OldPicture>;
  addresses: Set<string>;
  /** The ids of those that came from this system. */
  ownPictures: Set<string>;
  /** The pictures that were uploaded to a post, by its id. */
  uploads: Map<string, string[]>;
  /** Places and people of The Events Calendar by their ids. */
  venues: Map<string, string>;
  organizers: Map<string, string>;
  /** The names of the categories and tags that items have, by 'category/slug' and 'tag/slug'. */
  terms: Map<string, string>;
};

/** An index doesn't grow beyond this: R-39. */
const MOST_INDEXED = 200_000;

/** Not needed for the index, and most of the file. */
const TEXTS = new Set(['content:encoded', 'wp:comment']);

const HEADS = new Set(['wp:base_blog_url', 'link', 'wp:base_site_url']);

/** Of a file that has not been read yet. */
export function emptySite({ head }: Member): OldSite {
  return {
    ...{ origin: head.name, address: undefined, authors: new Map(), pictures: new Map() },
    ...{ addresses: new Set(), ownPictures: new Set() },
    ...{ uploads: new Map(), venues: new Map(), organizers: new Map(), terms: new Map() },
  };
}

/** Reads a whole file for what its items refer to, which `site` has in the end. Passes on the items, without texts. */
export async function* indexSite(site: OldSite, member: Member): AsyncGenerator<XmlElement> {
  const heads = new Map<string, string>();
  const names = new Set([...HEADS, 'wp:author', 'item']);
  for await (const found of untilProblem(streamXml(member.text(), names, TEXTS))) {
    if (!('text' in found)) continue;
    if (found.name === 'item') {
      indexItem(site, found);
      yield found;
    } else if (found.name === 'wp:author') indexAuthor(site, found);
    else if (!heads.has(found.name) && found.text.trim()) {
      heads.set(found.name, found.text.trim());
      setAddress(site, heads);
    }
  }
}

function setAddress(site: OldSite, heads: Map<string, string>): void {
  const addresses = [...HEADS].map((name) => siteAddress(heads.get(name)));
  site.address = addresses.find((address) => address !== undefined);
  if (site.address) site.origin = site.address.replace(/^https?:\/\//, '').replace(/\/$/, '');
}

function siteAddress(text: string | undefined): string | undefined {
  const url = URL.parse(text ?? '');
  if (!url || !/^https?:$/.test(url.protocol)) return undefined;
  return `${url.origin}${url.pathname.replace(/\/+$/, '')}/`;
}

function indexAuthor({ authors }: OldSite, author: XmlElement): void {
  const login = childTextOf(author, 'wp:author_login');
  const parts = ['wp:author_first_name', 'wp:author_last_name'].map((name) =>
    plainLine(childTextOf(author, name)),
  );
  const name = plainLine(childTextOf(author, 'wp:author_display_name')) || parts.filter(Boolean).join(' ');
  if (login) put(authors, login.toLowerCase(), name);
}

const INDEXED: Record<string, (site: OldSite, item: XmlElement, id: string) => void> = {
  attachment: indexPicture,
  tribe_venue: (site, item, id) => put(site.venues, id, venueLine(item)),
  tribe_organizer: (site, item, id) => put(site.organizers, id, organizerLine(item)),
  'guest-author': (site, item) => {
    const name = metaValue(item, 'cap-display_name') || plainLine(childTextOf(item, 'title'));
    put(site.authors, metaValue(item, 'cap-user_login').toLowerCase(), plainLine(name));
  },
};

function indexItem(site: OldSite, item: XmlElement): void {
  const id = childTextOf(item, 'wp:post_id') ?? '';
  const type = typeOf(item);
  if (Object.hasOwn(INDEXED, type)) INDEXED[type]?.(site, item, id);
  // An item of this system was never at an address of a category.
  if (metaValue(item, OWN_ITEM)) return;
  for (const { domain, slug, name } of termsOf(item)) {
    if (domain === 'category') put(site.terms, `category/${slug}`, name);
    else if (domain === 'post_tag') put(site.terms, `tag/${slug}`, name);
  }
}

function indexPicture(
  { pictures, addresses, ownPictures, uploads }: OldSite,
  item: XmlElement,
  id: string,
): void {
  const address = pictureAddressOf(item);
  if (!address || id === '') return;
  const alt = plainLine(metaValue(item, '_wp_attachment_image_alt'));
  const caption = plainLine(childTextOf(item, 'excerpt:encoded'));
  put(pictures, id, { address, ...(alt && { alt }), ...(caption && { caption }) });
  if (addresses.size < MOST_INDEXED) addresses.add(address);
  const own = metaValue(item, OWN_PICTURE);
  if (own && ownPictures.size < MOST_INDEXED) ownPictures.add(own);
  const parent = childTextOf(item, 'wp:post_parent') ?? '0';
  const siblings = uploads.get(parent);
  if (siblings) siblings.push(id);
  else if (parent !== '0') put(uploads, parent, [id]);
}

/** Files that are no pictures, by the ends of their names. Pictures of services often have no end. */
const OTHER_FILE =
  /\.(pdf|docx?|xlsx?|pptx?|odt|ods|odp|txt|rtf|csv|zip|gz|rar|7z|mp3|m4a|ogg|wav|aac|flac|mp4|m4v|mov|webm|avi|wmv|ogv|ics|vcf|json|xml|html?|psd|ai|eps|epub|gpx|kml|svgz?)$/i;

/** The address of an attachment that is a picture; undefined for other files. */
export function pictureAddressOf(item: XmlElement): string | undefined {
  const url = URL.parse(childTextOf(item, 'wp:attachment_url') ?? childTextOf(item, 'guid') ?? '');
  if (!url || !/^https?:$/.test(url.protocol) || OTHER_FILE.test(url.pathname)) return undefined;
  return url.href;
}

function venueLine(item: XmlElement): string {
  const state = ['_VenueState', '_VenueProvince', '_VenueStateProvince'].map((key) => metaValue(item, key));
  const parts = [
    plainLine(childTextOf(item, 'title')),
    ...['_VenueAddress', '_VenueCity'].map((key) => plainLine(metaValue(item, key))),
    [plainLine(state.find(Boolean)), metaValue(item, '_VenueZip')].filter(Boolean).join(' '),
  ];
  return [...new Set(parts.filter(Boolean))].join(', ');
}

function organizerLine(item: XmlElement): string {
  const facts = ['_OrganizerPhone', '_OrganizerEmail', '_OrganizerWebsite'].map((key) =>
    metaValue(item, key),
  );
  return [plainLine(childTextOf(item, 'title')), ...facts].filter(Boolean).join(', ');
}

/** The zone of an event, as The Events Calendar stores it: an IANA name, or 'UTC-5', which `fallback` replaces. */
export function zoneOf(written: string, fallback: string): string {
  return written !== '' && !/^UTC[+-]/.test(written) && isTimeZone(written) ? written : fallback;
}

function put<Value>(index: Map<string, Value>, key: string, value: Value): void {
  if (key !== '' && (index.size < MOST_INDEXED || index.has(key))) index.set(key, value);
}
