import { expect } from 'vitest';
import { removeUser } from '#app/people/accounts/user-store.server.ts';
import { closePoll } from '#app/polls/close-poll.server.ts';
import type { PollInput } from '#app/polls/poll.ts';
import { reopenPoll } from '#app/polls/poll-progress.server.ts';
import { findPoll, removePoll, savePoll } from '#app/polls/poll-store.server.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { idOf, join, NOW, seed, votesOf } from '../../../tests/vote-polls.ts';
import { castVote } from './vote-store.server.ts';

eachDatabase(
  'no vote is lost or counted late if a poll is closed while people vote',
  async ({ database: { write } }) => {
    const poll = await seed({ write });
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
    const poll = await seed({ write });
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
    const poll = await seed({ write });
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
    const poll = await seed({ write });
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
  const poll = await seed({ write });
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
