/** WordPress exports (WXR 1.0 to 1.2). */

import { tagKeyOf, tagPathOf } from '#app/items/text/tag.ts';
import { OWN_ITEM, OWN_PICTURE } from '#app/moving/formats/belfry-facts.ts';
import {
  type Format,
  type Found,
  type FoundPicture,
  type FoundRedirect,
  LeftOutCount,
  type Member,
  type ReadOptions,
  recordsOrRefused,
  truncated,
} from '#app/moving/formats/format.ts';
import { childTextOf, streamXml, type XmlElement } from '#app/moving/formats/stream-xml.ts';
import { problemOfRecord } from '#app/moving/formats/tables/field-values.ts';
import { countUntakenTerms } from './wordpress-event.ts';
import { readPost } from './wordpress-post.ts';
import { emptySite, indexSite, type OldSite, pictureAddressOf } from './wordpress-site.ts';
import { metaValue, plainLine, tagNameIn, typeOf } from './wxr-item.ts';

export const wordpress: Format = {
  name: 'wordpress',
  label: 'WordPress export',
  recognize: ({ text }) => /wordpress\.org\/export\/|<wp:wxr_version>/.test(text),
  read,
};

/** Types that are no content, by what they are counted as. */
const TECHNICAL: Record<string, string> = {
  ...{ nav_menu_item: 'menu items', revision: 'revisions', custom_css: 'style sheets' },
  ...{ wp_global_styles: 'style sheets', wp_template: 'templates', wp_template_part: 'templates' },
  ...{ wp_navigation: 'menu items', wp_block: 'reusable blocks', elementor_library: 'templates' },
  ...{ et_pb_layout: 'templates', 'fl-builder-template': 'templates', customize_changeset: 'settings' },
  ...{
    oembed_cache: 'settings',
    user_request: 'settings',
    'acf-field': 'settings',
    'acf-field-group': 'settings',
  },
  ...{ acf: 'settings', wpcf7_contact_form: 'forms', wpforms: 'forms', mc4wp_form: 'forms' },
  ...{ tribe_venue: 'venues (their addresses are in the events)' },
  ...{ tribe_organizer: 'organizers (their names are in the events)' },
  ...{ 'guest-author': 'authors (their names are in the bylines)' },
  ...{ shop_order: 'orders', shop_order_refund: 'orders', shop_coupon: 'orders' },
};

/** States of posts that nobody published or is working on. */
const DISCARDED: Record<string, string> = { trash: 'posts in the trash', 'auto-draft': 'empty drafts' };

async function* read(member: Member, options: ReadOptions): AsyncGenerator<Found> {
  if (options.isAhead) return yield* readAhead(member, options);
  const site = await siteOf(member, options);
  const leftOut = new LeftOutCount();
  let last = '';
  const names = new Set(['item']);
  for await (const item of streamXml(member.text(), names, new Set(['wp:comment']))) {
    if (!('text' in item)) {
      if (item.isCut) yield truncated(member.file, last);
      continue;
    }
    if (item.isCut) continue;
    const record = `${typeOf(item)} ${childTextOf(item, 'wp:post_id') ?? ''}`.trim();
    last = record;
    leftOut.add('comments', item.leftOut ?? 0);
    if (item.problem) yield problemOfRecord(member.file, item.problem, record);
    else
      yield* recordsOrRefused(() => readItem(item, { site, options, member, leftOut }), {
        file: member.file,
        record,
      });
  }
  yield* listTermRedirects(site, member.file);
  yield* leftOut.leftOut();
}

/** What items refer to: of a file that was read ahead, it is known. */
async function siteOf(member: Member, { kept }: ReadOptions): Promise<OldSite> {
  const known = kept?.get(member.file) as OldSite | undefined;
  kept?.delete(member.file);
  const site = known ?? emptySite(member);
  if (!known) for await (const _item of indexSite(site, member));
  return site;
}

/** What a first reading needs: the pictures, and how many records there are. */
async function* readAhead(member: Member, options: ReadOptions): AsyncGenerator<Found> {
  const reading = { site: emptySite(member), options, member, leftOut: new LeftOutCount() };
  const place = { file: member.file, record: '' };
  for await (const item of indexSite(reading.site, member))
    if (!item.isCut) yield* recordsOrRefused(() => readItem(item, reading), place);
  options.kept?.set(member.file, reading.site);
}

type Reading = { site: OldSite; options: ReadOptions; member: Member; leftOut: LeftOutCount };

function* readItem(item: XmlElement, { site, options, member, leftOut }: Reading): Generator<Found> {
  const type = typeOf(item);
  const status = childTextOf(item, 'wp:status') ?? '';
  if (type === 'attachment') {
    const picture = readPicture(item, site, member);
    if (picture) yield picture;
    else leftOut.add('files that are not pictures');
    return;
  }
  const reason = named(TECHNICAL, type) ?? named(DISCARDED, status);
  if (reason) return leftOut.add(reason);
  const post = readPost(item, { site, options, file: member.file });
  if (type === 'tribe_events' && !metaValue(item, OWN_ITEM))
    leftOut.add(
      'tags and further categories of events (they have one category here)',
      countUntakenTerms(item),
    );
  yield post;
}

/** The text for a name, which the file chose. */
function named(texts: Record<string, string>, name: string): string | undefined {
  return Object.hasOwn(texts, name) ? texts[name] : undefined;
}

function readPicture(
  item: XmlElement,
  { origin }: OldSite,
  { file, entry }: Member,
): FoundPicture | undefined {
  const address = pictureAddressOf(item);
  const key = metaValue(item, OWN_PICTURE) || childTextOf(item, 'wp:post_id');
  if (!address || !key) return undefined;
  const alt = plainLine(metaValue(item, '_wp_attachment_image_alt'));
  const caption = plainLine(childTextOf(item, 'excerpt:encoded'));
  return {
    kind: 'pictures',
    ...{ origin, key, place: { file, record: `attachment ${key}` }, doubts: [], address },
    ...(entry ? { entry: pathIn(address) } : {}),
    ...(alt ? { alt } : {}),
    ...(caption ? { caption } : {}),
  };
}

/** The file of a picture in an archive of the old site's folder. */
function pathIn(address: string): string {
  const path = new URL(address).pathname.slice(1);
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** The pages and feeds of categories and tags, which are tags here. */
function* listTermRedirects({ origin, address, terms }: OldSite, file: string): Generator<FoundRedirect> {
  const base = new URL(address ?? 'http://localhost/').pathname;
  for (const [term, name] of terms) {
    const tag = tagKeyOf(tagNameIn(name));
    if (tag === '' || /^category\/uncategori[sz]ed$/.test(term)) continue;
    const from = base + term;
    const to = { '/': tagPathOf(tag), '/feed/': `/feeds/articles.rss?tag=${encodeURIComponent(tag)}` };
    for (const [end, target] of Object.entries(to))
      yield {
        kind: 'redirects',
        ...{
          origin,
          key: term + end,
          place: { file, record: term },
          doubts: [],
          from: from + end,
          to: target,
        },
      };
  }
}
