/** Public items that are kept for reference and no longer changed (28 CFR 35.201). */
import { recordFindings } from '#app/items/accessibility/record-findings.server.ts';
import type { Collection, CollectionName, Problem } from '#app/items/collection/collection.ts';
import { isByContributor } from '#app/items/drafts/check-saver.server.ts';
import type { Editor } from '#app/items/drafts/editor.ts';
import { aloneWith } from '#app/items/drafts/item-states.server.ts';
import { forgetReports } from '#app/items/reported/end-reports.server.ts';
import { NotPermittedError } from '#app/people/request/not-permitted.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { formatDate, type TownClock } from '#app/platform/time/town-time.ts';

/** When these items were archived, by their ids (UTC epoch milliseconds); the others are absent. */
export async function listArchived(
  db: ReadDb,
  collection: CollectionName,
  ids: readonly string[],
): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('archived_item')
    .select(['itemId', 'archivedAt'])
    .where('collection', '=', collection)
    .where('itemId', 'in', ids)
    .execute();
  return new Map(rows.map(({ itemId, archivedAt }) => [itemId, Number(archivedAt)]));
}

/** When the item was archived (UTC epoch milliseconds); undefined unless it is. */
export async function findArchivedAt(
  db: ReadDb,
  collection: CollectionName,
  id: string,
): Promise<number | undefined> {
  return (await listArchived(db, collection, [id])).get(id);
}

/** The day on which the item was archived, as text; null unless it is. */
export async function findArchivedDay(
  db: ReadDb,
  collection: CollectionName,
  id: string,
  clock: TownClock,
): Promise<string | null> {
  const at = await findArchivedAt(db, collection, id);
  return at === undefined ? null : formatDate(at, clock);
}

/**
 * Archives a public item as of `at` (UTC epoch milliseconds), or with null takes it out of the archive. One that is
 * archived keeps its date. Returns whether the item is as wanted: only public ones can be archived, and none that must
 * stay up to date. `by` must be an editor at that moment.
 */
export function setArchived(
  db: WriteDb,
  collection: Collection,
  id: string,
  at: number | null,
  by?: Editor,
): Promise<boolean> {
  return aloneWith(db, collection, id, async (transaction) => {
    if (by && (await isByContributor(transaction, by)))
      throw new NotPermittedError('Only editors can archive.');
    if (at === null) await forgetArchived(transaction, collection.name, id);
    else {
      const isPermanent = collection.store.permanentIds?.includes(id);
      if (isPermanent || !(await collection.store.find(transaction, id))) return false;
      await transaction
        .insertInto('archived_item')
        .values({ collection: collection.name, itemId: id, archivedAt: at })
        .onConflict((conflict) => conflict.columns(['collection', 'itemId']).doNothing())
        .execute();
      await forgetReports(transaction, { collection: collection.name, itemId: id });
    }
    await recordFindings(transaction, collection, [id]);
    return true;
  });
}

/** Of an item that no longer exists, or is taken out of the archive. */
export async function forgetArchived(db: WriteDb, collection: CollectionName, id: string): Promise<void> {
  await db
    .deleteFrom('archived_item')
    .where('collection', '=', collection)
    .where('itemId', '=', id)
    .execute();
}

/** Why an archived item is not saved. */
export function archivedProblem({ singular }: Pick<Collection, 'singular'>): Problem {
  return {
    field: '',
    message: `This ${singular} is archived and can’t be changed. Take it out of the archive first.`,
  };
}
