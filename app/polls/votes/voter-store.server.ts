/** Who has voted in which poll. */
import type { ReadDb } from '#app/platform/database/handles.ts';
import { type TownDay, townDayOf } from '#app/platform/time/town-time.ts';

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

/** How many voted for the first time on a day of the town. */
export type TurnoutDay = { day: TownDay; voters: number };

/** Turnout by the days of the town, the first day first; days without a vote are left out. */
export async function listTurnout(db: ReadDb, pollId: string, zone: string): Promise<TurnoutDay[]> {
  const rows = await db
    .selectFrom('poll_voter')
    .select(({ fn }) => ['votedAt', fn.countAll().as('voters')])
    .where('pollId', '=', pollId)
    .groupBy('votedAt')
    .orderBy('votedAt')
    .execute();
  const days = new Map<TownDay, number>();
  for (const { votedAt, voters } of rows) {
    const day = townDayOf(votedAt, zone);
    days.set(day, (days.get(day) ?? 0) + Number(voters));
  }
  return [...days].map(([day, voters]) => ({ day, voters }));
}

/** How many have voted in each of these polls, without those who withdrew their vote; polls without a vote are missing. */
export async function countVoters(db: ReadDb, pollIds: string[]): Promise<Map<string, number>> {
  if (pollIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('poll_voter')
    .select(({ fn }) => ['pollId', fn.countAll().as('voters')])
    .where('pollId', 'in', pollIds)
    .groupBy('pollId')
    .execute();
  return new Map(rows.map(({ pollId, voters }) => [pollId, Number(voters)]));
}

/**
 * A network from which browsers voted without an account; its number reveals nothing about its address. `width` is that
 * of a wider network, such as /48.
 */
export type BusyNetwork = { network: string; width: string; voters: number; refused: number };

/**
 * The networks with the most voters of an open informal poll; they are deleted at closing. Wider networks are listed if
 * they were full.
 */
export async function listBusyNetworks(db: ReadDb, pollId: string, limit: number): Promise<BusyNetwork[]> {
  const rows = await db
    .selectFrom('poll_network')
    .select(['network', 'voters', 'refused'])
    .where('pollId', '=', pollId)
    .where((eb) => eb.or([eb('network', 'not like', '%/%'), eb('refused', '>', 0)]))
    .orderBy('voters', 'desc')
    .orderBy('refused', 'desc')
    .orderBy('network')
    .limit(limit)
    .execute();
  return rows.map(({ network, ...row }) => {
    const [key = '', width = ''] = network.split(/(?=\/)/);
    return { ...row, network: key.slice(0, 8), width };
  });
}
