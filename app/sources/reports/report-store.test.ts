import { expect } from 'vitest';
import { collections } from '#app/collections.server.ts';
import type { Collection } from '#app/items/collection/collection.ts';
import { parseItem } from '#app/items/content/parse-item.server.ts';
import { findDoubt } from '#app/items/reported/checked-item-store.server.ts';
import type { Topic } from '#app/items/reported/report-topics.ts';
import { revised } from '#app/items/revisions/revise.server.ts';
import { moveToTrash } from '#app/items/trash/move-to-trash.server.ts';
import { readChangeCounters } from '#app/platform/database/change-counters.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { rememberNothing } from '#app/platform/database/memory.server.ts';
import { decide } from '#app/sources/inbox/decisions.server.ts';
import { listStacks } from '#app/sources/inbox/inbox-store.server.ts';
import { undoLast } from '#app/sources/inbox/undo.server.ts';
import { defaultTown } from '#app/town/default-town.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';
import { addReport, findOwnReport, withdrawReport } from './report-store.server.ts';
import type { Said } from './said-values.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const events = collections.events as Collection;
const by = { userId: null, token: 'Anna' };
const siteUrl = 'https://town.example';
const context = { now: NOW, clock: defaultTown };

/** Saves the dance: on Saturday at 7 PM until 10 PM, in the Town Hall. */
async function saveDance(write: WriteDb, changes: object = {}) {
  const times = { eventDate: '2026-11-22T00:00:00Z', endDate: '2026-11-22T03:00:00Z', eventTime: '7:00 PM' };
  const raw = { ...sampleInputs.events, ...times, id: 'dance', title: 'Contra dance', ...changes };
  const { input } = parseItem(events, { ...raw, eventLocation: 'Town Hall' }, { siteUrl, town: defaultTown });
  await revised(write, events, 'dance', { by, now: NOW }, (db) =>
    events.store.save(db, input as object, { now: NOW }),
  );
}

function openReports(write: WriteDb) {
  const list = async () =>
    (await listStacks(write, { filter: { show: 'reports' }, limit: 50, now: NOW })).stacks;
  return {
    list,
    report: async (network: string, topic: Topic = 'time', said: Said = {}, note = '') =>
      (await addReport(write, events, { id: 'dance', topic, note, said, network }, context)) ?? '',
    decide: async (action: 'publish' | 'discard', reason?: string) => {
      const ids = (await list()).map(({ id }) => id);
      const decision = action === 'discard' ? ({ action, reason } as const) : ({ action } as const);
      return decide({ write, collections, town: defaultTown, siteUrl, now: NOW, by }, ids, decision);
    },
    undo: () => undoLast({ write, collections, town: defaultTown, siteUrl, now: NOW, by }),
    doubt: () => findDoubt(rememberNothing(write), 'events', 'dance'),
    event: () => events.store.find(write, 'dance'),
    find: (token: string) => findOwnReport(write, { collection: 'events', id: 'dance', token }),
  };
}

eachDatabase(
  'Three networks mark an item, and one decision corrects it and ends that; Undo brings both back',
  async (t) => {
    const { write } = t.database;
    await saveDance(write);
    const reports = openReports(write);
    const first = await reports.report('one', 'time', { eventTime: '19:30' });
    await reports.report('one', 'time', { eventTime: '19:30' });
    await reports.report('two', 'time', { eventTime: '20:00' });
    const quiet = await readChangeCounters(write);
    expect(await reports.doubt()).toBeNull();
    await reports.report('three', 'time', { eventTime: '19:30' });
    expect(await reports.doubt()).toBe('Three readers say that the day or time is wrong.');
    expect((await readChangeCounters(write)).checks).toBeGreaterThan(quiet.checks ?? 0);
    expect(await reports.list()).toMatchObject([
      { kind: 'report', topic: 'time', size: 1, title: 'Contra dance' },
    ]);

    expect((await reports.decide('publish')).summary).toBe('Corrected “Contra dance”.');
    // The end moves with the beginning.
    const moved = {
      eventDate: Date.parse('2026-11-22T00:30:00Z'),
      endDate: Date.parse('2026-11-22T03:30:00Z'),
    };
    expect(await reports.event()).toMatchObject({ ...moved, eventTime: '7:30 PM' });
    expect([await reports.list(), await reports.doubt()]).toEqual([[], null]);
    expect(await reports.find(first)).toMatchObject({ isOpen: false, outcome: 'applied' });

    expect(await reports.undo()).toMatchObject({ entries: [{ title: 'Contra dance' }], refused: [] });
    expect(await reports.event()).toMatchObject({
      eventDate: Date.parse('2026-11-22T00:00:00Z'),
      eventTime: '7:00 PM',
    });
    expect(await reports.doubt()).toContain('Three readers');
    expect(await reports.find(first)).toMatchObject({ isOpen: true });

    await reports.decide('discard', 'We called the band.');
    expect([await reports.list(), await reports.doubt()]).toEqual([[], null]);
    expect(await reports.find(first)).toMatchObject({ outcome: 'kept', reason: 'We called the band.' });

    // Reported again since, the decision stays.
    await reports.report('four');
    expect((await reports.undo())?.refused).toHaveLength(1);
    expect(await reports.list()).toHaveLength(1);
  },
);

eachDatabase(
  'What readers say about different things is decided apart; without a value it is refused',
  async (t) => {
    const { write } = t.database;
    await saveDance(write);
    const reports = openReports(write);
    await reports.report('one', 'cancelled');
    await reports.report('two', 'other', {}, 'The band is another one.');
    const mistaken = await reports.report('three', 'place');
    expect(await reports.doubt()).toBe('Three readers say that something here is wrong.');
    const context = { now: NOW, clock: defaultTown };
    expect(await withdrawReport(write, events, { id: 'dance', token: mistaken }, context)).toBe(true);
    expect(await reports.find(mistaken)).toBeUndefined();
    expect([(await reports.list()).length, await reports.doubt()]).toEqual([2, null]);

    const { outcomes } = await reports.decide('publish');
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['done', 'refused']);
    expect(await reports.event()).toMatchObject({ status: 'cancelled' });
    expect(await reports.list()).toMatchObject([{ topic: 'other' }]);
  },
);

eachDatabase(
  'An edit that changes what was reported ends the report, another one does not; nor does one survive the item',
  async (t) => {
    const { write } = t.database;
    await saveDance(write);
    const reports = openReports(write);
    const time = await reports.report('one', 'time');
    await reports.report('one', 'link');
    await saveDance(write, { eventTime: '8:00 PM' });
    expect(await reports.list()).toMatchObject([{ topic: 'link' }]);
    expect(await reports.find(time)).toMatchObject({ isOpen: false, outcome: 'edited' });
    await moveToTrash(write, events, ['dance'], { now: NOW, by });
    expect(await reports.list()).toEqual([]);
    expect(await reports.report('two')).toBe('');
  },
);
