import { expect, test } from 'vitest';
import { parseItem } from '#app/items/content/parse-item.server.ts';
import { visitor } from '#app/people/accounts/viewer.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { decodeCursor } from '#app/platform/database/lists/paginate.server.ts';
import { eachDatabase } from '../../tests/each-database.ts';
import type { PollInput } from './poll.ts';
import { polls } from './poll-collection.server.ts';
import { findPoll, listPolls, removePoll, savePoll } from './poll-store.server.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

function poll(id: string, changes: Partial<PollInput> = {}): PollInput {
  return { id, title: `Poll ${id}`, description: 'Why we ask.', options: ['Yes', 'No'], ...changes };
}

function anybodyAt(read: Database['write']) {
  return { read, now: NOW, viewer: visitor, isTrusted: false, keepUntil: () => undefined };
}

async function seed({ write }: Database, ...inputs: PollInput[]): Promise<void> {
  for (const [index, input] of inputs.entries()) await savePoll(write, input, { now: NOW + index });
}

eachDatabase(
  'saving returns the stored poll with its options in order',
  async ({ database: { read, write } }) => {
    const outcome = await savePoll(write, poll('a', { options: ['Six', 'Half past six', 'Seven'] }), {
      now: NOW,
    });
    const found = await findPoll(read, 'a');
    expect(outcome).toEqual({ kind: 'saved', item: found });
    expect(found).toMatchObject({ id: 'a', title: 'Poll a', version: 1, updatedAt: NOW });
    expect(found?.options.map((option) => option.text)).toEqual(['Six', 'Half past six', 'Seven']);
  },
);

eachDatabase('an option whose text is unchanged keeps its id', async ({ database: { write } }) => {
  await savePoll(write, poll('a', { options: ['Red', 'Green', 'Blue'] }), { now: NOW });
  const [red, green, blue] = (await findPoll(write, 'a'))?.options ?? [];
  await savePoll(write, poll('a', { options: ['Blue', 'Yellow', 'RED'] }), { now: NOW });
  const after = (await findPoll(write, 'a'))?.options;
  expect(after?.[0]).toEqual(blue);
  expect(after?.[2]).toEqual({ id: red?.id, text: 'RED' });
  expect(after?.map((option) => option.id)).not.toContain(green?.id);
});

eachDatabase(
  'a poll that search does not find, because it is archived, can be saved',
  async ({ database }) => {
    await seed(database, poll('a'));
    const archiving = { archivedAt: NOW, archived: 1 };
    await database.write.updateTable('poll').set(archiving).where('id', '=', 'a').execute();
    const outcome = await savePoll(database.write, poll('a', { title: 'Corrected' }), { now: NOW });
    expect(outcome).toMatchObject({ kind: 'saved', item: { title: 'Corrected', archived: true } });
  },
);

eachDatabase('reordered options keep their ids', async ({ database: { write } }) => {
  const texts = ['One', 'Two', 'Three', 'Four'];
  await savePoll(write, poll('a', { options: texts }), { now: NOW });
  const before = (await findPoll(write, 'a'))?.options ?? [];
  await savePoll(write, poll('a', { options: texts.toReversed() }), { now: NOW });
  expect((await findPoll(write, 'a'))?.options).toEqual(before.toReversed());
});

eachDatabase('two polls may have the same options', async ({ database }) => {
  await seed(database, poll('a'), poll('b'));
  const { items } = await listPolls(database.read, { limit: 10 });
  const ids = items.flatMap((item) => item.options.map((option) => option.id));
  expect(new Set(ids).size).toBe(4);
});

eachDatabase(
  'a save with an old version changes neither poll nor options',
  async ({ database: { write } }) => {
    await savePoll(write, poll('a'), { now: NOW });
    await savePoll(write, poll('a', { options: ['Mine', 'Also mine'] }), { now: NOW, version: 1 });
    const current = await findPoll(write, 'a');
    const late = await savePoll(write, poll('a', { options: ['Late', 'Too late'] }), {
      now: NOW,
      version: 1,
    });
    expect(late).toEqual({ kind: 'conflict', current });
    expect(await findPoll(write, 'a')).toEqual(current);
    expect(current?.version).toBe(2);
  },
);

eachDatabase('creating a poll whose id exists is a conflict', async ({ database: { write } }) => {
  await savePoll(write, poll('a'), { now: NOW, version: 0 });
  const again = await savePoll(write, poll('a', { options: ['Up', 'Down'] }), { now: NOW, version: 0 });
  expect(again).toMatchObject({ kind: 'conflict', current: { options: [{ text: 'Yes' }, { text: 'No' }] } });
});

