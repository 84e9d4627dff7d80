/** Turns an item of another system into input of this one, or says what is wrong with it. */
import { createHash } from 'node:crypto';
import type { Collection, Problem } from '#app/items/collection/collection.ts';
import { isItemId } from '#app/items/content/item-id.ts';
import { parseDraft } from '#app/items/content/parse-draft.server.ts';
import { parseItem } from '#app/items/content/parse-item.server.ts';
import { readWish, type Wish } from '#app/items/content/publication-wish.ts';
import { type Doubt, doubtful, type FoundItem, refused } from '#app/moving/formats/format.ts';
import { withoutShortcodes } from '#app/moving/formats/wordpress/wordpress-shortcodes.ts';
import { plainTextOf } from '#app/platform/html/extract.server.ts';
import { formatTime } from '#app/platform/time/town-time.ts';
import { derivedId } from '#app/sources/import/derived-id.ts';
import type { Town } from '#app/town/town.ts';
import { choiceOf } from './choices.ts';

type Json = Record<string, unknown>;

export type PlanContext = { town: Town; siteUrl: string; now: number; choices: Record<string, string> };

/** `isOwnId`: the id is that of the other system. `doubts` are what an editor should know in any case. */
export type Plan =
  | { kind: 'item'; input: Json & { id: string }; wish: Wish; isOwnId: boolean; doubts: Doubt[] }
  | { kind: 'refused' | 'skipped'; doubts: Doubt[] };

/** What an item becomes, with its defaults and choices. Its HTML is sanitized, its pictures stay where they are. */
export function planItem(collection: Collection, found: FoundItem, context: PlanContext): Plan {
  const { choices, siteUrl, town, now } = context;
  const effects = found.doubts.map((doubt) => effectOf(doubt, choices));
  if (effects.includes('skip')) return { kind: 'skipped', doubts: found.doubts };
  const doubts: Doubt[] = found.doubts.map((doubt) => ({ ...doubt, verdict: 'doubtful' }));
  const isRefused = effects.includes('refuse');
  const { fields, wish, problems } = readWish(found.input);
  const filled = withDefaults(collection, found, fields, context, doubts);
  if (choices.shortcode === 'remove' && found.doubts.some(({ class: name }) => name === 'shortcode'))
    removeShortcodes(collection, filled);
  const isOwnId = filled.id === fields.id;
  const whole = () => parseItem(collection, filled, { siteUrl, town, now }).problems ?? [];
  if (isRefused) return refusedFor(besides(found.doubts, whole()), found.doubts);
  const planned = (input: Json, published: Wish): Plan => {
    return { kind: 'item', input: input as Json & { id: string }, wish: published, isOwnId, doubts };
  };
  const asDraft = () => {
    const parsed = parseDraft(collection, withTitle(collection, filled), { siteUrl, town });
    return parsed.input
      ? planned(parsed.input, DRAFT)
      : refusedFor([...parsed.problems, ...besides(parsed.problems, whole())], doubts);
  };
  if (collection.store.unpublished && (effects.includes('draft') || wish.publication === 'draft'))
    return asDraft();
  const parsed = parseItem(collection, filled, { siteUrl, town, now });
  const all = [...problems, ...(parsed.problems ?? [])];
  if (parsed.input && all.length === 0) return planned(parsed.input, datedWish(wish));
  if (choiceOf(choices, 'invalid') !== 'draft' || !collection.store.unpublished)
    return refusedFor(all, doubts);
  doubts.push(...refusedFor(all, []).doubts.map((doubt): Doubt => ({ ...doubt, verdict: 'doubtful' })));
  return asDraft();
}

const DRAFT: Wish = { publication: 'draft', publishAt: undefined };

/** An item that is scheduled without a time becomes public at its date. */
function datedWish(wish: Wish): Wish {
  return wish.publication === 'scheduled' && wish.publishAt === undefined
    ? { publication: undefined, publishAt: undefined }
    : wish;
}

