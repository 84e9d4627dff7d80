import { randomUUID } from 'node:crypto';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { NONE_OF_THESE, optionKeyOf, type PollInput, type PollOption } from './poll.ts';

/** The options of polls by the poll's id, each in order; "none of these" comes last. */
export async function listOptions(db: ReadDb, pollIds: string[]): Promise<Map<string, PollOption[]>> {
  const rows = await db
    .selectFrom('poll_option')
    .select(['id', 'pollId', 'text', 'isNone'])
    .where('pollId', 'in', pollIds)
    .orderBy('pollId')
    .orderBy('position')
    .execute();
  const byPoll = new Map<string, PollOption[]>();
  for (const { id, pollId, text, isNone } of rows) {
    const options = byPoll.get(pollId) ?? [];
    options.push(isNone === 1 ? { id, text, isNone: true } : { id, text });
    byPoll.set(pollId, options);
  }
  for (const options of byPoll.values())
    options.sort((one, other) => Number(isLast(one)) - Number(isLast(other)));
  return byPoll;
}

/** Saves the options of a poll without votes. Options with the same text keep their ids. */
export async function saveOptions(
  db: WriteDb,
  { id: pollId, options: texts, noneOfThese }: Pick<PollInput, 'id' | 'options' | 'noneOfThese'>,
): Promise<void> {
  const stored = (await listOptions(db, [pollId])).get(pollId) ?? [];
  const known = new Map(stored.map(({ id, text }) => [optionKeyOf(text), id]));
  const wanted = texts.map((text) => ({ text, isNone: 0 }));
  if (noneOfThese) wanted.push({ text: NONE_OF_THESE, isNone: 1 });
  const rows = wanted.map(({ text, isNone }, position) => ({
    id: known.get(optionKeyOf(text)) ?? randomUUID(),
    pollId,
    position,
    text,
    isNone,
  }));
  const kept = rows.map((row) => row.id);
  await db.deleteFrom('poll_option').where('pollId', '=', pollId).where('id', 'not in', kept).execute();
  await clearPlaces(db, pollId);
  await db
    .insertInto('poll_option')
    .values(rows)
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet(({ ref }) => ({
        position: ref('excluded.position'),
        text: ref('excluded.text'),
        isNone: ref('excluded.isNone'),
      })),
    )
    .execute();
}

/** Corrects texts by position; ids and positions stay. */
export async function correctOptions(db: WriteDb, stored: PollOption[], texts: string[]): Promise<void> {
  for (const [place, { id, text }] of stored.filter((option) => !isLast(option)).entries()) {
    const corrected = texts[place];
    if (corrected === undefined || corrected === text) continue;
    await db.updateTable('poll_option').set({ text: corrected }).where('id', '=', id).execute();
  }
}

/** Appends options. */
export async function addOptions(db: WriteDb, pollId: string, texts: string[]): Promise<void> {
  if (texts.length === 0) return;
  const { last } = await db
    .selectFrom('poll_option')
    .where('pollId', '=', pollId)
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow();
  const rows = texts.map((text, index) => ({
    id: randomUUID(),
    pollId,
    position: Number(last ?? -1) + 1 + index,
    text,
  }));
  await db.insertInto('poll_option').values(rows).execute();
}

function isLast({ isNone }: PollOption): boolean {
  return isNone === true;
}

/** Positions are unique, also while they are being swapped. */
async function clearPlaces(db: WriteDb, pollId: string): Promise<void> {
  await db
    .updateTable('poll_option')
    .set(({ eb, neg, ref, parens }) => ({ position: eb(neg(parens(ref('position'))), '-', 1) }))
    .where('pollId', '=', pollId)
    .execute();
}
