/** Which pages someone should look at again, and the answer that one is still right. */
import type { SaveOutcome } from '#app/items/collection/collection.ts';
import type { Editor } from '#app/items/drafts/editor.ts';
import { revised } from '#app/items/revisions/revise.server.ts';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import type { TownPage } from './page.ts';
import { pages } from './page-collection.server.ts';
import { dueAtOf } from './page-due.ts';

/** A page to check. Instants are UTC epoch milliseconds. */
export type DuePage = { id: string; title: string; checkedAt: number | null; dueAt: number };

/** The public pages that are due at `now`, the longest overdue first. */
export async function listDuePages(
  db: ReadDb,
  { now, zone }: { now: number; zone: string },
): Promise<DuePage[]> {
  const rows = await db
    .selectFrom('page')
    .select(['id', 'title', 'checkedAt', 'remindMonths', 'updatedAt'])
    .where('remindMonths', 'is not', null)
    .execute();
  return rows
    .flatMap((row) => {
      const dueAt = dueAtOf(row, zone);
      return dueAt !== undefined && dueAt <= now ? [{ ...row, dueAt }] : [];
    })
    .sort((one, other) => one.dueAt - other.dueAt)
    .map(({ id, title, checkedAt, dueAt }) => ({ id, title, checkedAt, dueAt }));
}

/** Says that a public page is still right: it was checked at `now`. Undefined when there is none. */
export async function confirmPage(
  db: WriteDb,
  id: string,
  { now, by }: { now: number; by: Editor },
): Promise<SaveOutcome<TownPage> | undefined> {
  const page = await pages.store.find(db, id);
  if (!page) return undefined;
  const { version, updatedAt, ...input } = page;
  return revised<TownPage>(db, pages, id, { by, now }, (transaction) =>
    pages.store.save(transaction, { ...input, checkedAt: now }, { now, version, updatedAt }),
  );
}
