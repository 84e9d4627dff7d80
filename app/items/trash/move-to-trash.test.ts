import { expect, test } from 'vitest';
import { collections, type NounName } from '#app/collections.server.ts';
import type { Collection } from '#app/items/collection/collection.ts';
import { findRevision } from '#app/items/revisions/revision-store.server.ts';
import { removeUser } from '#app/people/accounts/user-store.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { closeDuePolls } from '#app/polls/close-poll.server.ts';
import { finishSealing } from '#app/polls/votes/ballot-sealing.server.ts';
import { castVote, findVoteStatus } from '#app/polls/votes/vote-store.server.ts';
import { countBallots } from '#app/polls/votes/voter-store.server.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { openPollWithVotes, readTables, tablesOfPolls } from '../../../tests/poll-with-votes.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';
import { hasTrashSecrets, removeTrashSecrets } from './kept-rows.server.ts';
import { deleteItem, moveToTrash } from './move-to-trash.server.ts';
import { deleteEntries, purgeTrash, restoreEntries, restoreNewest } from './restore-trash.server.ts';
import { listTrash, TRASH_MS } from './trash-store.server.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const nobody = { userId: null, token: null };
/** Where most of these tests put an article. */
const place = { collection: 'articles', itemId: 'a' };
const all = Object.values(collections) as Collection[];

async function seed(write: WriteDb, collection: Collection, id = 'a', title = 'Kept'): Promise<void> {
  const sample = sampleInputs[collection.name as NounName];
  const input = collection.json.schema.parse({ ...sample, id, [collection.source.title]: title });
  await collection.store.save(write, input, { now: NOW, version: 0 });
}

async function trashOf(write: WriteDb, now = NOW) {
  return (await listTrash(write, { limit: 100 }, { now })).items;
}

async function restoreAll(write: WriteDb, options: { now?: number; asDraft?: boolean } = {}) {
  const { now = NOW } = options;
  const ids = (await trashOf(write, now)).map(({ id }) => id);
  return restoreEntries(write, collections, ids, { ...options, now });
}

eachDatabase('an item of any noun goes to the trash and comes back as the same row', async (t) => {
  const { write } = t.database;
  for (const collection of all) {
    await seed(write, collection);
    const before = await readTables(write, [collection.source.table]);
    const item = await collection.store.find(write, 'a');
    const { items } = await moveToTrash(write, collection, ['a', 'missing'], { now: NOW, by: nobody });
    expect(items).toEqual([{ id: 'a', title: 'Kept' }]);
    expect(await collection.store.find(write, 'a')).toBeUndefined();
    expect(await trashOf(write)).toMatchObject([{ itemId: 'a', state: 'published', title: 'Kept' }]);
    expect(await restoreAll(write)).toMatchObject([{ kind: 'restored' }]);
    expect(await readTables(write, [collection.source.table])).toEqual(before);
    expect(await collection.store.find(write, 'a')).toEqual(item);
    expect(await trashOf(write)).toEqual([]);
  }
});

eachDatabase('drafts and scheduled items come back as such, and a sample is a sample again', async (t) => {
  const { write } = t.database;
  const { articles, events } = collections;
  const input = articles.json.schema.parse({ ...sampleInputs.articles, id: 'later' });
  await articles.store.save(write, { ...input, pubDate: NOW + 1000 }, { now: NOW });
  await seed(write, events, 'e');
  await write.insertInto('sample_item').values({ collection: 'events', id: 'e' }).execute();
  const event = events.json.schema.parse({ ...sampleInputs.events, id: 'e', title: 'Changed' });
  await events.store.unpublished?.saveChanges(write, event, {
    now: NOW,
    seen: { version: 0 },
    form: { publication: 'published', publishAt: '', base: '1' },
  });
  const tables = ['item_version', 'sample_item', 'event'];
  const before = await readTables(write, tables);
  await moveToTrash(write, articles, ['later'], { now: NOW, by: nobody });
  await moveToTrash(write, events, ['e'], { now: NOW, by: nobody });
  expect(Object.values(await readTables(write, tables)).flat()).toEqual([]);
  expect((await restoreAll(write)).map(({ kind }) => kind)).toEqual(['restored', 'restored']);
  expect(await readTables(write, tables)).toEqual(before);
});

