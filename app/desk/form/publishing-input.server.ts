import {
  type Collection,
  type EditedItem,
  type Problem,
  type Publication,
  publications,
} from '#app/items/collection/collection.ts';
import type { FormValues } from '#app/platform/forms/field-spec.ts';
import { instantOfTownTime, townTimeOf } from '#app/platform/time/town-time.ts';

/** A form's input about publication. `publishAt`, UTC epoch milliseconds, is set only for a scheduled item. */
export type PublishingInput = {
  publication: Publication;
  publishAt: number | undefined;
  problems: Problem[];
};

/** Reads the status and the publish time of a form. A form without a status publishes its item. */
export function readPublishing(
  { publication: typed, publishAt }: FormValues,
  stored: EditedItem | undefined,
  zone: string,
): PublishingInput {
  const publication = publications.find((known) => known === (typed || 'published'));
  if (!publication) return { ...nothing, problems: [{ field: 'publication', message: 'Choose a status' }] };
  if (publication !== 'scheduled') return { ...nothing, publication };
  const at = instantOf(String(publishAt ?? ''), stored?.publishAt ?? null, zone);
  if (typeof at === 'number') return { publication, publishAt: at, problems: [] };
  return { ...nothing, publication, problems: [{ field: 'publishAt', message: at }] };
}

/** The same for a publish time alone, in the town's local time. */
export function readSchedule(publishAt: string, zone: string): PublishingInput {
  return readPublishing({ publication: 'scheduled', publishAt }, undefined, zone);
}

const nothing: PublishingInput = { publication: 'published', publishAt: undefined, problems: [] };

/**
 * The instant, or the problem with it. A local time that occurs twice means the first; an unchanged one keeps its
 * seconds.
 */
function instantOf(text: string, stored: number | null, zone: string): number | string {
  if (stored !== null && townTimeOf(stored, zone) === text) return stored;
  const at = instantOfTownTime(text, zone);
  if (at === undefined) return 'Enter a publish time';
  if (townTimeOf(at, zone) !== text.slice(0, 16))
    return 'The clocks go forward then, so this time does not exist. Choose another time.';
  return at;
}

/**
 * Choosing Published for a draft or a scheduled item publishes it now: the future date that scheduling gave it must not
 * schedule it again. A new or published item with a future date is scheduled for that date.
 */
export function publishedNow(
  chosen: PublishingInput,
  stored: EditedItem | undefined,
  now: number,
): PublishingInput {
  const isHidden = stored !== undefined && stored.publication !== 'published';
  return chosen.publication === 'published' && isHidden ? { ...chosen, publishAt: now } : chosen;
}

/** The input of a form that published its item, and was sent again: the item is dated by the first time. */
export function publishedBefore(
  { json: { dateField } }: Pick<Collection, 'json'>,
  input: Record<string, unknown>,
  { publication }: PublishingInput,
  { stored, now }: { stored: EditedItem | undefined; now: number },
): Record<string, unknown> | undefined {
  if (!dateField || publication !== 'published' || stored?.publication !== 'published') return undefined;
  const isLater = Number(input[dateField]) > now;
  return isLater ? { ...input, [dateField]: Date.parse(String(stored.input[dateField])) } : undefined;
}

/** The status that checked input leads to: a future publish time or item date schedules it. */
export function resolveStatus(
  { json: { dateField } }: Pick<Collection, 'json'>,
  input: Record<string, unknown>,
  publishing: PublishingInput,
  now: number,
): PublishingInput {
  if (publishing.publication === 'draft') return publishing;
  const at = publishing.publishAt ?? (dateField === undefined ? now : Number(input[dateField]));
  const publication = at > now ? 'scheduled' : 'published';
  return { ...publishing, publication, publishAt: at > now ? at : undefined };
}

/** A newly scheduled item is dated by its publish time, which may be in the past. */
export function datedInput(
  { json: { dateField } }: Pick<Collection, 'json'>,
  input: Record<string, unknown>,
  { publishAt }: PublishingInput,
  stored: EditedItem | undefined,
): Record<string, unknown> {
  if (!dateField || publishAt === undefined || publishAt === stored?.publishAt) return input;
  return { ...input, [dateField]: new Date(publishAt).toISOString() };
}
