import { expect } from 'vitest';
import { closePoll } from '#app/polls/close-poll.server.ts';
import { savePoll } from '#app/polls/poll-store.server.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { castVote } from './vote-store.server.ts';
import { listTurnout } from './voter-store.server.ts';

eachDatabase("turnout is counted by the town's days, and is kept after closing", async ({ database }) => {
  const { write } = database;
  // Ten minutes before midnight in New York.
  const now = Date.parse('2026-11-21T04:50:00Z');
  const input = { id: 'a', title: 'Rink', description: 'Why.', options: ['Yes', 'No'] };
  const saved = await savePoll(write, { ...input, voters: 'anyone' }, { now });
  if (saved.kind !== 'saved') throw new Error(saved.kind);
  for (const [turn, at] of [now, now, now + 20 * 60_000].entries()) {
    const voter = {
      kind: 'informal',
      id: `b${turn}`,
      networks: [{ key: 'home', share: 1 }],
      votersPerNetwork: 20,
    } as const;
    await castVote(write, saved.item, voter, [saved.item.options[0]?.id ?? ''], at);
  }
  const days = [
    { day: '2026-11-20', voters: 2 },
    { day: '2026-11-21', voters: 1 },
  ];
  expect(await listTurnout(write, 'a', 'America/New_York')).toEqual(days);
  await closePoll(write, 'a', now + 30 * 60_000);
  expect(await listTurnout(write, 'a', 'America/New_York')).toEqual(days);
});
