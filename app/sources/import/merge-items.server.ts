/** Editors' merges and splits of what sources have listed. Both are remembered. */
import { randomUUID } from 'node:crypto';
import { type Collection, findForEditor } from '#app/items/collection/collection.ts';
import { isoOf } from '#app/items/content/item-json.ts';
import { parseItem } from '#app/items/content/parse-item.server.ts';
import { presentFields } from '#app/items/provenance/item-changes.server.ts';
import type { Fields } from '#app/items/provenance/said-fields.ts';
import {
  type Credit,
  listCredits,
  updateSourceItem,
} from '#app/items/provenance/source-item-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import type { SourceRow } from '#app/platform/database/tables/tables.ts';
import { inTransaction, lockName } from '#app/platform/database/transaction.ts';
import { endsAtOf, withDefaults, withWholeLinks } from './feed-fields.server.ts';
import { SOURCE_ITEMS } from './import-batch.server.ts';
import type { ImportContext } from './import-context.ts';
import { removeRule, titleRuleKey, writeRule } from './matching.server.ts';
import { stackOf, updateItems } from './update-items.server.ts';

export type MergeOutcome = { kind: 'merged' } | { kind: 'refused'; problem: string };

/**
 * Merges an item that waits for review into another, which waits, too, or exists: its sources are credits of that one
 * from now on, and a primary source leads. Remembered are the two titles and the two venues, which mean the same from
 * now on. `by` is an editor's account.
 */
export function mergeItems(
  db: WriteDb,
  context: ImportContext,
  { collection, from, into }: { collection: string; from: string; into: string },
  { by }: { by: string | null },
): Promise<MergeOutcome> {
  return inTransaction(db, async (transaction) => {
    await lockName(transaction, SOURCE_ITEMS);
    const credits = await listCredits(transaction, collection, [from, into]);
    const [moved, target] = [credits.get(from) ?? [], credits.get(into) ?? []];
    const problem = await findProblem(transaction, context, { collection, from, into });
    if (problem) return { kind: 'refused', problem };
    const now = context.now();
    const [leader] = target;
    for (const credit of moved) {
      await updateSourceItem(transaction, credit, {
        itemId: into,
        base: leader?.base ?? credit.fields,
        decision: leader ? leader.decision : 'published',
        mergedAt: now,
        mergedBy: by,
        mergedFor: null,
      });
    }
    await transaction
      .deleteFrom('inbox_entry')
      .where('collection', '=', collection)
      .where('itemId', '=', from)
      .execute();
    for (const one of moved)
      for (const other of target) await rememberSame(transaction, one, other, { by, now });
    await updateItems(transaction, context, collection, [into]);
    return { kind: 'merged' };
  });
}

async function findProblem(
  db: WriteDb,
  { collections }: ImportContext,
  { collection, from, into }: { collection: string; from: string; into: string },
): Promise<string | undefined> {
  if (from === into) return 'This is the same item';
  const waiting = await db
    .selectFrom('inbox_entry')
    .select('itemId')
    .where('collection', '=', collection)
    .where('kind', '=', 'new')
    .where('itemId', 'in', [from, into])
    .execute();
  const isWaiting = (id: string) => waiting.some(({ itemId }) => itemId === id);
  if (!isWaiting(from)) return 'It no longer waits for review';
  if (isWaiting(into)) return undefined;
  const target = await findForEditor(collections[collection] as Collection, db, into);
  return target ? undefined : 'The item to merge it into does not exist';
}

type Deciding = { by: string | null; now: number };

async function rememberSame(db: WriteDb, one: Credit, other: Credit, deciding: Deciding): Promise<void> {
  await removeRule(db, { kind: 'never', one: one.ownId, other: other.ownId });
  await removeRule(db, { kind: 'never', one: titleRuleKey(one), other: titleRuleKey(other) });
  await writeRule(db, { kind: 'same', one: one.titleKey, other: other.titleKey }, deciding);
  if (one.venueKey !== null && other.venueKey !== null)
    await writeRule(db, { kind: 'venue', one: one.venueKey, other: other.venueKey }, deciding);
}

/** `entryId` is where it waits for review; null for one that is over or exists already. */
export type SplitOutcome = { kind: 'split'; entryId: string | null } | { kind: 'missing' };

/**
 * Takes a merged credit, named by its own id, out of its item: it is an item of its own again, for review. The two are
 * never merged again, nor are other dates with these titles of these sources. Their venues no longer count as one. `by`
 * is an editor's account.
 */
