/**
 * What a file for another system says of an item of this site besides what that system understands, so that the item is
 * the same when the file comes back.
 */
import { storedHtmlOf } from '#app/items/text/own-link.ts';
import { isObject, type JsonObject, textIn } from '#app/sources/formats/json-value.ts';
import type { ItemKind } from './format.ts';
import { RECORD_FIELDS } from './record-fields.ts';

/** The meta fields in WordPress exports. WordPress does not show names that begin with a line. */
export const OWN_ITEM = '_belfry_item';
export const OWN_PICTURE = '_belfry_picture';

/** What follows it in the text of a post was added for readers there, such as a news item's source. */
const END_OF_TEXT = '<!-- end of text -->';

/** Kinds whose text is the text of the post: what was changed there counts. */
const PLAIN_TEXT = new Set<ItemKind>(['articles', 'news', 'events']);

/** `input` has the fields of the API; without `description` where the post has it. */
export type OwnFacts = { kind: ItemKind; id: string; input: JsonObject };

/** The facts of an item that leaves. */
export function ownFactsOf({ kind, id, input }: OwnFacts): OwnFacts {
  const { description, ...others } = input;
  return { kind, id, input: PLAIN_TEXT.has(kind) ? others : input };
}

/** These facts from a file; undefined when it has none. Nothing in them is trusted: the importer checks every item. */
export function readOwnFacts(given: unknown): OwnFacts | undefined {
  const facts = typeof given === 'string' && given !== '' ? parsed(given) : given;
  if (!isObject(facts) || !isObject(facts.input)) return undefined;
  const kind = Object.keys(RECORD_FIELDS).find((known) => known === facts.kind) as ItemKind | undefined;
  const id = textIn(facts.id);
  return kind && id ? { kind, id, input: facts.input } : undefined;
}

/** The text of an item, and what was added to it. */
export function withAddition(text: string, addition: string): string {
  return addition === '' ? text : `${text}${END_OF_TEXT}${addition}`;
}

function withoutAddition(content: string): string {
  return (content.split(END_OF_TEXT)[0] as string).replaceAll('&#91;', '[');
}

/**
 * The item that the facts and what the post says give. Text that was not changed there is exactly the same again, with
 * addresses of this site, at `siteUrl`, as paths; text of blocks was written there, and `clean` reads it.
 */
export function ownInput(
  { kind, id, input }: OwnFacts,
  content: string,
  { siteUrl, clean }: { siteUrl: string; clean: (content: string) => string },
): JsonObject {
  if (!PLAIN_TEXT.has(kind)) return { ...input, id };
  const text = withoutAddition(content);
  const isOurs = /^\s*</.test(text) && !text.includes('<!-- wp:');
  return { ...input, id, description: isOurs ? storedHtmlOf(text, { siteUrl }) : clean(content) };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
