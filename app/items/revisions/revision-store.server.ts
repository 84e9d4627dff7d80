/** The revisions of items: what was saved, when and by whom. */
import type { CollectionName } from '#app/items/collection/collection.ts';
import { usedDocumentIdsOf } from '#app/items/text/library-files.server.ts';
import { accountLabel } from '#app/platform/database/account-names.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import {
  type ListOrder,
  type Page,
  type PageRequest,
  paginateWalking,
} from '#app/platform/database/lists/paginate.server.ts';
import type { ItemRevisionRow } from '#app/platform/database/tables/tables.ts';
import { pictureIdsIn } from '#app/platform/media/picture-uses.server.ts';

/**
 * `kept`: the content before the first save that has a revision, for example as imported. `autosaved`: the last state
 * of a form that saved itself.
 */
export type RevisionKind = 'saved' | 'autosaved' | 'restored' | 'kept';

/** A revision without its text; `savedBy` is an account's label or the name of a token, null if unknown. */
export type RevisionEntry = {
  revision: number;
  savedAt: number;
  savedBy: string | null;
  kind: RevisionKind;
  publication: string;
};

/** With the item's input, as it was saved. */
export type Revision = RevisionEntry & { input: Record<string, unknown> };

type Of = { collection: CollectionName; id: string };

function entries(db: ReadDb, { collection, id }: Of) {
  return db
    .selectFrom('item_revision')
    .select(['revision', 'savedAt', 'savedByToken', 'kind', 'publication'])
    .select(accountLabel('item_revision.savedBy').as('account'))
    .where('collection', '=', collection)
    .where('id', '=', id);
}

type Found = Pick<ItemRevisionRow, 'revision' | 'savedAt' | 'savedByToken' | 'kind' | 'publication'> & {
  account: string | null;
};

function entryOf({ revision, savedAt, savedByToken, account, kind, publication }: Found): RevisionEntry {
  return { revision, savedAt: Number(savedAt), savedBy: savedByToken ?? account, kind, publication };
}

/** Newest first; at most `limit`. */
export async function listRevisions(db: ReadDb, of: Of, limit: number): Promise<RevisionEntry[]> {
  const rows = await entries(db, of).orderBy('revision', 'desc').limit(limit).execute();
  return rows.map(entryOf);
}

/** Newest first. */
export const revisionOrder: ListOrder = { column: 'revision', direction: 'desc', kind: 'number' };

export async function pageOfRevisions(
  db: ReadDb,
  of: Of,
  request: PageRequest,
): Promise<Page<RevisionEntry>> {
  const page = await paginateWalking(entries(db, of).select('id'), revisionOrder, request);
  return { ...page, items: page.items.map(entryOf) };
}

export async function countRevisions(db: ReadDb, { collection, id }: Of): Promise<number> {
  const { count } = await db
    .selectFrom('item_revision')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('collection', '=', collection)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export async function findRevision(db: ReadDb, of: Of, revision: number): Promise<Revision | undefined> {
  const row = await entries(db, of).select('item').where('revision', '=', revision).executeTakeFirst();
  return row && { ...entryOf(row), input: JSON.parse(row.item) };
}

/** Newest first, from `from` back, or from the newest; at most `limit`. Loads what was saved in each. */
export async function listRevisionTexts(
  db: ReadDb,
  of: Of,
  { from, limit }: { from?: number | undefined; limit: number },
): Promise<Revision[]> {
  const rows = await entries(db, of)
    .select('item')
    .$if(from !== undefined, (query) => query.where('revision', '<=', from ?? 0))
    .orderBy('revision', 'desc')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...entryOf(row), input: JSON.parse(row.item) }));
}

function selectNewest(db: ReadDb, { collection, id }: Of) {
  return db
    .selectFrom('item_revision')
    .select(['id', 'savedBy', 'savedByToken'])
    .where('collection', '=', collection)
    .where('id', '=', id)
    .orderBy('revision', 'desc')
    .limit(1);
}

