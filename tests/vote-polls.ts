import type { Voter } from '#app/people/voters/voter.ts';
import type { Database, WriteDb } from '#app/platform/database/handles.ts';
import type { Poll, PollInput } from '#app/polls/poll.ts';
import { savePoll } from '#app/polls/poll-store.server.ts';
import { countPoll } from '#app/polls/votes/vote-count.server.ts';

export const NOW = Date.parse('2026-11-20T12:00:00Z');

export async function seed(
  { write }: Pick<Database, 'write'>,
  changes: Partial<PollInput> = {},
): Promise<Poll> {
  const input = { id: 'a', title: 'Rink', description: 'Why we ask.', options: ['Yes', 'No', 'Later'] };
  const outcome = await savePoll(write, { ...input, ...changes }, { now: NOW });
  if (outcome.kind !== 'saved') throw new Error(outcome.kind);
  return outcome.item;
}

export async function join(db: WriteDb, id: string): Promise<Voter> {
  await db.insertInto('site_user').values({ id, newsletterOptIn: 0, createdAt: 0 }).execute();
  return { kind: 'member', id, isVerified: true };
}

export async function votesOf(db: WriteDb, poll: Poll): Promise<number[]> {
  const tally = await countPoll(db, poll.id);
  return poll.options.map(({ id }) => tally.options[id]?.votes ?? 0);
}

export function idOf(poll: Poll, place: number): string {
  return poll.options[place]?.id ?? '';
}