export function splitItem(
  db: WriteDb,
  context: ImportContext,
  { collection, ownId }: { collection: string; ownId: string },
  { by }: { by: string | null },
): Promise<SplitOutcome> {
  return inTransaction(db, async (transaction) => {
    await lockName(transaction, SOURCE_ITEMS);
    const row = await transaction
      .selectFrom('source_item')
      .select('itemId')
      .where('collection', '=', collection)
      .where('ownId', '=', ownId)
      .executeTakeFirst();
    if (!row || row.itemId === ownId) return { kind: 'missing' };
    const all = (await listCredits(transaction, collection, [row.itemId])).get(row.itemId) ?? [];
    const credit = all.find((one) => one.ownId === ownId) as Credit;
    const deciding = { by, now: context.now() };
    const others = all.filter((one) => one !== credit);
    for (const other of others) await rememberApart(transaction, credit, other, deciding);
    await rememberPair(transaction, ownId, row.itemId, deciding);
    if (others.length === 0) await rememberApart(transaction, credit, typedByHand(credit), deciding);
    const entryId = await standAlone(transaction, context, credit);
    await updateItems(transaction, context, collection, [row.itemId]);
    return { kind: 'split', entryId };
  });
}

function typedByHand({ itemId, titleKey }: Credit) {
  return { ownId: itemId, source: null, titleKey, venueKey: null };
}

async function rememberApart(
  db: WriteDb,
  one: Pick<Credit, 'ownId' | 'source' | 'titleKey' | 'venueKey'>,
  other: Pick<Credit, 'ownId' | 'titleKey' | 'venueKey'> & { source: string | null },
  deciding: Deciding,
): Promise<void> {
  await removeRule(db, { kind: 'same', one: one.titleKey, other: other.titleKey });
  if (one.venueKey !== null && other.venueKey !== null)
    await removeRule(db, { kind: 'venue', one: one.venueKey, other: other.venueKey });
  await rememberPair(db, one.ownId, other.ownId, deciding);
  // The same title twice in one source is what its next dates have, too.
  if (one.source !== other.source) await rememberPair(db, titleRuleKey(one), titleRuleKey(other), deciding);
}

function rememberPair(db: WriteDb, one: string, other: string, deciding: Deciding): Promise<void> {
  return writeRule(db, { kind: 'never', one, other }, deciding);
}

/** The id of its entry in the inbox. */
async function standAlone(db: WriteDb, context: ImportContext, credit: Credit): Promise<string | null> {
  const { collection, ownId } = credit;
  const fields: Fields = JSON.parse(credit.fields);
  const now = context.now();
  const isOver = (endsAtOf(fields, context.town.timeZone) ?? Number.POSITIVE_INFINITY) <= now;
  const exists = await findForEditor(context.collections[collection] as Collection, db, ownId);
  const input = inputOf(context, credit, fields);
  const decision = exists ? 'published' : isOver ? 'expired' : null;
  const base = JSON.stringify(presentFields(collection, input, context.siteUrl));
  const own = { mergedAt: null, mergedBy: null, mergedFor: null };
  await updateSourceItem(db, credit, { itemId: ownId, base, decision, ...own });
  if (decision !== null) return null;
  const id = randomUUID();
  await db
    .insertInto('inbox_entry')
    .values({
      id,
      kind: 'new',
      ...{ collection, itemId: ownId, source: credit.source, stack: stackOf('new', credit) },
      title: String(fields.title),
      link: String(input.link),
      item: JSON.stringify(input),
      changes: null,
      similar: null,
      startAt: credit.startAt,
      receivedAt: now,
      snoozedUntil: null,
    })
    .execute();
  return id;
}

/** The whole input of an item from what is known of its source. */
function inputOf(
  { collections, town, siteUrl, now }: ImportContext,
  credit: Credit,
  fields: Fields,
): Record<string, unknown> {
  const collection = collections[credit.collection] as Collection;
  const source = { ...credit, id: credit.source, feeds: credit.collection as SourceRow['feeds'] };
  const raw = {
    id: credit.ownId,
    sourceId: credit.key,
    pubDate: isoOf(credit.pubDate),
    ...withDefaults(source, withWholeLinks(fields, siteUrl) as { title: string }),
  };
  const parsed = parseItem(collection, raw, { siteUrl, town, now: now() });
  return parsed.input ? withWholeLinks(collection.json.toInputJson(parsed.input), siteUrl) : raw;
}
