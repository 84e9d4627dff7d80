import type { ReadDb } from '#app/database/handles.ts';

/** Votes of one option; `informal` of them were cast without an account. */
export type OptionCount = { votes: number; informal: number };

/** Everything that was counted for a poll. `voters` are people and browsers, not choices. */
export type Tally = { voters: number; informal: number; options: Record<string, OptionCount> };

/** The choices of one kind of voters, each combination with how many chose it. */
type Group = { kind: 'member' | 'informal'; choices: string | null; count: number | string | bigint };

/**
 * The present result of each poll, always by counting: sealed ballots of its closed rounds and the votes of the one
 * that runs. A poll without votes has zeros.
 */
export async function countVotes(db: ReadDb, pollIds: string[]): Promise<Map<string, Tally>> {
  const tallies = new Map(pollIds.map((id) => [id, emptyTally()]));
  if (pollIds.length === 0) return tallies;
  const sealed = await db
    .selectFrom('poll_closing')
    .select(['pollId', 'round', 'counts'])
    .where('pollId', 'in', pollIds)
    .orderBy('pollId')
    .orderBy('round')
    .execute();
  for (const { pollId, counts } of sealed) tallies.set(pollId, JSON.parse(counts) as Tally);
  const running = await db
    .selectFrom('poll_vote')
    .select(({ fn }) => ['pollId', 'kind', 'choices', fn.countAll().as('count')])
    .where('pollId', 'in', pollIds)
    .where('choices', 'is not', null)
    .groupBy(['pollId', 'kind', 'choices'])
    .execute();
  for (const group of running) addGroup(tallies.get(group.pollId) as Tally, group);
  return tallies;
}

/** The present result of one poll. */
export async function countPoll(db: ReadDb, pollId: string): Promise<Tally> {
  return (await countVotes(db, [pollId])).get(pollId) ?? emptyTally();
}

export function emptyTally(): Tally {
  return { voters: 0, informal: 0, options: {} };
}

/** Adds voters who chose alike. */
export function addGroup(tally: Tally, { kind, choices, count }: Group): void {
  const number = Number(count);
  const informal = kind === 'informal' ? number : 0;
  tally.voters += number;
  tally.informal += informal;
  for (const option of choices?.split(' ') ?? []) {
    const counted = tally.options[option] ?? { votes: 0, informal: 0 };
    tally.options[option] = { votes: counted.votes + number, informal: counted.informal + informal };
  }
}
