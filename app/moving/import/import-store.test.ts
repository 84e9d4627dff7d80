import { expect } from 'vitest';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { eachDatabase } from '../../../tests/each-database.ts';
import { optionsSchema } from './import-run.ts';
import {
  createImportRun,
  findImportRun,
  findWanted,
  listImportProblems,
  listImportRuns,
  removeImportRun,
  requestImport,
  saveImportOptions,
  stopImport,
  updateImportRun,
} from './import-store.server.ts';

const NOW = Date.UTC(2026, 10, 20, 12);
const options = optionsSchema.parse({});
const files = [{ path: '/exports/town.xml', name: 'town.xml', bytes: 3, format: null }];
const REPORT = {
  ...{ found: { articles: 2 }, moved: { articles: 1 }, skipped: {}, refused: { articles: 1 } },
  ...{ classes: [], leftOut: [], tookMs: 5 },
  facts: {},
};

const create = (db: WriteDb, now = NOW) => createImportRun(db, { origin: 'WordPress', files, options, now });

eachDatabase('an import is requested one step at a time', async ({ database: { write } }) => {
  const id = await create(write);
  expect(await findImportRun(write, id)).toMatchObject({ state: 'waiting', files, options, report: null });
  // There is no report yet.
  expect([await requestImport(write, id, 'import'), await requestImport(write, id, 'undo')]).toEqual([
    false,
    false,
  ]);
  expect([await requestImport(write, id, 'dry-run'), await requestImport(write, id, 'dry-run')]).toEqual([
    true,
    false,
  ]);
  expect(await findWanted(write)).toMatchObject({ id, wanted: 'dry-run' });
  await updateImportRun(write, id, { wanted: null, state: 'ready', report: JSON.stringify(REPORT) });
  expect(await findWanted(write)).toBeUndefined();
  expect((await findImportRun(write, id))?.report).toMatchObject({ found: { articles: 2 } });
  const choices = { 'no-date': 'draft' };
  expect(await saveImportOptions(write, id, { ...options, choices })).toBe(true);
  expect(await requestImport(write, id, 'import')).toBe(true);
  expect(await saveImportOptions(write, id, options)).toBe(false);
  expect((await findImportRun(write, id))?.options.choices).toEqual(choices);
});

eachDatabase('stopping ends what is requested and what is running', async ({ database: { write } }) => {
  const id = await create(write);
  expect(await stopImport(write, id)).toBe(false);
  await requestImport(write, id, 'dry-run');
  expect([await stopImport(write, id), await findWanted(write)]).toEqual([true, undefined]);
  await updateImportRun(write, id, { state: 'importing', report: JSON.stringify(REPORT) });
  expect(await stopImport(write, id)).toBe(true);
  expect((await findImportRun(write, id))?.state).toBe('stopped');
  expect(await requestImport(write, id, 'import')).toBe(true);
});

eachDatabase('only an import that brought nothing is deleted', async ({ database: { write } }) => {
  const ids = [await create(write), await create(write, NOW + 1)];
  const [first = '', second = ''] = ids;
  expect((await listImportRuns(write, { limit: 5 })).items.map(({ id }) => id)).toEqual([second, first]);
  const moved = { origin: 'o', kind: 'news', key: '1', itemId: 'n', tag: null, takenHash: null };
  await write
    .insertInto('moved_item')
    .values({ ...moved, moveIn: first, createdAt: NOW })
    .execute();
  expect([await removeImportRun(write, first), await removeImportRun(write, second)]).toEqual([false, true]);
});

eachDatabase('problems are read by class, page by page', async ({ database: { write } }) => {
  const id = await create(write);
  const place = { file: 'town.xml', title: 'T', field: 'pubDate', problem: 'No date' };
  const rows = [1, 2, 3].map((number) => ({
    ...{ moveIn: id, number, record: `post ${number}`, class: number === 2 ? 'page' : 'no-date' },
    ...({ verdict: number === 2 ? 'doubtful' : 'refused', ...place } as const),
  }));
  await write.insertInto('move_in_problem').values(rows).execute();
  const numbers = async (filter: Omit<Parameters<typeof listImportProblems>[2], 'limit'>) =>
    (await listImportProblems(write, id, { ...filter, limit: 2 })).map(({ number }) => number);
  expect(await numbers({})).toEqual([1, 2]);
  expect(await numbers({ after: 2 })).toEqual([3]);
  expect(await numbers({ class: 'no-date' })).toEqual([1, 3]);
  expect(await numbers({ verdict: 'doubtful' })).toEqual([2]);
});
