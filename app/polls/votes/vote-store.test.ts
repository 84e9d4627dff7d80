import { expect } from 'vitest';
import type { Voter } from '#app/people/voters/voter.ts';
import { closePoll } from '#app/polls/close-poll.server.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { idOf, join, NOW, seed, votesOf } from '../../../tests/vote-polls.ts';
import { countPoll } from './vote-count.server.ts';
import { type CastOutcome, castVote, findVoteStatus, withdrawVote } from './vote-store.server.ts';

function browser(id: string, network = 'school'): Voter {
  return { kind: 'informal', id, networks: [{ key: network, share: 1 }], votersPerNetwork: 20 };
}

eachDatabase(
  'a voter has one vote, however often and concurrently it is cast (R-48)',
  async ({ database }) => {
    const poll = await seed(database);
    const june = await join(database.write, 'june');
    const outcomes: CastOutcome[] = [];
    // At most this many writes may wait for each other.
    for (let round = 0; round < 5; round++) {
      const casts = Array.from({ length: 40 }, (_, turn) =>
        castVote(database.write, poll, june, [idOf(poll, turn % 3)], NOW),
      );
      outcomes.push(...(await Promise.all(casts)));
    }
    expect(outcomes.every(({ kind }) => kind === 'cast')).toBe(true);
    const receipts = new Set(outcomes.map((outcome) => outcome.kind === 'cast' && outcome.vote.receipt));
    expect(receipts.size).toBe(1);
    const votes = await votesOf(database.write, poll);
    expect(votes.reduce((sum, count) => sum + count)).toBe(1);
  },
);

eachDatabase(
  'a changed vote counts for the new option, and a withdrawn one no longer counts',
  async ({ database: { write } }) => {
    const poll = await seed({ write });
    const june = await join(write, 'june');
    await castVote(write, poll, june, [idOf(poll, 0)], NOW);
    await castVote(write, poll, june, [idOf(poll, 1)], NOW + 1);
    expect(await votesOf(write, poll)).toEqual([0, 1, 0]);
    expect(await findVoteStatus(write, 'a', 'june')).toMatchObject({
      kind: 'voted',
      vote: { kind: 'member', choices: [idOf(poll, 1)] },
    });
    expect(await withdrawVote(write, 'a', 'june', NOW + 2)).toBe(true);
    expect(await withdrawVote(write, 'a', 'june', NOW + 2)).toBe(false);
    expect(await votesOf(write, poll)).toEqual([0, 0, 0]);
  },
);

eachDatabase(
  'a poll is open from its opening until just before its closing (R-49)',
  async ({ database: { write } }) => {
    const opensAt = NOW + 10_000;
    const closesAt = NOW + 20_000;
    const poll = await seed({ write }, { opensAt, closesAt });
    const june = await join(write, 'june');
    const cast = async (at: number) => (await castVote(write, poll, june, [idOf(poll, 0)], at)).kind;
    expect(await cast(opensAt - 1)).toBe('refused');
    expect(await cast(opensAt)).toBe('cast');
    expect(await cast(closesAt - 1)).toBe('cast');
    expect(await cast(closesAt)).toBe('refused');
    expect(await cast(closesAt + 1000)).toBe('refused');
    expect(await withdrawVote(write, 'a', 'june', closesAt)).toBe(false);
  },
);

eachDatabase(
  'an option of another poll, too many options, and an outdated version are refused (R-49)',
  async ({ database: { write } }) => {
    const poll = await seed({ write }, { maxChoices: 2 });
    const other = await seed({ write }, { id: 'b' });
    const june = await join(write, 'june');
    const cast = async (choices: string[], version = poll.version) =>
      (await castVote(write, { id: 'a', version }, june, choices, NOW)).kind;
    expect(await cast([idOf(other, 0)])).toBe('refused');
    expect(await cast([idOf(poll, 0), idOf(other, 0)])).toBe('refused');
    expect(await cast(poll.options.map(({ id }) => id))).toBe('refused');
    expect(await cast([idOf(poll, 0)], 7)).toBe('refused');
    expect(await cast([])).toBe('refused');
    expect(await cast([idOf(poll, 1), idOf(poll, 0), idOf(poll, 0)])).toBe('cast');
    expect(await votesOf(write, poll)).toEqual([1, 1, 0]);
    expect((await countPoll(write, 'a')).voters).toBe(1);
  },
);