eachDatabase('an id that is used again stays with its new item, and nothing is lost', async (t) => {
  const { write } = t.database;
  const { news } = collections;
  await seed(write, news, 'a', 'Old');
  await moveToTrash(write, news, ['a'], { now: NOW, by: nobody });
  await seed(write, news, 'a', 'New');
  expect(await restoreAll(write)).toMatchObject([{ kind: 'taken', title: 'New', entry: { title: 'Old' } }]);
  expect(await news.store.find(write, 'a')).toMatchObject({ title: 'New' });
  await moveToTrash(write, news, ['a'], { now: NOW + 1, by: nobody });
  expect((await trashOf(write, NOW + 1)).map(({ title }) => title)).toEqual(['New', 'Old']);
});

eachDatabase('only what has not changed since it was seen is deleted', async (t) => {
  const { write } = t.database;
  const { articles } = collections;
  await seed(write, articles);
  const late = { now: NOW, by: nobody, seen: { version: 7 } };
  expect((await moveToTrash(write, articles, ['a'], late)).items).toEqual([]);
  expect(await deleteItem(write, articles, 'a', late)).toBe(false);
  expect(await deleteItem(write, articles, 'a', { now: NOW, seen: { version: 1 } })).toBe(true);
  expect(await articles.store.find(write, 'a')).toBeUndefined();
  expect(await trashOf(write)).toEqual([]);
});

eachDatabase('after 30 days the trash is emptied, and permanently deleted items leave nothing', async (t) => {
  const { write } = t.database;
  const { articles, news } = collections;
  await seed(write, articles);
  await seed(write, news);
  await moveToTrash(write, articles, ['a'], { now: NOW, by: nobody });
  await moveToTrash(write, news, ['a'], { now: NOW + 1, by: nobody });
  await purgeTrash(write, collections, NOW + TRASH_MS);
  expect((await trashOf(write)).map(({ collection }) => collection)).toEqual(['news']);
  const [left] = await trashOf(write);
  expect(await deleteEntries(write, collections, [left?.id ?? ''], NOW)).toBe(1);
  const tables = ['trash_item', 'trash_row', 'trash_secret', 'item_version'];
  expect(Object.values(await readTables(write, tables)).flat()).toEqual([]);
});

eachDatabase('an item is restored as a draft, which replaces nothing', async (t) => {
  const { write } = t.database;
  const { businesses, polls } = collections;
  await seed(write, businesses);
  await moveToTrash(write, businesses, ['a'], { now: NOW, by: nobody });
  expect(await restoreAll(write, { asDraft: true })).toMatchObject([{ kind: 'restored' }]);
  expect(await businesses.store.find(write, 'a')).toBeUndefined();
  const drafts = () => write.selectFrom('item_version').select(['collection', 'state']).execute();
  expect(await drafts()).toEqual([{ collection: 'businesses', state: 'draft' }]);
  await openPollWithVotes(write, { now: NOW, closesAt: CLOSES });
  await moveToTrash(write, polls, ['rink'], { now: NOW, by: nobody });
  expect(await restoreAll(write, { asDraft: true })).toMatchObject([{ kind: 'restored' }]);
  expect(await polls.store.find(write, 'rink')).toBeUndefined();
  const draft = await polls.store.unpublished?.find(write, 'rink');
  await polls.store.save(write, polls.json.schema.parse(draft?.input), { now: NOW });
  expect(await countBallots(write, 'rink')).toBe(2);
});

