/** Who has voted in which poll. */
import type { ReadDb } from '#app/platform/database/handles.ts';

/** Whether the poll has any votes. */
export async function hasVotes(db: ReadDb, pollId: string): Promise<boolean> {
  const query = db.selectFrom('poll_voter').select('voter').where('pollId', '=', pollId).limit(1);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Those of the polls in which the voter has voted. */
export async function listVoted(db: ReadDb, pollIds: string[], voter: string): Promise<Set<string>> {
  if (pollIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('poll_voter')
    .select('pollId')
    .where('pollId', 'in', pollIds)
    .where('voter', '=', voter)
    .execute();
  return new Set(rows.map((row) => row.pollId));
}

/** How many ballots the poll has, of all its rounds. */
export async function countBallots(db: ReadDb, pollId: string): Promise<number> {
  const { count } = await db
    .selectFrom('poll_ballot')
    .select((eb) => eb.fn.countAll().as('count'))
    .where('pollId', '=', pollId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** What a row of a poll's table says without linking a voter to a ballot or a network; undefined: nothing. */
export function unlinkedRow(
  table: string,
  row: Record<string, unknown>,
): Record<string, unknown> | undefined {
  if (table === 'poll_key' || table === 'poll_network') return undefined;
  if (table === 'poll_ballot') return { ...row, ref: null };
  return table === 'poll_voter' ? { ...row, network: null } : row;
}
