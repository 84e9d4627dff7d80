/** What the sender of a suggestion does at the private link. */
import { randomUUID } from 'node:crypto';
import type { Expression } from 'kysely';
import { type Collection, type Collections, findForEditor } from '#app/items/collection/collection.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import type { FieldProblems } from '#app/platform/forms/field-spec.ts';
import type { AnyDb } from '#app/platform/search-index/text-sources.ts';
import type { Change } from '#app/sources/import/entry-columns.ts';
import { type ReadContext, readSuggestion, typedValuesOf } from './read-suggestion.server.ts';
import type { SuggestionKind, SuggestionValues } from './suggestion-fields.ts';
import { findByToken, putEntry, type Suggestion, suggestionColumns } from './suggestion-store.server.ts';

export function kindOf({ collection }: Pick<Suggestion, 'collection'>): SuggestionKind {
  return collection === 'news' ? 'news' : 'event';
}

/** The item that a suggestion became: its input, and whether readers see it. Undefined if there is none. */
export async function findItem(
  db: ReadDb,
  { collection, itemId }: Pick<Suggestion, 'collection' | 'itemId'>,
  collections: Collections,
): Promise<{ input: Record<string, unknown>; isPublic: boolean; updatedAt: number } | undefined> {
  const item = await findForEditor(collections[collection] as Collection, db, itemId);
  return item && { input: item.input, isPublic: item.publication === 'published', updatedAt: item.updatedAt };
}

export type EditOutcome =
  /** `input` is what waits now. */
  | { kind: 'saved'; input: string }
  | { kind: 'asked' | 'unchanged' | 'known' | 'gone' }
  | { kind: 'problems'; problems: FieldProblems };

/**
 * Changes what was sent. What waits is replaced, and what was declined waits again with another text. What an editor joined
 * with another suggestion waits on its own then. For what is on the site, the difference waits for review: readers see the
 * present item until then.
 */
export function editSuggestion(
  db: WriteDb,
  token: string,
  values: SuggestionValues,
  context: ReadContext,
): Promise<EditOutcome> {
  return inTransaction(db, async (transaction) => {
    const own = await findByToken(transaction, token);
    if (!own || own.state === 'withdrawn') return { kind: 'gone' };
    const item =
      own.state === 'published' ? await findItem(transaction, own, context.collections) : undefined;
    if (own.state === 'published' && !item) return { kind: 'gone' };
    const before = item?.input ?? JSON.parse(own.input);
    const { suggestion, problems } = readSuggestion(kindOf(own), values, context, before);
    if (!suggestion) return { kind: 'problems', problems };
    if (item) return askForChange(transaction, own, values, { before, after: suggestion.input, ...context });
    const { title, textKey } = suggestion;
    const input = JSON.stringify(suggestion.input);
    const itemId = String(suggestion.input.id);
    if (await isTextOfAnother(transaction, own, textKey)) return { kind: 'known' };
    await transaction
      .updateTable('suggestion')
      .set({ state: 'waiting', itemId, title, textKey, input, changedAt: context.now })
      .set({ reason: null, note: null, decidedAt: null, notifiedAt: null })
      .where('id', '=', own.id)
      .execute();
    await putEntry(transaction, { id: own.id, itemId, suggestion, similar: [], now: context.now });
    return { kind: 'saved', input };
  });
}

/** A declined text is not taken a second time either. */
async function isTextOfAnother(db: ReadDb, own: Suggestion, textKey: string): Promise<boolean> {
  const row = await db
    .selectFrom('suggestion')
    .select('id')
    .where('textKey', '=', textKey)
    .executeTakeFirst();
  return row !== undefined && (row.id !== own.id || own.state === 'declined');
}

const changeable = ['title', 'description', 'eventDate', 'eventTime', 'eventLocation', 'link'] as const;

type Difference = ReadContext & { before: Record<string, unknown>; after: Record<string, unknown> };

async function askForChange(
  db: WriteDb,
  { id, collection, itemId }: Suggestion,
  values: SuggestionValues,
  { before, after, town, siteUrl, now }: Difference,
): Promise<EditOutcome> {
  const shown = typedValuesOf(before, { town, siteUrl });
  // A formatted text that was not touched stays formatted, and so does a time in words.
  const isTouched = (field: (typeof changeable)[number]) =>
    shown[field].trim() !== values[field].replaceAll('\r\n', '\n').trim();
  const changes: Change[] = changeable.flatMap((field) => {
    const isSame = !isTouched(field) || (before[field] ?? null) === (after[field] ?? null);
    return isSame ? [] : [{ field, from: before[field] ?? null, to: after[field] ?? null }];
  });
  if (
    changes.some(({ field }) => field === 'eventTime') &&
    !changes.some(({ field }) => field === 'eventDate')
  )
    changes.push({ field: 'eventDate', from: before.eventDate, to: after.eventDate });
  if (changes.length === 0) return { kind: 'unchanged' };
  const text = JSON.stringify(changes);
  const entryId = randomUUID();
  await db
    .insertInto('inbox_entry')
    .values({
      ...{ id: entryId, kind: 'suggestion', collection, itemId, source: null, stack: entryId },
      ...{ title: String(before.title ?? ''), link: null, item: null, changes: text, similar: null },
      ...{ startAt: null, receivedAt: now, snoozedUntil: null, topic: id },
    })
    .onConflict((conflict) =>
      conflict.columns(['collection', 'itemId', 'kind', 'topic']).doUpdateSet({ changes: text }),
    )
    .execute();
  await db
    .updateTable('suggestion')
    .set({ changedAt: now, reason: null, note: null })
    .where('id', '=', id)
    .execute();
  return { kind: 'asked' };
}