/** Who saved each of these items last: an account's label or the name of a token. Items without a revision are left out. */
export async function listLastEditors(
  db: ReadDb,
  collection: CollectionName,
  ids: string[],
): Promise<Map<string, string>> {
  // One step through the index for each: an item can have many revisions.
  const newest = ids.map((id) =>
    db.selectFrom(selectNewest(db, { collection, id }).as('step')).select(['id', 'savedBy', 'savedByToken']),
  );
  const [first, ...others] = newest;
  if (!first) return new Map();
  const all = others.reduce((query, other) => query.unionAll(other), first);
  const rows = await db
    .selectFrom(all.as('step'))
    .select(['id', 'savedByToken', accountLabel('step.savedBy').as('account')])
    .execute();
  return new Map(
    rows.flatMap(({ id, savedByToken, account }) => {
      const name = savedByToken ?? account;
      return name ? [[id, name] as const] : [];
    }),
  );
}

/** The newest revision's number, who saved it, and its session if it was saved automatically; undefined when there is none. */
export function findNewest(
  db: ReadDb,
  { collection, id }: Of,
): Promise<Pick<ItemRevisionRow, 'revision' | 'session' | 'savedBy'> | undefined> {
  return db
    .selectFrom('item_revision')
    .select(['revision', 'session', 'savedBy'])
    .where('collection', '=', collection)
    .where('id', '=', id)
    .orderBy('revision', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/**
 * Writes the next revision, or replaces the last one if it has the same session. In the caller's transaction, within
 * `aloneWith`.
 */
export async function putRevision(db: WriteDb, row: Omit<ItemRevisionRow, 'revision'>): Promise<void> {
  const newest = await findNewest(db, row);
  if (row.session !== null && newest?.session === row.session)
    await db
      .deleteFrom('item_revision')
      .where('collection', '=', row.collection)
      .where('id', '=', row.id)
      .where('revision', '=', newest.revision)
      .execute();
  const isSame = row.session !== null && newest?.session === row.session;
  const revision = isSame ? newest.revision : (newest?.revision ?? 0) + 1;
  await db
    .insertInto('item_revision')
    .values({ ...row, revision })
    .execute();
  const { collection, id } = row;
  const used = [...pictureIdsIn(row.item), ...usedDocumentIdsOf(JSON.parse(row.item))];
  const pictures = [...new Set(used)].map((picture) => ({ collection, id, revision, picture }));
  if (pictures.length > 0) await db.insertInto('revision_picture').values(pictures).execute();
}

/** Deletes some revisions of an item, or all of them. */
export async function deleteRevisions(
  db: WriteDb,
  { collection, id }: Of,
  revisions?: number[],
): Promise<void> {
  await db
    .deleteFrom('item_revision')
    .where('collection', '=', collection)
    .where('id', '=', id)
    .$if(revisions !== undefined, (query) => query.where('revision', 'in', revisions ?? []))
    .execute();
}

/** Items that have revisions saved before `before`, in an order that continues `after` the last of them. */
export async function listRevisedItems(
  db: ReadDb,
  { before, after, limit }: { before: number; after: Of | undefined; limit: number },
): Promise<Of[]> {
  return db
    .selectFrom('item_revision')
    .select(['collection', 'id'])
    .distinct()
    .where('savedAt', '<', before)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('collection', 'id'), '>', tuple(after?.collection ?? '', after?.id ?? '')),
      ),
    )
    .orderBy('collection')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The numbers and times of an item's revisions, newest first. */
export async function listSaves(
  db: ReadDb,
  { collection, id }: Of,
): Promise<{ revision: number; savedAt: number }[]> {
  const rows = await db
    .selectFrom('item_revision')
    .select(['revision', 'savedAt'])
    .where('collection', '=', collection)
    .where('id', '=', id)
    .orderBy('revision', 'desc')
    .execute();
  return rows.map(({ revision, savedAt }) => ({ revision, savedAt: Number(savedAt) }));
}
