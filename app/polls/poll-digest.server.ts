import { unnoted } from '#app/platform/database/change-counters.server.ts';
import type { ReadDb } from '#app/platform/database/handles.ts';
import { inSnapshot } from '#app/platform/database/transaction.ts';
import { listSeals } from '#app/polls/votes/ballot-sealing.server.ts';
import { countVotes } from '#app/polls/votes/vote-count.server.ts';
import type { Poll } from './poll.ts';
import { listOptions } from './poll-options.server.ts';
import { findNextChange, maySeeResults, type PollState, stateOf } from './poll-state.ts';
import { type ResultsFacts, resultsOf } from './results.ts';

const columns = [
  'id',
  'title',
  'description',
  'deck',
  'voters',
  'resultsShown',
  'maxChoices',
  'opensAt',
  'closesAt',
  'closedAt',
  'round',
  'createdAt',
  'updatedAt',
] as const;

/** A poll in feeds and the like: only what everyone may know at a moment. */
export type PollDigest = Pick<Poll, (typeof columns)[number] & keyof Poll> & {
  options: Poll['options'];
  deck: string;
  createdAt: number;
  state: PollState;
  /** For a closed poll with published results. */
  results: ResultsFacts | undefined;
  /** For a finalized poll: how many ballots there are, the head of their chain, and whether they are listed. */
  sealed: { ballots: number; head: string; isListed: boolean } | undefined;
};

export type DigestRequest = {
  now: number;
  limit: number;
  /** Only these polls. */
  ids?: string[] | undefined;
  locale: string;
  /** Called when a poll of the list opens or closes. */
  keepUntil: (instant: number) => void;
};

/**
 * Open and closed polls in the order of the public list. Running results are always left out: they would be outdated
 * where they are read.
 */
export function listPollDigests(db: ReadDb, request: DigestRequest): Promise<PollDigest[]> {
  return inSnapshot(db, (read) => listIn(read, request));
}

async function listIn(db: ReadDb, request: DigestRequest): Promise<PollDigest[]> {
  const { now, locale, keepUntil } = request;
  const rows = await db
    .selectFrom('poll')
    .select(columns)
    .where('archived', '=', 0)
    .$if(request.ids !== undefined, (query) => query.where('id', 'in', request.ids as string[]))
    .orderBy('endsAt', 'desc')
    .orderBy('id', 'desc')
    .limit(request.limit)
    .execute();
  for (const row of rows) keepUntil(findNextChange(row, now) ?? Number.POSITIVE_INFINITY);
  const begun = rows.filter((row) => stateOf(row, now) !== 'scheduled');
  if (begun.length === 0) return [];
  const ids = begun.map(({ id }) => id);
  const published = begun.filter((row) => mayTellResults(row, now)).map(({ id }) => id);
  const [options, seals, tallies] = await Promise.all([
    listOptions(db, ids),
    listSeals(db, begun),
    // A vote must not outdate pages about closed polls.
    countVotes(unnoted(db), published),
  ]);
  return begun.map((row) => {
    const poll = { ...row, options: options.get(row.id) ?? [] };
    const tally = tallies.get(row.id);
    const seal = seals.get(row.id);
    return {
      ...poll,
      state: stateOf(row, now),
      results: tally && resultsOf(poll, tally, undefined, locale),
      sealed: seal && { ...seal, isListed: row.resultsShown !== 'admin' },
    };
  });
}

function mayTellResults(poll: Parameters<typeof stateOf>[0] & Pick<Poll, 'resultsShown'>, now: number) {
  const state = stateOf(poll, now);
  const nobody = { isAdmin: false, hasVoted: false };
  return state === 'closed' && maySeeResults(poll.resultsShown, state, nobody);
}
