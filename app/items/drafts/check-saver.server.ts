/** Whether the sender of a save may make it, at the moment of the save: what was checked before may have changed since. */
import type { Collection, Publication } from '#app/items/collection/collection.ts';
import { NotPermittedError } from '#app/people/request/not-permitted.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { heldFor } from '#app/platform/database/transaction.ts';
import { findContribution } from './contribution-store.server.ts';
import type { Editor } from './editor.ts';

/** Their items have an order and places that an editor decides about, or ballots. */
const CLOSED_TO_CONTRIBUTORS: readonly string[] = ['polls', 'pages', 'notices'];

/** Whether contributors can write drafts of this kind. */
export function isOpenToContributors({ name }: Pick<Collection, 'name'>): boolean {
  return !CLOSED_TO_CONTRIBUTORS.includes(name);
}

/**
 * In the transaction of a save: throws NotPermittedError when the sender's role has ended since the request came.
 * Returns whether they are a contributor now. No role can change until the transaction ends.
 */
export async function isByContributor(db: WriteDb, { role, person }: Editor): Promise<boolean> {
  // The administrator's role only goes to someone else, and its former holder is an editor.
  if (role === undefined || role === 'admin' || !person) return role === 'contributor';
  const account = await db
    .selectFrom('site_user')
    .select(['role', 'disabledAt'])
    .where('id', '=', person)
    .modifyEnd(heldFor(db, 'share', 'site_user'))
    .executeTakeFirst();
  if (!account?.role || account.disabledAt !== null) throw new NotPermittedError(ENDED);
  return account.role === 'contributor' || role === 'contributor';
}

const ENDED = 'You no longer work on this site, so nothing was saved.';

/** Whether the item is a draft that this contributor wrote. */
export async function isOwnDraft(
  db: ReadDb,
  { name }: Pick<Collection, 'name'>,
  { id, publication }: { id: string; publication: Publication },
  { role, person }: Editor,
): Promise<boolean> {
  if (role !== 'contributor' || publication !== 'draft') return false;
  return (await findContribution(db, { collection: name, itemId: id }))?.userId === person;
}

/** Throws NotPermittedError unless the item is new, or a draft of this contributor: 404 for the drafts of others. */
export async function requireOwnDraft(
  db: ReadDb,
  collection: Pick<Collection, 'name'>,
  { id, person, publication }: { id: string; person: string; publication: Publication | undefined },
): Promise<void> {
  if (!isOpenToContributors(collection)) throw new NotPermittedError('Only editors can write these.');
  if (publication === undefined) {
    if (await isTaken(db, collection, { id, person }))
      throw new NotPermittedError('There is no such draft.', 404);
    return;
  }
  if (publication === 'published') throw new NotPermittedError('Only editors can change what is published.');
  const own = await findContribution(db, { collection: collection.name, itemId: id });
  if (publication === 'scheduled' || own?.userId !== person)
    throw new NotPermittedError('There is no such draft.', 404);
}

/**
 * Whether an id is that of an item which was deleted, which waits in the inbox, or which someone else wrote: its versions,
 * its review or its sender would then belong to another item.
 */
async function isTaken(
  db: ReadDb,
  { name }: Pick<Collection, 'name'>,
  { id, person }: { id: string; person: string },
): Promise<boolean> {
  const own = await findContribution(db, { collection: name, itemId: id });
  if (own) return own.userId !== person;
  const revision = db
    .selectFrom('item_revision')
    .select('id')
    .where('collection', '=', name)
    .where('id', '=', id);
  if (await revision.executeTakeFirst()) return true;
  for (const table of ['trash_item', 'source_item', 'inbox_entry', 'suggestion'] as const) {
    const row = await db
      .selectFrom(table)
      .select('itemId')
      .where('collection', '=', name as never)
      .where('itemId', '=', id)
      .executeTakeFirst();
    if (row) return true;
  }
  return false;
}
