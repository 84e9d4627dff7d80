/** Undoes an import: removes what it added and nobody has changed since. */

import { collections, type NounName, textSources } from '#app/collections.server.ts';
import type { Collection } from '#app/items/collection/collection.ts';
import type { Editor } from '#app/items/drafts/editor.ts';
import { restoreRevision } from '#app/items/revisions/revise.server.ts';
import { listRevisions } from '#app/items/revisions/revision-store.server.ts';
import { moveToTrash } from '#app/items/trash/move-to-trash.server.ts';
import { doubtful } from '#app/moving/formats/format.ts';
import { removeRedirectsOf } from '#app/moving/redirects/redirect-store.server.ts';
import { MOVED_CONSENT } from '#app/newsletter/subscribers/sync-members.server.ts';
import { findUser, removeUser, saveNewsletterOptIn } from '#app/people/accounts/user-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction, lockName } from '#app/platform/database/transaction.ts';
import { TRASH } from '#app/platform/media/picture-uses.server.ts';
import { removePicture } from '#app/platform/media/remove-picture.server.ts';
import { removeSource } from '#app/sources/source-store.server.ts';
import { type ImportRunReport, itemKinds, type MovedKind } from './import-run.ts';
import { endImportWork, findImportRun, type ImportRun, updateImportRun } from './import-store.server.ts';
import { isUsed } from './move-account.server.ts';
import { findTags, REPLACED } from './moved-items.server.ts';
import { type ImportRunContext, MOVE_IN_LOCK, openPace, type Pace } from './run.server.ts';
import { Tally } from './tally.server.ts';

const BATCH = 50;

/** Items first, because they use the pictures. */
const ORDER: readonly MovedKind[] = [
  ...itemKinds,
  'users',
  'subscribers',
  'sources',
  'redirects',
  'pictures',
];

type Undoing = { context: ImportRunContext; moveIn: ImportRun; tally: Tally; pace: Pace };

type Facts = { createdBy: string | null; now: number; siteUrl: string };

type Row = {
  origin: string;
  kind: string;
  key: string;
  itemId: string | null;
  tag: string | null;
  takenHash: string | null;
};

/**
 * Moves the items of an import to the trash and removes its accounts, subscribers, sources, redirects and pictures,
 * except what was edited or used since: that stays and is listed. What was removed is forgotten, so a later import brings
 * it again. Can be stopped and continued.
 */
export async function undoImport(
  context: ImportRunContext,
  id: string,
): Promise<{ kind: 'done' | 'stopped'; report: ImportRunReport }> {
  const { db, now } = context;
  const moveIn = await findImportRun(db, id);
  if (!moveIn) throw new Error(`there is no import ${id}`);
  const start = performance.now();
  await updateImportRun(db, id, { state: 'undoing', trouble: null, startedAt: now, finishedAt: null });
  await db.deleteFrom('move_in_problem').where('moveIn', '=', id).execute();
  const tally = new Tally();
  const pace = openPace(context, { id, state: 'undoing', tally });
  const undoing = { context, moveIn, tally, pace };
  for (const kind of ORDER) await undoKind(undoing, kind);
  if (!pace.signal.aborted) tally.count('undone', 'redirects', await removeRedirectsOf(db, id));
  await tally.flush(db, id);
  const { undone = {}, classes, tookMs } = tally.report(performance.now() - start);
  const before = moveIn.report ?? tally.report(0);
  const report = { ...before, undone, classes, tookMs };
  const isStopped = pace.signal.aborted;
  if (!(isStopped && context.resumes && context.signal.aborted))
    await endImportWork(db, id, 'undoing', {
      ...{ state: isStopped ? 'stopped' : 'undone', report: JSON.stringify(report) },
      finishedAt: now + tookMs,
    });
  return { kind: isStopped ? 'stopped' : 'done', report };
}

