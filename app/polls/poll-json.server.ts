import type { Moment, StoredItem } from '#app/items/collection/collection.ts';
import { listSeals, type Seal } from '#app/polls/votes/ballot-sealing.server.ts';
import { countVotes, keepResultUntil, type Tally } from '#app/polls/votes/vote-count.server.ts';
import { listVoted } from '#app/polls/votes/voter-store.server.ts';
import { NONE_OF_THESE, type Poll, type PollInput, pollFieldsJson } from './poll.ts';
import { findNextChange, maySeeResults, stateOf } from './poll-state.ts';

type Json = Record<string, unknown>;

/** The poll's own fields, as the API takes and returns them. */
export function pollJson(poll: Poll): Json {
  return { ...pollInputJson(poll), options: poll.options.map(({ id, text }) => ({ id, text })) };
}

/** A draft's options, numbered because they have no ids yet. */
export function pollDraftJson(input: Json): Json {
  if (!Array.isArray(input.options)) return input;
  return { ...input, options: input.options.map((text, index) => ({ id: String(index + 1), text })) };
}

/** A poll that is not stored yet, so that no one can vote in it; its options are numbered. */
export function unstoredPoll(input: PollInput & StoredItem): Poll {
  const { noneOfThese = false, options } = input;
  const numbered = options.map((text, index) => ({ id: String(index + 1), text }));
  const none = { id: 'none', text: NONE_OF_THESE, isNone: true } as const;
  return {
    voters: 'verified',
    resultsShown: 'always',
    maxChoices: 1,
    opensAt: null,
    closesAt: null,
    closedAt: null,
    archivedAt: null,
    archived: false,
    round: 1,
    ...input,
    picture: input.picture ?? null,
    documents: input.documents ?? [],
    noneOfThese,
    options: noneOfThese ? [...numbered, none] : numbered,
  };
}

/** What the schema accepts: options are their texts, without "none of these". */
export function pollInputJson(poll: Poll | PollInput): Json {
  const options = poll.options.flatMap((option) =>
    typeof option === 'string' ? option : option.isNone ? [] : option.text,
  );
  return pollFieldsJson({ ...poll, options });
}

/** With the state, the results if visible, and the data for a recount. */
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
  const seals = await listSeals(read, polls);
  for (const tally of tallies.values()) keepUntil(keepResultUntil(tally, now));
  for (const poll of polls) keepUntil(findNextChange(poll, now) ?? Number.POSITIVE_INFINITY);
  return polls.map((poll) => {
    const tally = tallies.get(poll.id);
    return {
      ...pollJson(poll),
      state: stateOf(poll, now),
      results: tally ? resultsJson(poll, tally) : null,
      recount: recountJson(poll, seals.get(poll.id)),
    };
  });
}

/** The result as the API returns it; if anyone may vote, with the number of votes without an account. */
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

/** Null for a poll whose ballots are not finalized yet. */
function recountJson({ id }: Poll, seal: Seal | undefined): Json | null {
  return seal ? { ...seal, url: `/polls/${id}/ballots.txt` } : null;
}