eachDatabase('the statement that writes a vote checks who may vote', async ({ database: { write } }) => {
  const june = { ...(await join(write, 'june')), isVerified: false } as Voter;
  const allowed: Record<string, boolean[]> = {};
  for (const voters of ['verified', 'members', 'anyone'] as const) {
    const poll = await seed({ write }, { id: voters, voters });
    const cast = async (voter: Voter) =>
      (await castVote(write, poll, voter, [idOf(poll, 0)], NOW)).kind === 'cast';
    allowed[voters] = [await cast(june), await cast(browser('b1'))];
  }
  expect(allowed).toEqual({ verified: [false, false], members: [true, false], anyone: [true, true] });
});

eachDatabase(
  'a network has twenty browsers, and later ones are counted as refused (R-50)',
  async ({ database: { write } }) => {
    const poll = await seed({ write }, { voters: 'anyone' });
    const casts = Array.from({ length: 50 }, (_, turn) =>
      castVote(write, poll, browser(`b${turn}`), [idOf(poll, 0)], NOW),
    );
    const kinds = (await Promise.all(casts)).map(({ kind }) => kind);
    expect(kinds.filter((kind) => kind === 'cast')).toHaveLength(20);
    expect(kinds.filter((kind) => kind === 'crowded')).toHaveLength(30);
    expect(await votesOf(write, poll)).toEqual([20, 0, 0]);
    const known = kinds.indexOf('cast');
    expect(await castVote(write, poll, browser(`b${known}`), [idOf(poll, 1)], NOW)).toMatchObject({
      kind: 'cast',
    });
    expect(await castVote(write, poll, browser('home', 'home'), [idOf(poll, 1)], NOW)).toMatchObject({
      kind: 'cast',
    });
    const row = await write
      .selectFrom('poll_network')
      .selectAll()
      .where('network', '=', 'school')
      .executeTakeFirst();
    expect(row).toMatchObject({ voters: 20, refused: 30 });
  },
);

eachDatabase(
  'closing finalizes every ballot once and removes its link to the voter',
  async ({ database: { write } }) => {
    const poll = await seed({ write }, { voters: 'anyone' });
    const receipts: string[] = [];
    for (const [turn, id] of ['june', 'otto', 'ada'].entries()) {
      const outcome = await castVote(write, poll, await join(write, id), [idOf(poll, turn % 2)], NOW + turn);
      if (outcome.kind === 'cast') receipts.push(outcome.vote.receipt);
    }
    await castVote(write, poll, browser('b1'), [idOf(poll, 2)], NOW);
    const closings = await Promise.all([closePoll(write, 'a', NOW + 10), closePoll(write, 'a', NOW + 10)]);
    expect(closings.toSorted()).toEqual([false, true]);
    const ballots = await write.selectFrom('poll_ballot').selectAll().orderBy('position').execute();
    expect(ballots.map((ballot) => ballot.receipt)).toEqual(
      ballots.map((ballot) => ballot.receipt).toSorted(),
    );
    expect(ballots.map((ballot) => ballot.receipt)).toEqual(expect.arrayContaining(receipts));
    expect(ballots.map(({ ref }) => ref)).toEqual([null, null, null, null]);
    expect(await write.selectFrom('poll_key').selectAll().execute()).toEqual([]);
    const voters = await write.selectFrom('poll_voter').selectAll().execute();
    expect(voters).toHaveLength(4);
    for (const voter of voters) expect(voter).toMatchObject({ network: null, votedAt: NOW });
    expect(await votesOf(write, poll)).toEqual([2, 1, 1]);
    expect(await countPoll(write, 'a')).toMatchObject({ voters: 4, informal: 1 });
    expect(await findVoteStatus(write, 'a', 'june')).toEqual({ kind: 'sealed' });
  },
);
