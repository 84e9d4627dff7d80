import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';

/** Public notes about what was done to a poll after the first vote. `at` is UTC epoch milliseconds. */
export type PollNote = { at: number; text: string };

/** The notes of a poll, oldest first. */
export function listNotes(db: ReadDb, pollId: string): Promise<PollNote[]> {
  return db
    .selectFrom('poll_note')
    .select(['at', 'text'])
    .where('pollId', '=', pollId)
    .orderBy('number')
    .execute();
}

/** Adds notes within the transaction of their actions, which has locked the poll. */
export async function addNotes(db: WriteDb, pollId: string, texts: string[], now: number): Promise<void> {
  if (texts.length === 0) return;
  const { last } = await db
    .selectFrom('poll_note')
    .where('pollId', '=', pollId)
    .select(({ fn }) => fn.max('number').as('last'))
    .executeTakeFirstOrThrow();
  const first = Number(last ?? 0) + 1;
  const rows = texts.map((text, index) => ({ pollId, at: now, number: first + index, text }));
  await db.insertInto('poll_note').values(rows).execute();
}
