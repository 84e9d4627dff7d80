/** The votes of an account in deleted polls, which may come back from the trash. */
import { randomUUID } from 'node:crypto';
import type { ReadDb, WriteDb } from '#app/platform/database/handles.ts';
import { refOf } from './ballot-key.server.ts';

type Row = Record<string, unknown>;
type Part = { trashId: string; part: number; rows: Row[] };

/**
 * Before the account is deleted, in the same transaction: the same as for polls on the site. Votes in open polls are
 * withdrawn; where no one knows which ballot it is, the voter's row stays under the id that `formerIn` gives for the
 * poll, or a random one.
 */
export async function leaveTrashedVotes(
  db: WriteDb,
  userId: string,
  formerIn: (pollId: string) => string | undefined,
): Promise<void> {
  for (const { trashId, part, rows } of await findParts(db, 'poll_voter', { userId })) {
    const left: Row[] = [];
    for (const row of rows) {
      if (row.userId !== userId) left.push(row);
      else if (!(await withdraw(db, trashId, row)))
        left.push({
          ...row,
          userId: null,
          voter: await freeVoter(db, trashId, formerIn(String(row.pollId))),
        });
    }
    await savePart(db, { trashId, part, rows: left });
  }
}

/** The id, unless someone has voted with it in this poll. */
async function freeVoter(db: ReadDb, trashId: string, voter: string | undefined): Promise<string> {
  if (voter === undefined) return randomUUID();
  return (await findParts(db, 'poll_voter', { voter }, trashId)).length > 0 ? randomUUID() : voter;
}

/** Returns whether there was a ballot that could be changed, which is now gone. */
async function withdraw(db: WriteDb, trashId: string, voter: Row): Promise<boolean> {
  const [poll] = (await findParts(db, 'poll', {}, trashId)).flatMap(({ rows }) => rows);
  if (!poll || poll.closedAt !== null || poll.round !== voter.round) return false;
  const secret = await db
    .selectFrom('trash_secret')
    .select('rows')
    .where('trashId', '=', trashId)
    .where('tableName', '=', 'poll_key')
    .executeTakeFirst();
  const [held] = secret ? (JSON.parse(secret.rows) as { key: string }[]) : [];
  if (!held) return false;
  const ref = refOf(held.key, String(voter.voter));
  const [found] = await findParts(db, 'poll_ballot', { ref }, trashId);
  if (!found) return false;
  await savePart(db, { ...found, rows: found.rows.filter((row) => row.ref !== ref) });
  return true;
}

/** The kept rows of a table, at most 200 in each part, in which one has this value. */
async function findParts(
  db: ReadDb,
  tableName: string,
  value: Record<string, string>,
  trashId?: string,
): Promise<Part[]> {
  const wanted = JSON.stringify(value).slice(1, -1);
  const parts = await db
    .selectFrom('trash_row')
    .select(['trashId', 'part', 'rows'])
    .where('tableName', '=', tableName)
    .where('rows', 'like', `%${wanted}%`)
    .$if(trashId !== undefined, (query) => query.where('trashId', '=', trashId ?? ''))
    .orderBy('trashId')
    .execute();
  const has = (row: Row) => Object.entries(value).every(([column, text]) => row[column] === text);
  return parts
    .map((part) => ({ ...part, rows: JSON.parse(part.rows) as Row[] }))
    .filter(({ rows }) => rows.some(has));
}

async function savePart(db: WriteDb, { trashId, part, rows }: Part): Promise<void> {
  await db
    .updateTable('trash_row')
    .set({ rows: JSON.stringify(rows) })
    .where('trashId', '=', trashId)
    .where('part', '=', part)
    .execute();
}
