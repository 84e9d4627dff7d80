import { expect } from 'vitest';
import { LOAD_SAMPLE_TOWN } from '#app/items/sample-town/sample-town-request.ts';
import type { Services } from '#app/people/request/services.server.ts';
import { isTaskRequested, requestTask } from '#app/platform/database/task-request.server.ts';
import { eachDatabase } from '../../tests/each-database.ts';
import { loadSampleTownOf } from './site-tasks.server.ts';

eachDatabase('a requested sample town is loaded once, even if it is requested twice', async (t) => {
  const { read, write } = t.database;
  const ran: string[] = [];
  const job = loadSampleTownOf({ read, write } as Services, async (args) => void ran.push(args.join(' ')));
  expect(await job.hasWork()).toBe(false);
  for (const now of [1, 2]) await requestTask(write, LOAD_SAMPLE_TOWN, now);
  expect(await job.hasWork()).toBe(true);
  await job.work(new AbortController().signal);
  expect([ran, await isTaskRequested(read, LOAD_SAMPLE_TOWN)]).toEqual([['demo'], false]);
});
