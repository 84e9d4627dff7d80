import { expect } from 'vitest';
import { removeUser } from '#app/auth/user-store.server.ts';
import type { Database, WriteDb } from '#app/database/handles.ts';
import { closePoll } from '#app/polls/close-poll.server.ts';
import type { Poll, PollInput } from '#app/polls/poll.ts';
import { reopenPoll } from '#app/polls/poll-progress.server.ts';
import { findPoll, removePoll, savePoll } from '#app/polls/poll-store.server.ts';
import { eachDatabase } from '../../tests/each-database.ts';
import { countPoll } from './vote-count.server.ts';
import { type CastOutcome, castVote, findVoteStatus, withdrawVote } from './vote-store.server.ts';
import type { Voter } from './voter.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

async function plant({ write }: Pick<Database, 'write'>, changes: Partial<PollInput> = {}): Promise<Poll> {
  const input = { id: 'a', title: 'Rink', description: 'Why we ask.', options: ['Yes', 'No', 'Later'] };
  const outcome = await savePoll(write, { ...input, ...changes }, { now: NOW });
  if (outcome.kind !== 'saved') throw new Error(outcome.kind);
  return outcome.item;
}

async function join(db: WriteDb, id: string): Promise<Voter> {
  await db.insertInto('site_user').values({ id, newsletterOptIn: 0, createdAt: 0 }).execute();
  return { kind: 'member', id, isVerified: true };
}

function browser(id: string, network = 'school'): Voter {
  return { kind: 'informal', id, networks: [{ key: network, share: 1 }], votersPerNetwork: 20 };
}

async function votesOf(db: WriteDb, poll: Poll): Promise<number[]> {
  const tally = await countPoll(db, poll.id);
  return poll.options.map(({ id }) => tally.options[id]?.votes ?? 0);
}

function idOf(poll: Poll, place: number): string {
  return poll.options[place]?.id ?? '';
}

eachDatabase(
  'a voter has one vote, however often and concurrently it is cast (R-48)',
  async ({ database }) => {
    const poll = await plant(database);
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
    const poll = await plant({ write });
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
    const poll = await plant({ write }, { opensAt, closesAt });
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
    const poll = await plant({ write }, { maxChoices: 2 });
    const other = await plant({ write }, { id: 'b' });
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
    const poll = await plant({ write }, { id: voters, voters });
    const cast = async (voter: Voter) =>
      (await castVote(write, poll, voter, [idOf(poll, 0)], NOW)).kind === 'cast';
    allowed[voters] = [await cast(june), await cast(browser('b1'))];
  }
  expect(allowed).toEqual({ verified: [false, false], members: [true, false], anyone: [true, true] });
});