eachDatabase(
  "if a poll's options can't be saved, nothing of it is",
  async ({ database: { read, write } }) => {
    const tooMany = poll('a', { options: ['Yes', 'No', null as unknown as string] });
    await expect(savePoll(write, tooMany, { now: NOW })).rejects.toThrow();
    expect(await findPoll(read, 'a')).toBeUndefined();
  },
);

eachDatabase('polls are saved within a larger transaction', async ({ database: { read, write } }) => {
  const all = write.transaction().execute(async (transaction) => {
    await savePoll(transaction, poll('a'), { now: NOW });
    throw new Error('changed our mind');
  });
  await expect(all).rejects.toThrow('changed our mind');
  expect(await findPoll(read, 'a')).toBeUndefined();
});

eachDatabase(
  'the list sorts by title case-insensitively, identically in both databases',
  async ({ database }) => {
    const titles = [
      'zebra',
      'Apple',
      'äpfel',
      'apple pie',
      '10 more',
      '2 more',
      'Zoo',
      'Écluse',
      'e\u0301cluse 2',
      '🎈 fair',
    ];
    await seed(database, ...titles.map((title, index) => poll(`p${index}`, { title })));
    const { items } = await listPolls(database.read, { limit: 20 });
    expect(items.map((item) => item.title)).toEqual([
      '10 more',
      '2 more',
      'Apple',
      'apple pie',
      'zebra',
      'Zoo',
      'äpfel',
      'Écluse',
      'e\u0301cluse 2',
      '🎈 fair',
    ]);
  },
);

eachDatabase('polls with the same title are ordered by id', async ({ database }) => {
  await seed(
    database,
    poll('b', { title: 'Rink' }),
    poll('B', { title: 'rink' }),
    poll('a', { title: 'RINK' }),
  );
  const { items } = await listPolls(database.read, { limit: 10 });
  expect(items.map((item) => item.id)).toEqual(['B', 'a', 'b']);
});

eachDatabase('pages neither repeat nor skip a poll', async ({ database }) => {
  const title = '日'.repeat(499);
  await seed(
    database,
    ...Array.from({ length: 25 }, (_, index) => poll(`p${index}`, { title: `${title}${index % 3}` })),
  );
  const seen: string[] = [];
  let next: string | null = '';
  while (next !== null) {
    const after = next ? decodeCursor(next, 'string') : undefined;
    const page: { items: { id: string }[]; next: string | null } = await listPolls(database.read, {
      limit: 10,
      after,
    });
    seen.push(...page.items.map((item) => item.id));
    next = page.next;
  }
  expect(new Set(seen).size).toBe(25);
  expect(seen).toHaveLength(25);
});

eachDatabase('an empty town gives an empty page', async ({ database: { read } }) => {
  expect(await listPolls(read, { limit: 10 })).toEqual({ items: [], next: null, previous: null });
});

eachDatabase('removing a poll removes its options', async ({ database }) => {
  await seed(database, poll('a'), poll('b'));
  expect(await removePoll(database.write, 'a')).toBe(true);
  expect(await removePoll(database.write, 'a')).toBe(false);
  const left = await database.read.selectFrom('poll_option').select('pollId').execute();
  expect(left.map((option) => option.pollId)).toEqual(['b', 'b']);
});

eachDatabase("the API's output, and the form's, are accepted as input", async ({ database: { write } }) => {
  await savePoll(write, poll('a', { title: 'Ünïcode & "quotes" <b>' }), { now: NOW });
  const stored = await findPoll(write, 'a');
  if (!stored) throw new Error('the poll is gone');
  const json = polls.json.toJson(stored);
  const [now] = (await polls.json.toPresentJson?.([stored], anybodyAt(write))) ?? [];
  expect(polls.json.outputSchema.parse(now)).toEqual(now);
  expect(parseItem(polls, now, { siteUrl: 'https://town.example' })).toEqual(
    parseItem(polls, json, { siteUrl: 'https://town.example' }),
  );
  expect(parseItem(polls, json, { siteUrl: 'https://town.example' })).toEqual(
    parseItem(polls, polls.json.toInputJson(stored), { siteUrl: 'https://town.example' }),
  );
  await savePoll(write, polls.json.schema.parse(json), { now: NOW });
  expect((await findPoll(write, 'a'))?.options).toEqual(stored.options);
});

test('a new poll has an id and two empty options', () => {
  const town = {} as Parameters<typeof polls.form.draft>[0]['town'];
  const draft = polls.form.draft({ town, now: NOW, siteUrl: 'https://town.example' });
  expect(draft).toMatchObject({ title: '', description: '', options: ['', ''] });
  expect(draft.id).toMatch(/^[0-9a-f-]{36}$/);
});