eachDatabase('of an item with newer changes, restoring as a draft keeps both texts', async (t) => {
  const { write } = t.database;
  const { articles } = collections;
  await seed(write, articles, 'a', 'Public');
  const input = { ...sampleInputs.articles, id: 'a', title: 'Newer' };
  const form = { publication: 'published', publishAt: '', base: '1' };
  await articles.store.unpublished?.saveChanges(write, input, { now: NOW + 1, seen: { version: 0 }, form });
  await moveToTrash(write, articles, ['a'], { now: NOW + 2, by: nobody });
  expect(await restoreAll(write, { now: NOW + 3, asDraft: true })).toMatchObject([{ kind: 'restored' }]);
  expect(await articles.store.unpublished?.findDraft(write, 'a')).toMatchObject({
    input: { title: 'Newer' },
  });
  const kept = await findRevision(write, { collection: 'articles', id: 'a' }, 1);
  expect(kept).toMatchObject({ kind: 'kept', input: { title: 'Public' } });
});

const CLOSES = NOW + 60_000;

eachDatabase('a poll comes back with its votes, which can still be changed', async (t) => {
  const { write } = t.database;
  await openPollWithVotes(write, { now: NOW, closesAt: CLOSES });
  const before = await readTables(write, tablesOfPolls);
  const status = await findVoteStatus(write, 'rink', 'june');
  await moveToTrash(write, collections.polls, ['rink'], { now: NOW, by: nobody });
  expect(Object.values(await readTables(write, tablesOfPolls)).flat()).toEqual([]);
  await restoreAll(write);
  expect(await readTables(write, tablesOfPolls)).toEqual(before);
  expect(await findVoteStatus(write, 'rink', 'june')).toEqual(status);
  expect(status.kind).toBe('voted');
});

eachDatabase('a closed poll comes back with its receipts and its closing', async (t) => {
  const { write } = t.database;
  await openPollWithVotes(write, { now: NOW, closesAt: CLOSES });
  await closeDuePolls(write, CLOSES);
  await finishSealing(write);
  const before = await readTables(write, tablesOfPolls);
  expect(before.poll_closing).toHaveLength(1);
  await moveToTrash(write, collections.polls, ['rink'], { now: CLOSES, by: nobody });
  await restoreAll(write, { now: CLOSES });
  expect(await readTables(write, tablesOfPolls)).toEqual(before);
});

eachDatabase('once its time is over, nothing in the trash links a voter to a ballot', async (t) => {
  const { write } = t.database;
  const poll = await openPollWithVotes(write, { now: NOW, closesAt: CLOSES });
  const [ballot] = await write.selectFrom('poll_ballot').select('ref').execute();
  const { key } = await write.selectFrom('poll_key').select('key').executeTakeFirstOrThrow();
  await moveToTrash(write, collections.polls, ['rink'], { now: NOW, by: nobody });
  const trash = async () => JSON.stringify(await readTables(write, ['trash_row', 'trash_secret']));
  const links = [key, ballot?.ref ?? ''];
  const found = async () => {
    const text = await trash();
    return links.map((link) => text.includes(link));
  };
  expect([await hasTrashSecrets(write, CLOSES - 1), await found()]).toEqual([false, [true, true]]);
  expect(await hasTrashSecrets(write, CLOSES)).toBe(true);
  await removeTrashSecrets(write, collections, CLOSES);
  expect(await found()).toEqual([false, false]);
  await restoreAll(write, { now: CLOSES });
  await closeDuePolls(write, CLOSES);
  await finishSealing(write);
  const voter = { kind: 'member' as const, id: 'june', isVerified: true };
  expect((await castVote(write, poll, voter, [], CLOSES)).kind).not.toBe('cast');
  expect(await findVoteStatus(write, 'rink', 'june')).toEqual({ kind: 'sealed' });
  const [closing] = await write.selectFrom('poll_closing').select('ballots').execute();
  expect(closing?.ballots).toBe(2);
});

