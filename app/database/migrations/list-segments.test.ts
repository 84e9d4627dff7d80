import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { createPostgresDatabase } from '../../../tests/postgres-database.ts';
import { openDatabase } from '../connect.server.ts';
import { countItems } from '../counted-list.server.ts';
import type { Database } from '../handles.ts';
import { createContent } from './0001-content.ts';
import { createRevisions } from './0003-revisions.ts';
import { createListSegments } from './0004-list-segments.ts';

const rest = { title: 't', link: 'l', description: 'd', deck: '', createdAt: 0, updatedAt: 0 };

/** A database of an earlier version with so many news is brought to this one. */
async function expectCounted(database: Database, news: number): Promise<void> {
  const { write, capabilities } = database;
  await createContent(capabilities).up(write);
  await createRevisions(capabilities).up(write);
  const rows = Array.from({ length: news }, (_, at) => ({
    ...rest,
    id: `n${at}`,
    pubDate: (at * 7919) % 997,
  }));
  for (let from = 0; from < news; from += 1000) {
    await write
      .insertInto('news_item')
      .values(rows.slice(from, from + 1000))
      .execute();
  }
  await createListSegments(capabilities).up(write);
  expect(await countItems(write, 'news_item')).toBe(news);
  expect(await countItems(write, 'poll')).toBe(0);
  const segments = await write
    .selectFrom('news_item_segment')
    .select(['id', 'items'])
    .orderBy('sort')
    .execute();
  expect(segments).toHaveLength(Math.max(1, Math.ceil(news / 2048)));
  expect(segments[0]?.id).toBe('');
  await write.deleteFrom('news_item').where('pubDate', '<', 5).execute();
  await write
    .insertInto('news_item')
    .values({ ...rest, id: 'new', pubDate: -5 })
    .execute();
  const stored = await write.selectFrom('news_item').select('id').execute();
  expect(await countItems(write, 'news_item')).toBe(stored.length);
}

test.each([0, 1, 2048, 5000])('%i news of an earlier version are counted (SQLite)', async (news) => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'belfry-test-'));
  const database = openDatabase({ dataFolder });
  await expectCounted(database, news).finally(() => database.close());
  await rm(dataFolder, { recursive: true });
});

const postgresUrl = inject('postgresUrl');

test.skipIf(!postgresUrl).each([0, 5000])(
  '%i news of an earlier version are counted (PostgreSQL)',
  async (news) => {
    const { url, drop } = await createPostgresDatabase(postgresUrl as string);
    const database = openDatabase({ url });
    await expectCounted(database, news)
      .finally(() => database.close())
      .finally(drop);
  },
);
