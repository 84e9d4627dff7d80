import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import type { WriteDb } from '#app/platform/database/handles.ts';
import { openLeases } from '#app/platform/database/lease.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { sourceSchema } from '#app/sources/source.ts';
import { addSource } from '#app/sources/source-store.server.ts';
import { openChecking, sending } from '../../../tests/checked-sources.ts';
import { countingQueries } from '../../../tests/counted-queries.ts';
import { eachDatabase, longOnPostgres, type TestDatabase } from '../../../tests/each-database.ts';
import { feedOf } from '../../../tests/imported-sources.ts';
import { listen } from '../../../tests/outbound-servers.ts';
import { NOW } from '../../../tests/parsed-sources.ts';
import { isDeep } from '../../../tests/rounds.ts';
import { CHECK_SOURCES, checkDueSources } from './check-source.server.ts';

const run = promisify(execFile);
const script = fileURLToPath(new URL('../../../tests/killed-check.ts', import.meta.url));

const COUNT = 120;
/** Of two sources, so that nothing of one is taken for a duplicate in the other. */
const feedNamed = (name: string) =>
  feedOf(
    ...Array.from({ length: COUNT }, (_, index) => ({
      title: `${name} ${'abcdefghijklmnopqrstuvwxyz'[index % 26]}${index} ${name}`,
      guid: `${name}-${index}`,
    })),
  );

longOnPostgres(
  'A process that is killed during an import leaves no half item, and the next adds no item twice',
  async (t) => {
    const { write } = t.database;
    await using server = await listen((request, response) =>
      response.end(feedNamed((request.url ?? '').slice(1))),
    );
    for (const trust of ['review', 'publish'])
      await addSource(
        write,
        sourceSchema.parse({ address: new URL(trust, server.url).href, name: trust, trust }),
        { by: null, now: NOW },
      );
    // The positions of the kills are in the middle of what is left: each run has less to do than the one before.
    for (const at of isDeep(import.meta.url) ? [9, 14, 25, 60, 120, 200] : [60]) {
      await expect(check(t, server.host, at), `killed at query ${at}`).rejects.toMatchObject({
        signal: 'SIGKILL',
      });
      await expectWhole(write);
    }
    const imported = async () => (await write.selectFrom('source_item').select('key').execute()).length;
    expect(await imported()).toBeGreaterThan(0);
    expect(await imported()).toBeLessThan(2 * COUNT);
    await check(t, server.host, 0);
    await expectWhole(write);
    expect(await imported()).toBe(2 * COUNT);
    expect(await write.selectFrom('inbox_entry').select('id').execute()).toHaveLength(COUNT);
    expect(await write.selectFrom('news_item').select('id').execute()).toHaveLength(COUNT);
    const states = await write.selectFrom('source_state').select(['failures', 'succeededAt']).execute();
    expect(states).toEqual([1, 2].map(() => ({ failures: 0, succeededAt: NOW })));
  },
  ['app/sources/import', 'app/sources/inbox'],
);

eachDatabase('A check that stops in the middle of an import continues where it was', async ({ database }) => {
  await using checking = await openChecking(database);
  await checking.add('paper.example');
  checking.serve('paper.example', sending(feedNamed('paper')));
  const stop = new AbortController();
  const stopping = countingQueries(async () => {
    if ((await checking.write.selectFrom('source_item').select('key').limit(1).execute()).length > 0)
      stop.abort();
  });
  const write = checking.write.withPlugin(stopping);
  await checkDueSources({ ...checking.context, write }, stop.signal);
  const begun = await checking.titles();
  expect(begun.length).toBeGreaterThan(0);
  expect(begun.length).toBeLessThan(COUNT);
  expect(await checking.write.selectFrom('source_check').select('at').execute()).toEqual([]);
  await expectWhole(checking.write);

  await checking.check();
  expect(new Set(await checking.titles()).size).toBe(COUNT);
  expect(await checking.titles()).toHaveLength(COUNT);
});

eachDatabase('Of several processes on one database, one checks the sources', async (t) => {
  await using checking = await openChecking(t.database);
  await checking.add('paper.example');
  checking.serve('paper.example', sending(feedNamed('paper')));
  const databases = [openDatabase(t.location), openDatabase(t.location), openDatabase(t.location)];
  await Promise.all(
    databases.map(({ write }) =>
      openLeases(write).hold(CHECK_SOURCES, new AbortController().signal, (signal) =>
        checkDueSources({ ...checking.context, write }, signal),
      ),
    ),
  );
  expect(checking.requests).toHaveLength(1);
  expect(await checking.titles()).toHaveLength(COUNT);
  for (const database of databases) await database.close();
});

async function check({ location }: TestDatabase, host: string, at: number): Promise<void> {
  await run(process.execPath, [
    script,
    'url' in location ? location.url : location.dataFolder,
    host,
    `${at}`,
  ]);
}

/** Each item that waits has its entry, and each that was published is on the site, in both directions. */
async function expectWhole(db: WriteDb): Promise<void> {
  const items = await db.selectFrom('source_item').select(['itemId', 'decision']).execute();
  const entries = await db.selectFrom('inbox_entry').select('itemId').execute();
  const published = await db.selectFrom('news_item').select('id').execute();
  const idsOf = (decision: string | null) =>
    items
      .filter((item) => item.decision === decision)
      .map(({ itemId }) => itemId)
      .sort();
  expect(entries.map(({ itemId }) => itemId).sort()).toEqual(idsOf(null));
  expect(published.map(({ id }) => id).sort()).toEqual(idsOf('published'));
}