/** Why a record stays; for items, see `undoKind`. */
const KEPT: Partial<Record<MovedKind, string>> = {
  users: 'Someone has logged in. The account stays',
  subscribers: 'The subscriber was emailed, or something was changed. The subscription stays',
  sources: 'It was changed here. It stays',
  pictures: 'Something else shows it. It stays',
};

async function undoKind({ context, moveIn, tally, pace }: Undoing, kind: MovedKind): Promise<void> {
  const { db, now, settings } = context;
  const facts = { createdBy: moveIn.createdBy, now, siteUrl: settings.url };
  for (let after: Row | undefined; !pace.signal.aborted; ) {
    const rows = await listRows(db, moveIn.id, kind, after);
    if (rows.length === 0) return;
    after = rows.at(-1);
    // A picture is removed in transactions of its own.
    const work = (transaction: WriteDb) => undoRows(transaction, facts, kind, rows);
    const { removed, edited } = kind === 'pictures' ? await work(db) : await inTransaction(db, work);
    tally.count('undone', kind, removed.length);
    for (const row of edited) {
      const problem = KEPT[kind] ?? 'It was edited here or has votes. It stays';
      const isPerson = kind === 'users' || kind === 'subscribers';
      const place = { file: kind, record: (isPerson && row.itemId) || row.key };
      const title = kind === 'users' ? (await findUser(db, row.itemId as string))?.email : undefined;
      tally.note({ ...doubtful(`kept-${kind}`, '', problem), place, title });
    }
    await pace.step();
  }
}

function listRows(db: WriteDb, id: string, kind: string, after: Row | undefined): Promise<Row[]> {
  return db
    .selectFrom('moved_item')
    .select(['origin', 'kind', 'key', 'itemId', 'tag', 'takenHash'])
    .where('moveIn', '=', id)
    .where('kind', '=', kind)
    .$if(after !== undefined, (query) =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('origin', 'key'), '>', tuple((after as Row).origin, (after as Row).key)),
      ),
    )
    .orderBy('origin')
    .orderBy('key')
    .limit(BATCH)
    .execute();
}

/** What became of rows: `edited` stays; the others are no longer noted as imported. */
type Undone = { removed: Row[]; edited: Row[]; forgotten: Row[] };

async function undoRows(db: WriteDb, facts: Facts, kind: MovedKind, rows: Row[]): Promise<Undone> {
  if (kind !== 'pictures') await lockName(db, MOVE_IN_LOCK);
  const own = rows.filter(({ itemId }) => itemId !== null);
  const undone = await removeAll(db, facts, kind, own);
  const forgotten = [...undone.forgotten, ...undone.removed, ...rows.filter(({ itemId }) => itemId === null)];
  for (const [origin, of] of Map.groupBy(forgotten, (row) => row.origin))
    await db
      .deleteFrom('moved_item')
      .where('origin', '=', origin)
      .where('kind', '=', kind)
      .where(
        'key',
        'in',
        of.map(({ key }) => key),
      )
      .execute();
  return undone;
}

async function removeAll(db: WriteDb, facts: Facts, kind: MovedKind, rows: Row[]): Promise<Undone> {
  if (isItemKind(kind)) return removeItems(db, facts, kind, rows);
  const undone: Undone = { removed: [], edited: [], forgotten: [] };
  for (const row of rows)
    undone[await removeOne(db, kind, { ...row, itemId: row.itemId as string }, facts.now)].push(row);
  return undone;
}

function isItemKind(kind: MovedKind): kind is NounName {
  return (itemKinds as readonly string[]).includes(kind);
}

