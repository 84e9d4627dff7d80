import type { Moment } from '#app/content/collection.server.ts';
import { isoOf } from '#app/content/item-json.ts';
import type { ReadDb } from '#app/database/handles.ts';
import type { Poll } from './poll.ts';
import { findNextChange, maySeeResults, stateOf } from './poll-state.ts';
import { countVotes, keepResultUntil, type Tally } from './vote-count.server.ts';

type Json = Record<string, unknown>;

/** The poll's own fields, as the API takes and answers them. */
export function pollJson(poll: Poll): Json {
  const { id, title, description, voters, resultsShown, maxChoices, noneOfThese, opensAt, closesAt } = poll;
  return {
    id,
    title,
    description,
    options: poll.options.map((option) => ({ id: option.id, text: option.text })),
    voters,
    resultsShown,
    maxChoices,
    noneOfThese,
    opensAt: opensAt === null ? null : isoOf(opensAt),
    closesAt: closesAt === null ? null : isoOf(closesAt),
  };
}

/** With the state, the results where they may be shown, and what a closed poll is recounted by. */
export async function pollsNow(polls: Poll[], moment: Moment): Promise<Json[]> {
  const { read, now, viewer, isTrusted, keepUntil } = moment;
  const ids = polls.map((poll) => poll.id);
  const voted = viewer.kind === 'visitor' ? new Set<string>() : await listVoted(read, ids, viewer.userId);
  const shown = polls.filter((poll) => {
    const asking = { isAdmin: isTrusted, hasVoted: voted.has(poll.id) };
    return maySeeResults(poll.resultsShown, stateOf(poll, now), asking);
  });
  const tallies = await countVotes(
    read,
    shown.map((poll) => poll.id),
  );
  const heads = await listHeads(read, polls);
  for (const tally of tallies.values()) keepUntil(keepResultUntil(tally, now));
  for (const poll of polls) keepUntil(findNextChange(poll, now) ?? Number.POSITIVE_INFINITY);
  return polls.map((poll) => {
    const tally = tallies.get(poll.id);
    return {
      ...pollJson(poll),
      state: stateOf(poll, now),
      results: tally ? resultsJson(poll, tally) : null,
      recount: heads.get(poll.id) ?? null,
    };
  });
}

/** The result as the API answers it; where anyone may vote, how much of it came without an account. */
export function resultsJson({ options, voters }: Pick<Poll, 'options' | 'voters'>, tally: Tally): Json {
  const isInformal = voters === 'anyone';
  return {
    voters: tally.voters,
    ...(isInformal ? { informal: tally.informal } : {}),
    options: options.map(({ id }) => {
      const { votes, informal } = tally.options[id] ?? { votes: 0, informal: 0 };
      return isInformal ? { id, votes, informal } : { id, votes };
    }),
  };
}

async function listVoted(db: ReadDb, pollIds: string[], userId: string): Promise<Set<string>> {
  if (pollIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('poll_voter')
    .select('pollId')
    .where('pollId', 'in', pollIds)
    .where('voter', '=', userId)
    .execute();
  return new Set(rows.map((row) => row.pollId));
}

async function listHeads(db: ReadDb, polls: Poll[]): Promise<Map<string, Json>> {
  const rounds = new Map(polls.filter((poll) => poll.closedAt !== null).map(({ id, round }) => [id, round]));
  if (rounds.size === 0) return new Map();
  const rows = await db
    .selectFrom('poll_closing')
    .select(['pollId', 'round', 'ballots', 'head'])
    .where('pollId', 'in', [...rounds.keys()])
    .execute();
  // Of a poll that was closed again there is none until its ballots are sealed.
  const seals = rows.filter(({ pollId, round }) => rounds.get(pollId) === round);
  return new Map(
    seals.map(({ pollId, ballots, head }) => [
      pollId,
      { ballots, head, url: `/polls/${pollId}/ballots.txt` },
    ]),
  );
}
