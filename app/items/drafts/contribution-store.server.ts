/** The drafts of contributors: whose each is, and whether it was handed in. */
import type { Selectable } from 'kysely';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { ContributionRow } from '#app/platform/database/tables/operation-tables.ts';

export type Contribution = Selectable<ContributionRow>;

type Place = { collection: string; itemId: string };

const columns = ['collection', 'itemId', 'userId', 'state', 'title', 'note', 'changedAt'] as const;

/** Undefined unless a contributor wrote the item and it is still a draft. */
export function findContribution(
  db: ReadDb,
  { collection, itemId }: Place,
): Promise<Contribution | undefined> {
  return db
    .selectFrom('contribution')
    .select(columns)
    .where('collection', '=', collection)
    .where('itemId', '=', itemId)
    .executeTakeFirst();
}

/** Those of these items that are drafts of contributors. */
export function listContributionsOf(db: ReadDb, collection: string, ids: string[]): Promise<Contribution[]> {
  return db
    .selectFrom('contribution')
    .select(columns)
    .where('collection', '=', collection)
    .where('itemId', 'in', [...ids, ''])
    .orderBy('itemId')
    .execute();
}

/** The drafts of a contributor, last changed first. */
export function listContributions(db: ReadDb, userId: string, limit: number): Promise<Contribution[]> {
  return db
    .selectFrom('contribution')
    .select(columns)
    .where('userId', '=', userId)
    .orderBy('changedAt', 'desc')
    .orderBy('itemId')
    .limit(limit)
    .execute();
}

/** Adds the draft of a contributor, or records that it changed; it stays as it is handed in or not. */
export async function recordContribution(
  db: WriteDb,
  { userId, title, changedAt, ...place }: Place & { userId: string; title: string; changedAt: number },
): Promise<void> {
  await db
    .insertInto('contribution')
    .values({ ...place, userId, title, changedAt, state: 'draft', note: null })
    .onConflict((conflict) => conflict.columns(['collection', 'itemId']).doUpdateSet({ title, changedAt }))
    .execute();
}

/** Puts the draft of a contributor back as it was before an editor decided. */
export async function restoreContribution(db: WriteDb, contribution: Contribution): Promise<void> {
  const { collection: _, itemId: __, ...state } = contribution;
  await db
    .insertInto('contribution')
    .values(contribution)
    .onConflict((conflict) => conflict.columns(['collection', 'itemId']).doUpdateSet(state))
    .execute();
}

/** The draft is no longer a contributor's: an editor published, scheduled or deleted it. Nor does it wait in the inbox. */
export async function removeContribution(db: WriteDb, { collection, itemId }: Place): Promise<void> {
  await db
    .deleteFrom('contribution')
    .where('collection', '=', collection)
    .where('itemId', '=', itemId)
    .execute();
  await removeDraftEntry(db, { collection, itemId });
}

/** The draft no longer waits in the inbox. */
export async function removeDraftEntry(db: WriteDb, { collection, itemId }: Place): Promise<void> {
  await db
    .deleteFrom('inbox_entry')
    .where('collection', '=', collection)
    .where('itemId', '=', itemId)
    .where('kind', '=', 'draft')
    .execute();
}