/** Whether an item is not imported whatever its fields are. */
export function isLeftOut({ doubts }: FoundItem, choices: Record<string, string>): boolean {
  return doubts.some((doubt) => ['refuse', 'skip'].includes(effectOf(doubt, choices)));
}

/** What a doubt does to an item. */
function effectOf({ verdict, class: name }: Doubt, choices: Record<string, string>): string {
  const isDoubtful = verdict === 'doubtful';
  const choice = choiceOf(choices, name, isDoubtful);
  if (isDoubtful) return choice ?? 'import';
  return choice === 'draft' ? 'draft' : 'refuse';
}

function refusedFor(problems: Problem[], doubts: Doubt[]): Plan {
  const refusals = problems.map(({ field, message }) => refused('invalid', field, message));
  return { kind: 'refused', doubts: [...refusals, ...doubts] };
}

/** Those of the problems about whose fields nothing was `said`: a record can be fixed at once if all are reported. */
function besides(said: { field: string }[], problems: Problem[]): Problem[] {
  const known = new Set(said.map(({ field }) => field));
  // The time is taken from the date.
  if (known.has('eventDate')) known.add('eventTime');
  return problems.filter(({ field }) => !known.has(field));
}

/** Fields that every item of this site has and other systems lack. */
const FILLED = ['sourceId', 'link', 'sourceName', 'sourceUrl'];

function withDefaults(
  collection: Collection,
  found: FoundItem,
  given: Json,
  { town, siteUrl, now }: PlanContext,
  doubts: Doubt[],
): Json & { id: string } {
  const id = isItemId(String(given.id ?? ''))
    ? String(given.id)
    : derivedId('moved', found.kind, found.origin, found.key);
  const standard = collection.form.draft({ town, siteUrl, now });
  const own: Json = {
    ...standard,
    sourceId: found.key.slice(0, 400),
    link: `${siteUrl}/${found.kind}/${id}`,
  };
  const input: Json & { id: string } = { ...given, id };
  for (const field of FILLED) if (field in standard && isMissing(given[field])) input[field] = own[field];
  if (found.kind === 'events') fillEvent(input, { town, now }, doubts);
  return input;
}

function fillEvent(input: Json, { town, now }: Pick<PlanContext, 'town' | 'now'>, doubts: Doubt[]): void {
  if (isMissing(input.pubDate)) input.pubDate = new Date(now).toISOString();
  const start = Date.parse(String(input.eventDate));
  if (isMissing(input.eventTime) && !Number.isNaN(start))
    input.eventTime = input.allDay === true ? 'All day' : formatTime(start, town);
  if (!isMissing(input.eventLocation)) return;
  input.eventLocation = 'To be announced';
  doubts.push(
    doubtful('no-location', 'eventLocation', 'It has no place. It is imported with “To be announced”'),
  );
}

function isMissing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

const TITLE_WORDS = 10;

/** The first words of the text, for a draft without a title. */
function withTitle({ source, json: { htmlFields } }: Collection, input: Json): Json {
  if (String(input[source.title] ?? '').trim() !== '') return input;
  const html = htmlFields.map((field) => input[field]).find((value) => typeof value === 'string');
  const words = plainTextOf(String(html ?? '').slice(0, 4000))
    .split(/\s+/)
    .filter(Boolean);
  const title = words.slice(0, TITLE_WORDS).join(' ').slice(0, 200).toWellFormed();
  return { ...input, [source.title]: words.length > TITLE_WORDS ? `${title}…` : title || 'Untitled' };
}

function removeShortcodes({ json: { htmlFields } }: Collection, input: Json): void {
  for (const field of htmlFields) {
    const html = input[field];
    if (typeof html === 'string') input[field] = withoutShortcodes(html);
  }
}

/** What identifies the content of a record: another one in a later file is a change. */
export function hashOfFound({ title, input, oldPaths, pictureKey }: FoundItem): string {
  return createHash('sha256')
    .update(JSON.stringify([title, input, oldPaths, pictureKey]))
    .digest('base64url');
}
