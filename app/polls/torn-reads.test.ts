import { expect } from 'vitest';
import type { Database } from '#app/platform/database/handles.ts';
import { countPoll } from '#app/polls/votes/vote-count.server.ts';
import { castVote } from '#app/polls/votes/vote-store.server.ts';
import { eachDatabase } from '../../tests/each-database.ts';
import { interrupted } from '../../tests/interrupted.ts';
import { closePoll } from './close-poll.server.ts';
import { findPoll, listPolls, savePoll } from './poll-store.server.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const VOTES = 30;
const input = { id: 'a', title: 'Rink?', description: 'Why we ask.', options: ['Yes', 'No'] };

async function seed({ write }: Database): Promise<void> {
  const outcome = await savePoll(write, { ...input, voters: 'anyone' }, { now: NOW });
  if (outcome.kind !== 'saved') throw new Error(outcome.kind);
  for (let turn = 0; turn < VOTES; turn++) {
    const voter = {
      kind: 'informal',
      id: `b${turn}`,
      networks: [{ key: 'n', share: 1 }],
      votersPerNetwork: 50,
    } as const;
    await castVote(write, outcome.item, voter, [outcome.item.options[turn % 2]?.id ?? ''], NOW);
  }
}

eachDatabase('results read while a poll is closing contain every vote once', async ({ database }) => {
  await seed(database);
  const { read, write } = database;
  const tally = await countPoll(
    interrupted(read, () => closePoll(write, 'a', NOW + 1)),
    'a',
  );
  expect(tally.voters).toBe(VOTES);
  expect((await countPoll(read, 'a')).voters).toBe(VOTES);
});

eachDatabase(
  'a poll that is read while it is being saved is either the complete old or the complete new one',
  async ({ database }) => {
    const { read, write } = database;
    const save = (title: string, options: string[]) =>
      savePoll(write, { ...input, title, options }, { now: NOW });
    const wholeOf = (poll: Awaited<ReturnType<typeof findPoll>>) => [
      poll?.title,
      ...(poll?.options ?? []).map(({ text }) => text),
    ];
    await save('Old?', ['Old yes', 'Old no']);
    const torn = () => interrupted(read, () => save('New?', ['New yes', 'New no']));
    expect(wholeOf(await findPoll(torn(), 'a'))).toEqual(['Old?', 'Old yes', 'Old no']);
    await save('Old?', ['Old yes', 'Old no']);
    const { items } = await listPolls(torn(), { limit: 10 });
    expect(wholeOf(items[0])).toEqual(['Old?', 'Old yes', 'Old no']);
  },
);