eachDatabase('who leaves the site takes their vote out of an open poll in the trash', async (t) => {
  const { write } = t.database;
  await openPollWithVotes(write, { now: NOW, closesAt: CLOSES });
  await moveToTrash(write, collections.polls, ['rink'], { now: NOW, by: nobody });
  await removeUser(write, 'june');
  expect(JSON.stringify(await readTables(write, ['trash_row', 'trash_secret']))).not.toContain('june');
  await restoreAll(write);
  expect(await write.selectFrom('poll_voter').select('voter').execute()).toEqual([{ voter: 'otto' }]);
  expect(await write.selectFrom('poll_ballot').select('round').execute()).toHaveLength(1);
});

eachDatabase(
  'of who leaves the site, a closed poll in the trash keeps the ballot, not the person',
  async (t) => {
    const { write } = t.database;
    await openPollWithVotes(write, { now: NOW, closesAt: CLOSES });
    await closeDuePolls(write, CLOSES);
    await finishSealing(write);
    await moveToTrash(write, collections.polls, ['rink'], {
      now: CLOSES,
      by: { userId: 'june', token: null },
    });
    expect(await write.selectFrom('trash_item').select('removedBy').execute()).toEqual([
      { removedBy: 'june' },
    ]);
    await removeUser(write, 'june', { secret: 's', holder: { email: 'june@example.org', isVerified: true } });
    expect(JSON.stringify(await readTables(write, ['trash_item', 'trash_row']))).not.toContain('june');
    await restoreAll(write, { now: CLOSES });
    const voters = await write.selectFrom('poll_voter').select('userId').orderBy('userId').execute();
    expect(voters.map(({ userId }) => userId).sort()).toEqual([null, 'otto'].sort());
    expect(await write.selectFrom('poll_ballot').select('round').execute()).toHaveLength(2);
  },
);

test('the time left is counted in days of the town', async () => {
  const { timeLeft } = await import('#app/desk/trash/load-trash.server.ts');
  const left = (hours: number) => timeLeft(NOW + hours * 3_600_000, NOW, 'America/New_York');
  expect([1, 24, 48, 72, 96, 720].map((hours) => left(hours))).toEqual([
    { tone: 'danger', words: 'Today' },
    { tone: 'danger', words: 'Tomorrow' },
    { tone: 'warning', words: '2 days' },
    { tone: 'warning', words: '3 days' },
    { tone: 'quiet', words: '4 days' },
    { tone: 'quiet', words: '30 days' },
  ]);
});

eachDatabase('of two restores at once one succeeds, and the other one finds the item there', async (t) => {
  const { write } = t.database;
  const { articles } = collections;
  await seed(write, articles);
  for (let round = 0; round < 10; round++) {
    await moveToTrash(write, articles, ['a'], { now: NOW, by: nobody });
    const outcomes = await Promise.all(
      [1, 2].map(() => restoreNewest(write, collections, place, { now: NOW })),
    );
    expect(outcomes.map((outcome) => outcome?.kind).sort()).toEqual(['present', 'restored']);
  }
});

eachDatabase('a restore next to a deletion never publishes an earlier item with the same id', async (t) => {
  const { write } = t.database;
  const { articles } = collections;
  const titleNow = async () => (await articles.store.find(write, 'a'))?.title;
  for (let round = 0; round < 20; round++) {
    const title = `Newest ${round}`;
    await seed(write, articles, 'a', 'Earlier');
    // By a clock that is ahead.
    await moveToTrash(write, articles, ['a'], { now: NOW + 120_000, by: nobody });
    await seed(write, articles, 'a', title);
    await Promise.all([
      moveToTrash(write, articles, ['a'], { now: NOW, by: nobody }),
      restoreNewest(write, collections, place, { now: NOW }),
    ]);
    expect([undefined, title]).toContain(await titleNow());
    await restoreNewest(write, collections, place, { now: NOW });
    expect(await titleNow()).toBe(title);
    await moveToTrash(write, articles, ['a'], { now: NOW, by: nobody });
    const ids = (await trashOf(write)).map(({ id }) => id);
    expect(await deleteEntries(write, collections, ids, NOW)).toBe(2);
  }
});
