import { expect } from 'vitest';
import { collections } from '#app/collections.server.ts';
import { publishDueItems } from '#app/items/drafts/publish-due-items.server.ts';
import { removeUser } from '#app/people/accounts/user-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { closeDuePolls } from '#app/polls/close-poll.server.ts';
import { polls } from '#app/polls/poll-collection.server.ts';
import { finishSealing } from '#app/polls/votes/ballot-sealing.server.ts';
import { castVote, findVoteStatus } from '#app/polls/votes/vote-store.server.ts';
import { countBallots } from '#app/polls/votes/voter-store.server.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { openPollWithVotes, readTables, tablesOfPolls } from '../../../tests/poll-with-votes.ts';
import { hasTrashSecrets, removeTrashSecrets } from './kept-rows.server.ts';
import { deleteItem, moveToTrash } from './move-to-trash.server.ts';
import { deleteEntries, purgeTrash, restoreEntries } from './restore-trash.server.ts';
import { countTrash, listTrash, TRASH_MS } from './trash-store.server.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const CLOSES = NOW + 60_000;
const nobody = { userId: null, token: null };
const june = { kind: 'member', id: 'june', isVerified: true } as const;

const seed = (write: WriteDb, closesAt: number | null = CLOSES) =>
  openPollWithVotes(write, { now: NOW, closesAt });

/** Its own metadata changes with each save. */
async function votesOf(write: WriteDb) {
  return readTables(
    write,
    tablesOfPolls.filter((table) => table !== 'poll'),
  );
}

async function inputOf(write: WriteDb) {
  const item =
    (await polls.store.find(write, 'rink')) ?? (await polls.store.unpublished?.find(write, 'rink'))?.item;
  if (!item) throw new Error('the poll is gone');
  return polls.json.schema.parse(polls.json.toInputJson(item));
}

async function unpublish(write: WriteDb, now = NOW): Promise<void> {
  const input = polls.json.toInputJson((await inputOf(write)) as never) as { id: string };
  const outcome = await polls.store.unpublished?.saveDraft(write, input, { now });
  if (outcome?.kind !== 'saved') throw new Error('not unpublished');
}

async function publish(write: WriteDb, { now = NOW, ...change }: { now?: number; closesAt?: number } = {}) {
  return polls.store.save(write, { ...(await inputOf(write)), ...change }, { now });
}

async function trashIds(write: WriteDb, now = NOW) {
  return (await listTrash(write, { limit: 100 }, { now })).items.map(({ id }) => id);
}

eachDatabase(
  'an unpublished poll has no rows for votes, and the same ones once it is published',
  async (t) => {
    const { write } = t.database;
    const poll = await seed(write);
    const before = await votesOf(write);
    const status = await findVoteStatus(write, 'rink', 'june');
    await unpublish(write);
    expect(Object.values(await readTables(write, tablesOfPolls)).flat()).toEqual([]);
    expect([await trashIds(write), await countTrash(write, NOW)]).toEqual([[], new Map()]);
    await purgeTrash(write, collections, NOW + 20 * TRASH_MS);
    const outcome = await publish(write, { now: NOW + 1 });
    expect(outcome).toMatchObject({ kind: 'saved', item: { version: 3, updatedAt: NOW + 1 } });
    expect(await votesOf(write)).toEqual(before);
    expect(await findVoteStatus(write, 'rink', 'june')).toEqual(status);
    expect(
      Object.values(await readTables(write, ['trash_item', 'trash_row', 'trash_secret'])).flat(),
    ).toEqual([]);
    const changed = await polls.store.find(write, 'rink');
    const choice = [poll.options[1]?.id ?? ''];
    expect(await castVote(write, changed ?? poll, june, choice, NOW + 2)).toMatchObject({ isChange: true });
  },
);

eachDatabase('a poll whose change is refused stays unpublished with its votes', async (t) => {
  const { write } = t.database;
  await seed(write);
  await unpublish(write);
  const input = { ...(await inputOf(write)), options: ['Yes', 'No', 'Maybe'] };
  expect(await polls.store.save(write, input, { now: NOW })).toMatchObject({
    kind: 'refused',
    problems: [{ field: 'options' }],
  });
  expect(await polls.store.find(write, 'rink')).toBeUndefined();
  await publish(write);
  expect(await countBallots(write, 'rink')).toBe(2);
});

eachDatabase('a change that its votes forbid is refused when it is scheduled, not at its time', async (t) => {
  const { write } = t.database;
  await seed(write);
  const before = await votesOf(write);
  const input = { ...(await inputOf(write)), maxChoices: 2 };
  const refused = { kind: 'refused', problems: [{ field: 'maxChoices' }] };
  expect(await polls.store.save(write, input, { now: NOW, publishAt: NOW + 9 })).toMatchObject(refused);
  expect(await votesOf(write)).toEqual(before);
  await unpublish(write);
  expect(await polls.store.save(write, input, { now: NOW, publishAt: NOW + 9 })).toMatchObject(refused);
  const corrected = { ...(await inputOf(write)), title: 'A rink?' };
  await polls.store.save(write, corrected, { now: NOW, publishAt: NOW + 9 });
  expect(await polls.store.find(write, 'rink')).toBeUndefined();
  await publishDueItems(write, collections, NOW + 9);
  expect(await polls.store.find(write, 'rink')).toMatchObject({ title: 'A rink?' });
  const { poll_note: notes, ...votes } = await votesOf(write);
  expect([notes?.length, votes]).toEqual([1, { ...before, poll_note: undefined }]);
});