/** Items that are as they were imported, and that nobody has voted in. Those that were deleted here stay deleted. */
async function removeItems(
  db: WriteDb,
  { createdBy, now, siteUrl }: Facts,
  kind: NounName,
  rows: Row[],
): Promise<Undone> {
  const collection = collections[kind];
  const ids = rows.map(({ itemId }) => itemId as string);
  const tags = await findTags(db, collection, ids);
  const undone: Undone = { removed: [], edited: [], forgotten: [] };
  for (const row of rows) {
    const id = row.itemId as string;
    if (!tags.has(id)) continue;
    const isUsed = ((await collection.store.belongings?.count(db, id)) ?? 0) > 0;
    undone[tags.get(id) === row.tag && !isUsed ? 'removed' : 'edited'].push(row);
  }
  const by = { userId: createdBy, token: null };
  const added = undone.removed.filter((row) => !isReplacement(row)).map(({ itemId }) => itemId as string);
  if (added.length > 0) await moveToTrash(db, collection, added, { now, by });
  for (const { itemId } of undone.removed.filter(isReplacement))
    await restoreReplaced(db, collection, itemId as string, { by, now, siteUrl });
  return undone;
}

function isReplacement({ takenHash }: Row): boolean {
  return takenHash?.startsWith(REPLACED) === true;
}

/** The version before the import becomes the newest one again. */
async function restoreReplaced(
  db: WriteDb,
  collection: Collection,
  id: string,
  { by, now, siteUrl }: { by: Editor; now: number; siteUrl: string },
): Promise<void> {
  const [, before] = await listRevisions(db, { collection: collection.name, id }, 2);
  if (!before) return;
  await restoreRevision(db, collection, { id, revision: before.revision }, { by, now, context: { siteUrl } });
}

async function removeOne(
  db: WriteDb,
  kind: MovedKind,
  { itemId, takenHash }: Row & { itemId: string },
  now: number,
): Promise<keyof Undone> {
  if (kind === 'pictures') return takenHash !== null ? 'forgotten' : undoPicture(db, itemId, now);
  const isRemoved =
    kind === 'users'
      ? await removeUnusedUser(db, itemId)
      : kind === 'subscribers'
        ? await removeUnchangedSubscriber(db, { id: itemId })
        : (await isUnchangedSource(db, itemId)) && (await removeSource(db, itemId, now));
  return isRemoved ? 'removed' : 'edited';
}

/** Pictures of items in the trash stay as long as these can be restored, and are then cleaned up as unused. */
async function undoPicture(db: WriteDb, id: string, now: number): Promise<keyof Undone> {
  const removal = await removePicture(db, textSources, id, now);
  if (removal.kind === 'removed') return 'removed';
  const isInUse = removal.kind === 'used' && removal.uses.some(({ state }) => state !== TRASH);
  return isInUse ? 'edited' : 'forgotten';
}

async function removeUnusedUser(db: WriteDb, id: string): Promise<boolean> {
  if (await isUsed(db, id)) return false;
  // Otherwise the deleted account would keep its address off the list forever.
  await removeUnchangedSubscriber(db, { userId: id });
  await db.deleteFrom('moved_item').where('kind', '=', MOVED_CONSENT).where('itemId', '=', id).execute();
  await removeUser(db, id);
  return true;
}

/** A subscription that nothing was sent to and nobody has changed; one that ended stays, so that nobody is emailed. */
async function removeUnchangedSubscriber(
  db: WriteDb,
  by: { id: string } | { userId: string },
): Promise<boolean> {
  const removed = await db
    .deleteFrom('newsletter_subscriber')
    .$if('id' in by, (query) => query.where('id', '=', (by as { id: string }).id))
    .$if('userId' in by, (query) => query.where('userId', '=', (by as { userId: string }).userId))
    .where('state', '=', 'active')
    .whereRef('stateAt', '=', 'createdAt')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('newsletter_recipient')
            .select('subscriber')
            .whereRef('newsletter_recipient.subscriber', '=', 'newsletter_subscriber.id'),
        ),
      ),
    )
    .returning('userId')
    .executeTakeFirst();
  // Otherwise the box would subscribe it again.
  if (removed?.userId) await saveNewsletterOptIn(db, removed.userId, false);
  return removed !== undefined;
}

async function isUnchangedSource(db: WriteDb, id: string): Promise<boolean> {
  const source = await db.selectFrom('source').select('version').where('id', '=', id).executeTakeFirst();
  return source?.version === 1;
}