eachDatabase(
  'a network has twenty browsers, and later ones are counted as refused (R-50)',
  async ({ database: { write } }) => {
    const poll = await plant({ write }, { voters: 'anyone' });
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
    const poll = await plant({ write }, { voters: 'anyone' });
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

eachDatabase(
  'no vote is lost or counted late if a poll is closed while people vote',
  async ({ database: { write } }) => {
    const poll = await plant({ write });
    const voters = await Promise.all(Array.from({ length: 50 }, (_, turn) => join(write, `m${turn}`)));
    const casts = voters.map((voter) => castVote(write, poll, voter, [idOf(poll, 0)], NOW));
    const closing = closePoll(write, 'a', NOW);
    const cast = (await Promise.all(casts)).filter(({ kind }) => kind === 'cast').length;
    await closing;
    const sealed = await write.selectFrom('poll_ballot').select('receipt').execute();
    expect(sealed).toHaveLength(cast);
    const open = await write
      .selectFrom('poll_ballot')
      .select('receipt')
      .where('position', 'is', null)
      .execute();
    expect(open).toEqual([]);
  },
);

eachDatabase(
  'a reopened poll keeps its ballots, and no one can vote twice',
  async ({ database: { write } }) => {
    const poll = await plant({ write });
    const [june, otto] = [await join(write, 'june'), await join(write, 'otto')];
    await castVote(write, poll, june, [idOf(poll, 0)], NOW);
    await closePoll(write, 'a', NOW + 1);
    const first = await write.selectFrom('poll_closing').selectAll().executeTakeFirstOrThrow();
    const reopening = { reason: 'The road crew asked.', options: ['Never'], closesAt: null };
    expect(await reopenPoll(write, 'a', { ...reopening, options: ['yes'] }, NOW + 2)).toEqual({
      repeated: ['yes'],
    });
    expect(await reopenPoll(write, 'a', reopening, NOW + 2)).toEqual({ repeated: [] });
    const again = await findPoll(write, 'a');
    if (!again) throw new Error('the poll is gone');
    expect(again.options.map(({ text }) => text)).toEqual(['Yes', 'No', 'Later', 'Never']);
    expect((await castVote(write, again, june, [idOf(again, 3)], NOW + 3)).kind).toBe('refused');
    expect((await castVote(write, again, otto, [idOf(again, 3)], NOW + 3)).kind).toBe('cast');
    expect(await votesOf(write, again)).toEqual([1, 0, 0, 1]);
    await closePoll(write, 'a', NOW + 4);
    expect(await votesOf(write, again)).toEqual([1, 0, 0, 1]);
    const ballots = await write.selectFrom('poll_ballot').selectAll().orderBy('position').execute();
    expect(ballots.map(({ position, round }) => [position, round])).toEqual([
      [1, 1],
      [2, 2],
    ]);
    const closings = await write.selectFrom('poll_closing').selectAll().orderBy('round').execute();
    expect(closings[0]).toEqual(first);
    expect(closings[1]?.ballots).toBe(2);
    const notes = await write.selectFrom('poll_note').select('text').orderBy('number').execute();
    expect(notes.map(({ text }) => text).join(' ')).toContain('The road crew asked. New options: “Never”.');
  },
);

eachDatabase(
  'after the first vote, texts can only be corrected publicly, and nothing else can change',
  async ({ database: { write } }) => {
    const poll = await plant({ write });
    await castVote(write, poll, await join(write, 'june'), [idOf(poll, 1)], NOW);
    const save = (changes: Partial<PollInput>) =>
      savePoll(
        write,
        { id: 'a', title: 'Rink', description: 'Why we ask.', options: ['Yes', 'No', 'Later'], ...changes },
        { now: NOW + 5 },
      );
    for (const changes of [
      { options: ['Yes', 'No'] },
      { options: ['Yes', 'No', 'Later', 'Never'] },
      { options: ['No', 'Yes', 'Later'] },
      { voters: 'anyone' as const },
      { maxChoices: 2 },
      { resultsShown: 'admin' as const },
      { noneOfThese: true },
      { opensAt: NOW },
    ])
      expect((await save(changes)).kind, JSON.stringify(changes)).toBe('refused');
    expect(await findPoll(write, 'a')).toEqual(poll);
    const corrected = await save({ options: ['Yes', 'No, thanks', 'Later'] });
    expect(corrected).toMatchObject({ kind: 'saved', item: { options: [{}, { id: idOf(poll, 1) }, {}] } });
    expect(await votesOf(write, poll)).toEqual([0, 1, 0]);
    const notes = await write.selectFrom('poll_note').selectAll().execute();
    expect(notes).toEqual([
      { pollId: 'a', number: 1, at: NOW + 5, text: 'An option was corrected from “No” to “No, thanks”.' },
    ]);
  },
);

eachDatabase(
  'deleting an account deletes its link to the vote, and keeps the ballot',
  async ({ database: { write } }) => {
    const poll = await plant({ write });
    for (const id of ['june', 'otto'])
      await castVote(write, poll, await join(write, id), [idOf(poll, 0)], NOW);
    await removeUser(write, 'june');
    expect(await votesOf(write, poll)).toEqual([1, 0, 0]);
    await closePoll(write, 'a', NOW + 1);
    await removeUser(write, 'otto');
    const [voter, ...others] = await write.selectFrom('poll_voter').selectAll().execute();
    expect(others).toEqual([]);
    expect(voter).toMatchObject({ userId: null });
    expect(voter?.voter).not.toContain('otto');
    expect(await votesOf(write, poll)).toEqual([1, 0, 0]);
    await removePoll(write, 'a');
    expect(await write.selectFrom('poll_ballot').selectAll().execute()).toEqual([]);
  },
);

eachDatabase('a vote increases only the change counter of votes', async ({ database: { read, write } }) => {
  const poll = await plant({ write });
  const june = await join(write, 'june');
  const counters = async () =>
    Object.fromEntries(
      (await read.selectFrom('collection_revision').selectAll().execute()).map((row) => [
        row.collection,
        row.revision,
      ]),
    );
  const before = await counters();
  await castVote(write, poll, june, [idOf(poll, 0)], NOW);
  const after = await counters();
  expect(after.votes).toBeGreaterThan(before.votes as number);
  expect({ ...after, votes: before.votes }).toEqual(before);
});
