import { expect } from 'vitest';
import { optionsSchema } from '#app/moving/import/import-run.ts';
import {
  createImportRun,
  findImportRun,
  requestImport,
  updateImportRun,
} from '#app/moving/import/import-store.server.ts';
import type { Services } from '#app/people/request/services.server.ts';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { eachDatabase } from '../../tests/each-database.ts';
import { importTaskOf } from './import-task.server.ts';

const signal = new AbortController().signal;

async function createWanted(db: WriteDb, now: number): Promise<string> {
  const options = optionsSchema.parse({});
  const id = await createImportRun(db, { origin: 'WordPress', files: [], options, now });
  await requestImport(db, id, 'dry-run');
  return id;
}

eachDatabase('requested imports run one after the other, the oldest first', async (t) => {
  const { write } = t.database;
  const ids = [await createWanted(write, 1), await createWanted(write, 2)];
  const ran: string[][] = [];
  const job = importTaskOf({ write } as Services, async (args) => {
    ran.push(args);
    await updateImportRun(write, args[2] ?? '', { wanted: null, state: 'ready' });
  });
  expect(await job.hasWork()).toBe(true);
  await job.work(signal);
  expect(ran).toEqual(ids.map((id) => ['move-in', '--job', id]));
  expect(await job.hasWork()).toBe(false);
});

eachDatabase('an import whose process was killed is stopped and can be continued', async (t) => {
  const { write } = t.database;
  const id = await createWanted(write, 1);
  const job = importTaskOf({ write } as Services, async () => {
    throw new Error('it ended with null');
  });
  await expect(job.work(signal)).rejects.toThrow('it ended');
  expect(await findImportRun(write, id)).toMatchObject({
    ...{ state: 'stopped', wanted: null },
    trouble: expect.stringContaining('You can continue.'),
  });
  expect(await requestImport(write, id, 'dry-run')).toBe(true);
  // A restart of the site is no such end: it continues automatically.
  const stopped = AbortSignal.abort();
  await importTaskOf({ write } as Services, async () => undefined).work(stopped);
  expect((await findImportRun(write, id))?.wanted).toBe('dry-run');
});
