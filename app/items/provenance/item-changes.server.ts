/** What a source says about an item that the town has, compared with the item: nothing that an editor wrote is lost. */
import { storedLinkOf } from '#app/items/text/own-link.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import type { SourceRow } from '#app/platform/database/tables/tables.ts';
import { plainTextOf } from '#app/platform/html/extract.server.ts';
import { type Fields, fieldsOf } from './said-fields.ts';
import { type Credit, listCredits } from './source-item-store.server.ts';
import { canonicalAddress } from './web-address.ts';

type Value = Fields[string];

/** The source has another value than the item. A `locked` field is an editor's: the item differs from what it took. */
export type FieldChange = { field: string; from: Value; to: Value; locked: boolean };

/** Whether readers would notice the difference: not of markup, nor of what an address tracks. */
export function isNoticed(field: string, before: Value, after: Value): boolean {
  if (before === after) return false;
  if (field === 'description') return htmlTextOf(before) !== htmlTextOf(after);
  if (field === 'link') return addressOf(before) !== addressOf(after);
  return true;
}

function htmlTextOf(html: Value): string {
  return plainTextOf(String(html ?? ''));
}

function addressOf(link: Value): Value {
  const address = typeof link === 'string' ? canonicalAddress(link) : null;
  return address?.replace(/^https?:\/\//, '') ?? link;
}

/** `said` with the values of `before` where readers would not notice the difference. */
export function withoutTrifles(before: Fields, said: Fields): Fields {
  return Object.fromEntries(
    Object.entries(said).map(([field, value]) => {
      const was = before[field] ?? null;
      return [field, isNoticed(field, was, value) ? value : was];
    }),
  );
}

/** Whether an item has no source of its own, so that everything in it is the editor's. */
export function isTypedByHand(credits: Credit[]): boolean {
  return credits.every(({ ownId, itemId }) => ownId !== itemId);
}

/** Whether no source lists an event anymore, though its date is to come. A removed source no longer counts. */
export function hasVanished(credits: Pick<Credit, 'absentSince' | 'removedAt' | 'unconfirmed'>[]): boolean {
  return (
    credits.every(({ absentSince, removedAt }) => absentSince !== null || removedAt !== null) &&
    credits.some(({ unconfirmed }) => unconfirmed === 1)
  );
}

/** What the leading source says about an item. An event that has vanished seems to be canceled. */
export function statementOf(credits: [Credit, ...Credit[]]): Fields {
  const fields: Fields = JSON.parse(credits[0].fields);
  return hasVanished(credits) ? { ...fields, status: 'cancelled' } : fields;
}

/** What an item last took from this source, or what the source said when it began to lead. */
export function baseOf({ base, fields }: Credit): Fields {
  return JSON.parse(base ?? fields);
}

/** Whether an item took the value that a field of it has from one of its sources. */
export function isTaken(credits: Credit[], field: string, value: Value): boolean {
  return credits.some((credit) => !isNoticed(field, baseOf(credit)[field] ?? null, value));
}

/** Whether an editor wrote it. */
export function isEdited(credits: Credit[], field: string, value: Value): boolean {
  return isTypedByHand(credits) || !isTaken(credits, field, value);
}

/** The values of an item in the fields that its sources have a say in, as they are stored. */
export function presentFields(feeds: string, input: Record<string, unknown>, siteUrl: string): Fields {
  const fields = fieldsOf(feeds as SourceRow['feeds'], input);
  return typeof fields.link === 'string'
    ? { ...fields, link: storedLinkOf(fields.link, { siteUrl }) }
    : fields;
}

/** An editor who wrote one of these meant all of them. */
const TOGETHER = ['eventDate', 'endDate', 'allDay', 'eventTime'];

/** What the leading source has changed since the item took it last, where the item has another value. */
export function listChanges(present: Fields, credits: [Credit, ...Credit[]]): FieldChange[] {
  const base = baseOf(credits[0]);
  const isOwn = (field: string) => isEdited(credits, field, present[field] ?? null);
  return Object.entries(statementOf(credits))
    .filter(
      ([field, to]) =>
        isNoticed(field, base[field] ?? null, to) && isNoticed(field, present[field] ?? null, to),
    )
    .map(([field, to]) => ({
      field,
      from: present[field] ?? null,
      to,
      locked: TOGETHER.includes(field) ? TOGETHER.some(isOwn) : isOwn(field),
    }));
}

/**
 * `credits` are those of the item, the one that leads first; none for an item without a source. `edited` are the fields
 * that an editor wrote, which no update changes. `changes` is what the source has changed since, and nobody has decided.
 */
export type SourceDifferences = { credits: Credit[]; edited: string[]; changes: FieldChange[] };

/** `input` is the item's, as it is stored. */
export async function findSourceDifferences(
  db: ReadDb,
  { collection, id }: { collection: string; id: string },
  input: Record<string, unknown>,
  siteUrl: string,
): Promise<SourceDifferences> {
  const [leader, ...others] = (await listCredits(db, collection, [id])).get(id) ?? [];
  if (!leader) return { credits: [], edited: [], changes: [] };
  const credits: [Credit, ...Credit[]] = [leader, ...others];
  const present = presentFields(collection, input, siteUrl);
  return {
    credits,
    edited: Object.entries(present).flatMap(([field, value]) =>
      isEdited(credits, field, value) ? [field] : [],
    ),
    changes: listChanges(present, credits),
  };
}