eachDatabase('a scheduled poll has its votes again when its time comes, and the same tag', async (t) => {
  const { write } = t.database;
  await seed(write);
  const before = await votesOf(write);
  const scheduled = await polls.store.save(write, await inputOf(write), { now: NOW, publishAt: NOW + 9 });
  if (scheduled.kind !== 'saved') throw new Error(scheduled.kind);
  expect(Object.values(await readTables(write, tablesOfPolls)).flat()).toEqual([]);
  await publishDueItems(write, collections, NOW + 9);
  const { version, updatedAt } = scheduled.item;
  expect(await polls.store.find(write, 'rink')).toMatchObject({ version, updatedAt });
  expect(await votesOf(write)).toEqual(before);
});

eachDatabase(
  'a poll that was unpublished and then deleted comes back unpublished, with its votes',
  async (t) => {
    const { write } = t.database;
    await seed(write);
    const before = await votesOf(write);
    await unpublish(write);
    await moveToTrash(write, polls, ['rink'], { now: NOW, by: nobody });
    expect((await listTrash(write, { limit: 9 }, { now: NOW })).items).toMatchObject([
      { itemId: 'rink', title: 'Rink?', state: 'draft', belongings: 2 },
    ]);
    const outcomes = await restoreEntries(write, collections, await trashIds(write), { now: NOW });
    expect(outcomes).toMatchObject([{ kind: 'restored' }]);
    expect(await polls.store.find(write, 'rink')).toBeUndefined();
    await publish(write);
    expect(await votesOf(write)).toEqual(before);
  },
);

eachDatabase('a new poll with the id of a deleted one does not get its votes', async (t) => {
  const { write } = t.database;
  await seed(write);
  await unpublish(write);
  const input = await inputOf(write);
  await moveToTrash(write, polls, ['rink'], { now: NOW, by: nobody });
  await polls.store.unpublished?.saveDraft(write, polls.json.toInputJson(input as never) as never, {
    now: NOW,
  });
  await publish(write);
  expect(await countBallots(write, 'rink')).toBe(0);
  const outcomes = await restoreEntries(write, collections, await trashIds(write), { now: NOW });
  expect(outcomes).toMatchObject([{ kind: 'taken', title: 'Rink?' }]);
});

eachDatabase('permanently deleting an unpublished poll leaves nothing of its votes', async (t) => {
  const { write } = t.database;
  const tables = ['trash_item', 'trash_row', 'trash_secret', 'item_version', ...tablesOfPolls];
  const left = async () => Object.values(await readTables(write, tables)).flat();
  await seed(write);
  await unpublish(write);
  expect(await deleteItem(write, polls, 'rink', { now: NOW })).toBe(true);
  expect(await left()).toEqual([]);
  expect(await hasTrashSecrets(write, NOW)).toBe(true);
  await write.deleteFrom('site_user').execute();
  await seed(write);
  await unpublish(write);
  await moveToTrash(write, polls, ['rink'], { now: NOW, by: nobody });
  expect(await deleteEntries(write, collections, await trashIds(write), NOW)).toBe(1);
  expect(await left()).toEqual([]);
});

eachDatabase(
  'from its closing time on, nothing links the voters of an unpublished poll to ballots',
  async (t) => {
    const { write } = t.database;
    await seed(write);
    const [ballot] = await write.selectFrom('poll_ballot').select('ref').execute();
    const { key } = await write.selectFrom('poll_key').select('key').executeTakeFirstOrThrow();
    await unpublish(write);
    const found = async () => {
      const text = JSON.stringify(await readTables(write, ['trash_row', 'trash_secret']));
      return [key, ballot?.ref ?? ''].map((link) => text.includes(link));
    };
    expect([await hasTrashSecrets(write, CLOSES - 1), await found()]).toEqual([false, [true, true]]);
    await removeTrashSecrets(write, collections, CLOSES);
    expect(await found()).toEqual([false, false]);
    // It closed at that time, although it was not public: no later closing time reopens it.
    expect(await publish(write, { now: CLOSES, closesAt: CLOSES + 1000 })).toMatchObject({
      kind: 'refused',
      problems: [{ field: 'closesAt' }],
    });
    expect(await publish(write, { now: CLOSES })).toMatchObject({ item: { closedAt: CLOSES } });
    await finishSealing(write);
    expect(await findVoteStatus(write, 'rink', 'june')).toEqual({ kind: 'sealed' });
    const [closing] = await write.selectFrom('poll_closing').select('ballots').execute();
    expect(closing?.ballots).toBe(2);
  },
);

eachDatabase('a closed poll is unpublished without links, and comes back with its receipts', async (t) => {
  const { write } = t.database;
  await seed(write);
  await closeDuePolls(write, CLOSES);
  await finishSealing(write);
  const before = await votesOf(write);
  expect(before.poll_closing).toHaveLength(1);
  await unpublish(write, CLOSES);
  await publish(write, { now: CLOSES + 1 });
  expect(await votesOf(write)).toEqual(before);
});

eachDatabase('who leaves the site takes their vote out of an unpublished poll', async (t) => {
  const { write } = t.database;
  await seed(write, null);
  await unpublish(write);
  await removeUser(write, 'june');
  expect(JSON.stringify(await readTables(write, ['trash_row', 'trash_secret']))).not.toContain('june');
  await publish(write);
  expect(await write.selectFrom('poll_voter').select('voter').execute()).toEqual([{ voter: 'otto' }]);
  expect(await countBallots(write, 'rink')).toBe(1);
});
