import type { ReadDb } from '#app/platform/database/handles.ts';
import { inSnapshot } from '#app/platform/database/transaction.ts';

/** Votes for one option; `informal` of them were cast without an account. */
export type OptionCount = { votes: number; informal: number };

/** A poll's complete count. `voters` are people and browsers, not choices. */
export type Tally = { voters: number; informal: number; options: Record<string, OptionCount> };

/** The choices of one kind of voters: each combination with how many chose it. */
type Group = { kind: 'member' | 'informal'; choices: string; count: number | string | bigint };

/** Up to this many votes are counted for each request. */
const ALWAYS_ANEW = 5000;

/** A poll with more votes is counted once in this time, so its result may be this old. */
const COUNT_AGE_MS = 2000;

/** Running results of polls with many votes, by the poll and its closed rounds. */
const lately = new Map<string, { groups: Group[]; countedAt: number }>();

/** Until when a page may show a result that was counted at `now`, if no votes arrive. */
export function keepResultUntil({ voters }: Tally, now: number): number {
  return voters > ALWAYS_ANEW ? now + COUNT_AGE_MS : Number.POSITIVE_INFINITY;
}

/**
 * The current result of each poll, always by counting: finalized ballots of its closed rounds and the votes of the open
 * one. A poll without votes has zeros; with more than 5,000 it may be two seconds old.
 */
export async function countVotes(db: ReadDb, pollIds: string[]): Promise<Map<string, Tally>> {
  return pollIds.length === 0 ? new Map() : inSnapshot(db, (read) => countIn(read, pollIds));
}

async function countIn(db: ReadDb, pollIds: string[]): Promise<Map<string, Tally>> {
  const tallies = new Map(pollIds.map((id) => [id, emptyTally()]));
  const sealed = await db
    .selectFrom('poll_closing')
    .select(['pollId', 'round', 'counts'])
    .where('pollId', 'in', pollIds)
    .orderBy('pollId')
    .orderBy('round')
    .execute();
  const rounds = new Map<string, number>();
  for (const { pollId, round, counts } of sealed) {
    tallies.set(pollId, JSON.parse(counts) as Tally);
    rounds.set(pollId, round);
  }
  const nameOf = (id: string) => `${id} ${rounds.get(id) ?? 0}`;
  const known = new Map(pollIds.map((id) => [id, findLately(nameOf(id))]));
  const running = await countRunning(
    db,
    pollIds
      .filter((id) => !known.get(id))
      .map((pollId) => ({ pollId, closedRound: rounds.get(pollId) ?? 0 })),
  );
  for (const [id, groups] of running) keepLately(nameOf(id), groups);
  for (const id of pollIds)
    for (const group of known.get(id) ?? running.get(id) ?? []) addGroup(tallies.get(id) as Tally, group);
  return tallies;
}

/** For each poll the ballots of the round after the last closed one. */
async function countRunning(
  db: ReadDb,
  polls: { pollId: string; closedRound: number }[],
): Promise<Map<string, Group[]>> {
  if (polls.length === 0) return new Map();
  const groups = await db
    .selectFrom('poll_ballot')
    .select(({ fn }) => ['pollId', 'kind', 'choices', fn.countAll().as('count')])
    .where(({ eb, or, and }) =>
      or(
        polls.map(({ pollId, closedRound }) =>
          and([eb('pollId', '=', pollId), eb('round', '=', closedRound + 1)]),
        ),
      ),
    )
    .groupBy(['pollId', 'round', 'kind', 'choices'])
    .execute();
  return Map.groupBy(groups, (group) => group.pollId);
}

/** The ballots of one round, grouped by equal choices. */
export function countRound(db: ReadDb, pollId: string, round: number): Promise<Group[]> {
  return db
    .selectFrom('poll_ballot')
    .select(({ fn }) => ['kind', 'choices', fn.countAll().as('count')])
    .where('pollId', '=', pollId)
    .where('round', '=', round)
    .groupBy(['kind', 'choices'])
    .execute();
}

function findLately(name: string): Group[] | undefined {
  const found = lately.get(name);
  return found && performance.now() - found.countedAt < COUNT_AGE_MS ? found.groups : undefined;
}

function keepLately(name: string, groups: Group[]): void {
  const votes = groups.reduce((sum, { count }) => sum + Number(count), 0);
  if (votes > ALWAYS_ANEW) lately.set(name, { groups, countedAt: performance.now() });
  else lately.delete(name);
}

/** The current result of one poll. */
export async function countPoll(db: ReadDb, pollId: string): Promise<Tally> {
  return (await countVotes(db, [pollId])).get(pollId) ?? emptyTally();
}

export function emptyTally(): Tally {
  return { voters: 0, informal: 0, options: {} };
}

/** Adds voters with equal choices. */
export function addGroup(tally: Tally, { kind, choices, count }: Group): void {
  const number = Number(count);
  const informal = kind === 'informal' ? number : 0;
  tally.voters += number;
  tally.informal += informal;
  for (const option of choices.split(' ')) {
    const counted = tally.options[option] ?? { votes: 0, informal: 0 };
    tally.options[option] = { votes: counted.votes + number, informal: counted.informal + informal };
  }
}
