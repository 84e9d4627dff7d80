/** What became of the items of a source, and who added it. */
import { type Collections, findForEditor } from '#app/items/collection/collection.ts';
import { baseOf, isTaken, presentFields } from '#app/items/provenance/item-changes.server.ts';
import { listCredits } from '#app/items/provenance/source-item-store.server.ts';
import { accountName } from '#app/platform/database/account-names.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { inSnapshot } from '#app/platform/database/transaction.ts';

/** How many items a source has listed, by what became of them. `waiting` is in the inbox. */
export type DecisionCounts = {
  all: number;
  published: number;
  discarded: number;
  waiting: number;
  expired: number;
};

/** Counts the items of a source that are not gone from the site's memory. */
export async function countDecisions(db: ReadDb, source: string): Promise<DecisionCounts> {
  const rows = await db
    .selectFrom('source_item')
    .select((eb) => ['decision', eb.fn.countAll().as('count')])
    .where('source', '=', source)
    .groupBy('decision')
    .execute();
  const countOf = (decision: string | null) =>
    Number(rows.find((row) => row.decision === decision)?.count ?? 0);
  const counts = {
    published: countOf('published'),
    discarded: countOf('discarded'),
    waiting: countOf(null),
    expired: countOf('expired'),
  };
  return { ...counts, all: Object.values(counts).reduce((sum, count) => sum + count, 0) };
}

/** How many items of all sources that arrived from `since` on (UTC epoch milliseconds) are on the site, merges apart. */
export async function countPublished(db: ReadDb, since: number): Promise<number> {
  const { count } = await db
    .selectFrom('source_item')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('decision', '=', 'published')
    .where('mergedAt', 'is', null)
    .where('firstSeenAt', '>=', since)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/**
 * An item of a source that belongs to another item. Titles are those that sources say; `mergedBy` is an account, null for
 * a rule, and `mergedByName` its name, if it has one.
 */
export type MergedItem = {
  ownId: string;
  title: string;
  other: { collection: string; itemId: string; title: string; source: string | null };
  mergedAt: number;
  mergedBy: string | null;
  mergedByName: string | null;
};

/** The last items of a source that were merged into others, newest first. */
export function listMerged(db: ReadDb, source: string, limit: number): Promise<MergedItem[]> {
  return inSnapshot(db, async (read) => {
    const rows = await read
      .selectFrom('source_item')
      .select(['ownId', 'collection', 'itemId', 'fields', 'mergedAt', 'mergedBy'])
      .select(accountName('source_item.mergedBy').as('mergedByName'))
      .where('source', '=', source)
      .where('mergedAt', 'is not', null)
      .orderBy('mergedAt', 'desc')
      .orderBy('key', 'desc')
      .limit(limit)
      .execute();
    const others = await listOthers(read, rows);
    return rows.map(({ ownId, collection, itemId, fields, mergedAt, mergedBy, mergedByName }) => ({
      ownId,
      title: titleIn(fields),
      other: {
        collection,
        itemId,
        ...(others.get(`${collection} ${itemId}`) ?? { title: '', source: null }),
      },
      mergedAt: Number(mergedAt),
      mergedBy,
      mergedByName,
    }));
  });
}

/** The items that the ids belonged to before anything was merged into them. */
async function listOthers(db: ReadDb, merged: { collection: string; itemId: string }[]) {
  if (merged.length === 0) return new Map<string, { title: string; source: string }>();
  const rows = await db
    .selectFrom('source_item')
    .innerJoin('source', 'source.id', 'source_item.source')
    .select(['collection', 'ownId', 'fields', 'source.name'])
    .where('collection', 'in', [...new Set(merged.map(({ collection }) => collection))])
    .where('ownId', 'in', [...new Set(merged.map(({ itemId }) => itemId))])
    .execute();
  return new Map(
    rows.map(({ collection, ownId, fields, name }) => [
      `${collection} ${ownId}`,
      { title: titleIn(fields), source: name },
    ]),
  );
}

function titleIn(fields: string): string {
  const { title } = JSON.parse(fields) as { title?: unknown };
  return typeof title === 'string' ? title : '';
}

/** An item of a source in which an editor wrote `fields`, which the source therefore no longer changes. */
export type EditedSourceItem = {
  collection: string;
  itemId: string;
  title: string;
  fields: string[];
  editedAt: number;
};

/** Only the latest items of a source are looked at for edits. */
const LATEST = 200;

type EditedContext = { collections: Collections; siteUrl: string; limit: number };

/** The items of a source that an editor changed last, newest first. */
export async function listEdited(
  db: ReadDb,
  source: string,
  { collections, siteUrl, limit }: EditedContext,
): Promise<EditedSourceItem[]> {
  const candidates = await listSaved(db, source, 2 * limit);
  const edited: EditedSourceItem[] = [];
  for (const { collection: name, itemId, savedAt } of candidates) {
    if (edited.length === limit) break;
    const collection = collections[name];
    const credits = (await listCredits(db, name, [itemId])).get(itemId);
    const item = collection && (await findForEditor(collection, db, itemId));
    if (!collection || !item || !credits?.[0]) continue;
    const present = presentFields(name, item.input, siteUrl);
    const fields = Object.keys(baseOf(credits[0])).filter(
      (field) => !isTaken(credits, field, present[field] ?? null),
    );
    const title = typeof item.input.title === 'string' ? item.input.title : '';
    if (fields.length > 0)
      edited.push({ collection: name, itemId, title, fields, editedAt: Number(savedAt) });
  }
  return edited;
}

/** Those of the latest published items that someone has saved. */
function listSaved(db: ReadDb, source: string, limit: number) {
  const latest = db
    .selectFrom('source_item')
    .select(['collection', 'itemId'])
    .where('source', '=', source)
    .where('decision', '=', 'published')
    .orderBy('firstSeenAt', 'desc')
    .limit(LATEST)
    .as('latest');
  return db
    .selectFrom(latest)
    .innerJoin('item_revision', (join) =>
      join
        .onRef('item_revision.collection', '=', 'latest.collection')
        .onRef('item_revision.id', '=', 'latest.itemId'),
    )
    .select(['latest.collection', 'latest.itemId'])
    .select((eb) => eb.fn.max('savedAt').as('savedAt'))
    .where((eb) => eb.or([eb('savedBy', 'is not', null), eb('savedByToken', 'is not', null)]))
    .groupBy(['latest.collection', 'latest.itemId'])
    .orderBy('savedAt', 'desc')
    .limit(limit)
    .execute();
}
