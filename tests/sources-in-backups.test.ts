/** What editors decided about imported items survives backups and moves. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { collections, textSources } from '#app/collections.server.ts';
import type { Collection } from '#app/items/collection/collection.ts';
import { endReview } from '#app/items/drafts/inbox-entries.server.ts';
import { moveToTrash } from '#app/items/trash/move-to-trash.server.ts';
import { moveTown } from '#app/moving/backup/restore/move-town.server.ts';
import { restoreTown } from '#app/moving/backup/restore/restore-town.server.ts';
import { takeBackup } from '#app/moving/backup/take-backup.server.ts';
import type { Database } from '#app/platform/database/handles.ts';
import { openMediaFiles } from '#app/platform/media/media.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import { anyDatabase, type TestLocation, withSqlite } from './each-database.ts';
import { feedOf, openImporting } from './imported-sources.ts';
import { createPostgresDatabase } from './postgres-database.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');
const { news } = collections;

const bridge = {
  guid: 'bridge',
  title: 'Bridge closes',
  link: 'https://ledger.example/bridge',
  text: 'Monday.',
};
const fair = { guid: 'fair', title: 'Fair opens', link: 'https://ledger.example/fair', text: 'Rides.' };
const show = { guid: 'show', title: 'Show tonight', link: 'https://arts.example/show', text: 'At the mill.' };

/** Imports a story that an editor changes, one that is deleted, and one that is discarded in the inbox. */
async function plantDecisions(database: Database): Promise<void> {
  const importing = openImporting(database);
  const { write } = importing.context;
  await importing.addSource({ id: 'ledger', trust: 'publish' });
  await importing.addSource({ id: 'arts' });
  await importing.read('ledger', feedOf(bridge, fair));
  await importing.read('arts', feedOf(show));
  for (const { id, title, ...story } of await listNews(database)) {
    if (title === fair.title)
      await moveToTrash(write, news as Collection, [id], { now: NOW, by: { userId: null, token: null } });
    const { version: _, updatedAt: __, ...input } = { ...story, id, title: 'The bridge is closed' };
    if (title === bridge.title) await news.store.save(write, input as never, { now: NOW });
  }
  const [waiting] = await importing.waiting();
  await endReview(write, 'news', String(waiting?.itemId), {
    decision: 'discarded',
    kinds: 'any',
    wasPublic: false,
    now: 0,
  });
}

async function listNews(database: Database) {
  const ids = await database.read.selectFrom('news_item').select('id').execute();
  const items = await Promise.all(ids.map(({ id }) => news.store.find(database.read, id)));
  return items.flatMap((item) => item ?? []);
}

/** Imports newer documents: the editor's title stays, and neither the deleted nor the discarded item is back. */
async function expectDecisions(location: TestLocation): Promise<void> {
  const database = openDatabase(location);
  await using _closed = { [Symbol.asyncDispose]: () => database.close() };
  const importing = openImporting(database);
  const changed = { ...bridge, title: 'Bridge closes early', text: 'On Sunday.' };
  expect(await importing.read('ledger', feedOf(changed, fair))).toMatchObject({ added: 0, changed: 1 });
  expect(await importing.read('arts', feedOf(show))).toMatchObject({ added: 0, changed: 0 });
  expect(await listNews(database)).toMatchObject([
    { title: 'The bridge is closed', description: '<p>On Sunday.</p>' },
  ]);
  expect(await importing.waiting()).toMatchObject([{ kind: 'change', title: 'The bridge is closed' }]);
}

anyDatabase('edits and discarded items survive a backup and a restore', async ({ database, location }) => {
  const elsewhere = await mkdtemp(join(tmpdir(), 'belfry-sources-'));
  const dataFolder = 'dataFolder' in location ? location.dataFolder : elsewhere;
  const place = { location, dataFolder, media: openMediaFiles({ dataFolder }) };
  await plantDecisions(database);
  const { file: backup } = await takeBackup({ ...place, kind: 'asked', now: NOW });
  for (const table of ['inbox_entry', 'source_item', 'source', 'news_item'] as const)
    await database.write.deleteFrom(table).execute();
  await database.close();
  await restoreTown({ ...place, backup, textSources, now: NOW + 1000, note: async () => undefined });
  await expectDecisions(location).finally(() => rm(elsewhere, { recursive: true }));
});

const postgresUrl = inject('postgresUrl');

test.skipIf(!postgresUrl)('they survive a move to PostgreSQL', () =>
  withSqlite(async ({ database, location }) => {
    const { url, drop } = await createPostgresDatabase(postgresUrl as string);
    const { dataFolder } = location as { dataFolder: string };
    await plantDecisions(database);
    await database.close();
    const facts = { from: { dataFolder }, to: { url }, dataFolder, textSources };
    await moveTown({ ...facts, note: async () => undefined });
    await expectDecisions({ url }).finally(drop);
  }),
);
