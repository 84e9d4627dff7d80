/** A contributor's draft is handed in: it waits in the inbox until an editor publishes it or hands it back. */
import { randomUUID } from 'node:crypto';
import { isByContributor } from '#app/items/drafts/check-saver.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { inTransaction } from '#app/platform/database/transaction.ts';
import { type Contribution, findContribution, removeDraftEntry } from './contribution-store.server.ts';
import type { Editor } from './editor.ts';

type Place = { collection: string; itemId: string };
type By = { by: Editor; now: number };

/** The most characters of an editor's note. */
const MOST_NOTE = 1000;

/** Hands an own draft in; `input` is what it says. False when there is no such draft, or when it was handed in before. */
export function handIn(
  db: WriteDb,
  place: Place,
  { by, now, input }: By & { input: Record<string, unknown> },
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    await isByContributor(transaction, by);
    const own = await findOwn(transaction, place, by);
    if (!own || !(await setState(transaction, place, { from: ['draft', 'returned'], to: 'handed-in', now })))
      return false;
    await transaction
      .insertInto('inbox_entry')
      .values({
        id: randomUUID(),
        kind: 'draft',
        ...place,
        source: null,
        stack: randomUUID(),
        title: own.title,
        link: null,
        item: JSON.stringify(input),
        changes: null,
        similar: null,
        startAt: startOf(input),
        receivedAt: now,
        snoozedUntil: null,
        topic: own.userId,
      })
      .execute();
    return true;
  });
}

/** Takes an own draft back before an editor has decided. False when it does not wait. */
export function takeBack(db: WriteDb, place: Place, { by, now }: By): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    await isByContributor(transaction, by);
    if (!(await findOwn(transaction, place, by))) return false;
    if (!(await setState(transaction, place, { from: ['handed-in'], to: 'draft', now }))) return false;
    await removeDraftEntry(transaction, place);
    return true;
  });
}

/** What an editor deletes no longer waits: if it is restored, it is a draft of its contributor. */
export async function stopWaiting(db: WriteDb, place: Place, now: number): Promise<void> {
  await setState(db, place, { from: ['handed-in'], to: 'draft', now });
}

/** An editor hands a draft back, with a note for who wrote it. False when it does not wait. */
export function handBack(
  db: WriteDb,
  place: Place,
  { note, now }: { note: string | undefined; now: number },
): Promise<boolean> {
  return inTransaction(db, async (transaction) => {
    const words = (note ?? '').trim().slice(0, MOST_NOTE).toWellFormed() || null;
    const change = { from: ['handed-in' as const], to: 'returned' as const, now, note: words };
    if (!(await setState(transaction, place, change))) return false;
    await removeDraftEntry(transaction, place);
    return true;
  });
}

/** When an event begins, so that the inbox shows it; null for everything else. */
function startOf({ eventDate }: Record<string, unknown>): number | null {
  const at = Date.parse(String(eventDate ?? ''));
  return Number.isNaN(at) ? null : at;
}

/** What the inbox shows of a draft that its author has changed since. */
export async function updateDraftEntry(
  db: WriteDb,
  { collection, itemId }: Place,
  { title, input }: { title: string; input: Record<string, unknown> },
): Promise<void> {
  await db
    .updateTable('inbox_entry')
    .set({ title, item: JSON.stringify(input), startAt: startOf(input) })
    .where('collection', '=', collection)
    .where('itemId', '=', itemId)
    .where('kind', '=', 'draft')
    .execute();
}

async function findOwn(db: WriteDb, place: Place, { person }: Editor): Promise<Contribution | undefined> {
  const found = await findContribution(db, place);
  return found && found.userId === person ? found : undefined;
}

type Change = {
  from: Contribution['state'][];
  to: Contribution['state'];
  now: number;
  note?: string | null;
};

async function setState(
  db: WriteDb,
  { collection, itemId }: Place,
  { from, to, now, note = null }: Change,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('contribution')
    .set({ state: to, note, changedAt: now })
    .where('collection', '=', collection)
    .where('itemId', '=', itemId)
    .where('state', 'in', from)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}
