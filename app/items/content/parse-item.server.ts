import type { Collection, Problem } from '#app/items/collection/collection.ts';
import { describeLostPictures } from '#app/items/text/linked-pictures.server.ts';
import { type OwnUrls, storedHtmlOf, storedLinkOf, withOwnPaths } from '#app/items/text/own-link.ts';
import { plainTextOf } from '#app/platform/html/extract.server.ts';
import { findExcess, sanitize } from '#app/platform/html/sanitize.server.ts';
import type { Town } from '#app/town/town.ts';
import { putTextAt, textAt } from './html-path.ts';
import { listProblems } from './item-schema.ts';

export type Parsed =
  | { input: Record<string, unknown>; problems?: undefined }
  | { input?: undefined; problems: Problem[] };

/**
 * The site's origins, and the town, whose settings are the defaults of missing fields, as in a new form, and which
 * names the earlier origins, too. Without `now`, UTC epoch milliseconds, dates are not compared with the present.
 */
export type ParseContext = OwnUrls & {
  town?: Town;
  now?: number;
  /** A text with pictures that would be removed is refused, as what someone wrote, not left out, as in an import. */
  refusesLostPictures?: true;
};

/** Fields with an address of a page or a picture. */
export const LINK_FIELDS = ['link', 'sourceUrl', 'enclosureUrl'];

/**
 * Validates input from a form, the API or an import with the collection's schema, sanitizes its HTML, and turns links
 * to the site itself into paths, as stored. Never throws.
 */
export function parseItem(
  { json: { schema, htmlFields, defaults, findUntimely } }: Pick<Collection, 'json'>,
  raw: unknown,
  { siteUrl, siteUrls, town, now, refusesLostPictures }: ParseContext,
): Parsed {
  const own = { siteUrl, siteUrls: siteUrls ?? town?.siteUrls };
  const result = schema.safeParse(town && defaults && isRecord(raw) ? defaults.fill(raw, town) : raw);
  if (!result.success) return { problems: listProblems(result.error) };
  const untimely = now === undefined ? [] : (findUntimely?.(result.data, now) ?? []);
  if (untimely.length > 0) return { problems: untimely };
  const input = withStoredLinks(result.data, own);
  for (const field of htmlFields) {
    const typed = textAt(input, field);
    if (typeof typed !== 'string') continue;
    const dirty = withOwnPaths(typed, own);
    const excess = findExcess(dirty);
    if (excess) return { problems: [{ field, message: excess }] };
    const clean = sanitize(dirty).trim();
    if (dirty.trim() !== '' && saysNothing(clean)) {
      return {
        problems: [
          {
            field,
            message: 'Enter some text. This field is empty or contains only markup that is not allowed.',
          },
        ],
      };
    }
    const lost = refusesLostPictures ? describeLostPictures(dirty, clean) : undefined;
    if (lost) return { problems: [{ field, message: lost }] };
    putTextAt(input, field, storedHtmlOf(clean, own));
  }
  return { input };
}

/** Validated input with the links of its fields as stored. */
export function withStoredLinks(input: object, own: OwnUrls): Record<string, unknown> {
  const stored: Record<string, unknown> = { ...input };
  for (const field of LINK_FIELDS) {
    const link = stored[field];
    if (typeof link === 'string') stored[field] = storedLinkOf(link, own);
  }
  return stored;
}

function isRecord(raw: unknown): raw is Record<string, unknown> {
  return typeof raw === 'object' && raw !== null && !Array.isArray(raw);
}

/** A rich-text editor's empty paragraph. */
function saysNothing(html: string): boolean {
  return plainTextOf(html) === '' && !/<img /.test(html);
}
