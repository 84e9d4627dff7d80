import { expect } from 'vitest';
import { collections } from '#app/collections.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';
import { seedNamedSource, seedWaiting } from '../../../tests/seed-inbox.ts';
import { decide } from './decisions.server.ts';
import { undoLast } from './undo.server.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');

function contextOf(write: WriteDb) {
  const by = { userId: null, token: 'Anna' };
  return { write, collections, town: defaultTown, siteUrl: 'https://town.example', now: NOW, by };
}

eachDatabase('what can be undone later stays undoable', async (t) => {
  const { write } = t.database;
  const source = await seedNamedSource(write, 'Lake Transit');
  const ids = [
    await seedWaiting(write, { source, title: 'Ferry' }),
    await seedWaiting(write, { source, title: 'Bus' }),
  ];
  const { batch } = await decide(contextOf(write), ids, { action: 'discard' });
  const setRemoved = (removedAt: number | null) =>
    write.updateTable('source').set({ removedAt }).where('id', '=', source).execute();
  await setRemoved(NOW);
  const refused = await undoLast(contextOf(write), batch ?? '');
  expect([refused?.entries, refused?.refused.length]).toEqual([[], 2]);
  await setRemoved(null);
  expect((await undoLast(contextOf(write), batch ?? ''))?.entries).toHaveLength(2);
  expect(await undoLast(contextOf(write), batch ?? '')).toBeUndefined();
});

eachDatabase('a decision about several items is undone whole, or not at all', async (t) => {
  const { write } = t.database;
  const applied: unknown[] = [];
  for (const id of ['a', 'b']) {
    const input = { ...sampleInputs.news, id, title: `Now ${id}` };
    const saved = await collections.news.store.save(write, collections.news.json.schema.parse(input), {
      now: NOW,
    });
    if (saved.kind !== 'saved') throw new Error(saved.kind);
    const { version, updatedAt } = saved.item;
    const earlier = { ...input, title: `Before ${id}`, ...(id === 'b' ? { link: 'ftp://lake' } : {}) };
    applied.push({ collection: 'news', itemId: id, version, updatedAt, input: earlier });
  }
  const state = { entries: [], rows: [] };
  const unit = { title: 'Ferry', places: [], before: state, after: state, applied };
  const row = { number: 1, batch: 'x', at: NOW, by: 'token:Anna', action: 'merge', summary: 'Merged.' };
  await write
    .insertInto('inbox_action')
    .values({ ...row, undo: JSON.stringify([unit]) })
    .execute();
  expect((await undoLast(contextOf(write)))?.refused).toEqual([
    { title: 'Ferry', problem: 'It can’t be saved as it was.' },
  ]);
  for (const id of ['a', 'b'])
    expect(await collections.news.store.find(write, id)).toMatchObject({ title: `Now ${id}`, version: 1 });
});