/** Whether a change of what is on the site waits for review. */
export async function isChangeWaiting(db: ReadDb, { id }: Pick<Suggestion, 'id'>): Promise<boolean> {
  const row = await db
    .selectFrom('inbox_entry')
    .select('id')
    .where('kind', '=', 'suggestion')
    .where('topic', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * Takes back what waits or was declined, with its text and the email address. What an editor joined with it waits on its
 * own. Returns whether it did.
 */
export function withdrawSuggestion(db: WriteDb, token: string, now: number): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const own = await findByToken(transaction, token);
    if (!own || (own.state !== 'waiting' && own.state !== 'declined')) return false;
    // The entry of what it was joined with stays.
    const { numDeletedRows } = await transaction
      .deleteFrom('inbox_entry')
      .where('id', '=', own.id)
      .executeTakeFirstOrThrow();
    await transaction
      .updateTable('suggestion')
      .set({ state: 'withdrawn', textKey: null, email: null, title: '', input: '{}', changedAt: now })
      .where('id', '=', own.id)
      .execute();
    if (numDeletedRows > 0n) await separateJoined(transaction, own, now);
    return true;
  });
}

/** Puts into the inbox what waited as part of a suggestion that is withdrawn. */
async function separateJoined(
  db: WriteDb,
  { collection, itemId: joined }: Suggestion,
  now: number,
): Promise<void> {
  const rows = await db
    .selectFrom('suggestion')
    .select(['id', 'title', 'input', 'textKey'])
    .where('collection', '=', collection)
    .where('itemId', '=', joined)
    .where('state', '=', 'waiting')
    .execute();
  for (const { id, title, textKey, ...row } of rows) {
    const input: Record<string, unknown> = JSON.parse(row.input);
    const itemId = String(input.id);
    const startAt = collection === 'events' ? Date.parse(String(input.eventDate)) : null;
    const suggestion = { collection, title, input, startAt, textKey: textKey ?? '' };
    await db.updateTable('suggestion').set({ itemId }).where('id', '=', id).execute();
    await putEntry(db, { id, itemId, suggestion, similar: [], now });
  }
}

/** Remembers that the sender reads the emails of the address: only then is it told of the decision. */
export async function confirmSender(db: WriteDb, id: string, now: number): Promise<void> {
  await db
    .updateTable('suggestion')
    .set((eb) => ({ confirmedAt: now, sender: eb.fn.coalesce('emailHash', 'sender') }))
    .where('id', '=', id)
    .where('confirmedAt', 'is', null)
    .where('email', 'is not', null)
    .execute();
}

/** How many suggestions wait that arrived before this one. */
export async function countAhead(db: ReadDb, { sentAt }: Pick<Suggestion, 'sentAt'>): Promise<number> {
  const { count } = await db
    .selectFrom('suggestion')
    .select(({ fn }) => fn.countAll().as('count'))
    .where('state', '=', 'waiting')
    .where('sentAt', '<', sentAt)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * Suggestions that were declined or are on the site, whose senders were not notified, the longest decided first. What an
 * editor still works on, has scheduled or has removed is none of them.
 */
export function listUnnotified(db: ReadDb, collections: Collections, limit: number): Promise<Suggestion[]> {
  // Drafts and scheduled items are in another table.
  const idsOf = (name: string) => {
    const { source } = collections[name] as Collection;
    return (db as unknown as AnyDb).selectFrom(source.table).select('id') as unknown as Expression<string>;
  };
  return db
    .selectFrom('suggestion')
    .select(suggestionColumns)
    .where(({ or, and, eb }) =>
      or([
        eb('state', '=', 'declined'),
        ...(['events', 'news'] as const).map((name) =>
          and([eb('state', '=', 'published'), eb('collection', '=', name), eb('itemId', 'in', idsOf(name))]),
        ),
      ]),
    )
    .where('notifiedAt', 'is', null)
    .orderBy('changedAt')
    .limit(limit)
    .execute();
}
