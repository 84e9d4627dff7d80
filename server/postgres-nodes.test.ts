/** Several nodes on one PostgreSQL, and a pooler in front of it. */
import { sql } from 'kysely';
import { test as always, expect, inject } from 'vitest';
import { liftTimeLimits } from '#app/platform/database/postgres-adapter.ts';
import { openServer } from '../tests/open-server.ts';
import { openPgbouncer, pgbouncer } from '../tests/pgbouncer.ts';
import { createPostgresDatabase, onServer } from '../tests/postgres-database.ts';
import { until } from '../tests/until.ts';

const isLeftOut = inject('postgresUrl') === undefined;
const test = always.skipIf(isLeftOut);

const SECRET = 'a secret that is only good for tests';

function openNode(databaseUrl: string, environment: Record<string, string> = {}) {
  return openServer({ environment: { DATABASE_URL: databaseUrl, BELFRY_SECRET: SECRET, ...environment } });
}

type Node = Awaited<ReturnType<typeof openNode>>;

async function withDatabase(body: (url: string) => Promise<void>): Promise<void> {
  const { url, drop } = await createPostgresDatabase(
    inject('postgresUrl') ?? '',
    inject('templates').postgresName,
  );
  await body(url).finally(drop);
}

async function seedNews(node: Node, id: string): Promise<void> {
  const now = Date.parse('2026-11-20T12:00:00Z');
  const texts = {
    title: `News ${id}`,
    link: 'https://example.org/',
    sourceName: 's',
    sourceUrl: 'https://example.org/',
  };
  const row = { id, ...texts, sourceId: id, description: '<p>d</p>', deck: 'd', image: null, pubDate: now };
  await node.site.write
    .insertInto('news_item')
    .values({ ...row, version: 1, createdAt: now, updatedAt: now })
    .execute();
}

async function sees(node: Node, id: string, headers?: Record<string, string>): Promise<boolean> {
  const { status, body } = await node.ask('/news', headers);
  expect(status).toBe(200);
  return String(body).includes(`News ${id}`);
}

async function untilSeen(node: Node, id: string): Promise<void> {
  const { ms } = await until(`News ${id}`, () => sees(node, id));
  if (process.env.FAULT_TIMES) process.stderr.write(`seen after ${Math.round(ms)} ms\n`);
}

test('a change is visible to its own node at the next read, and to others soon', async () => {
  await withDatabase(async (url) => {
    await using one = await openNode(url);
    await using other = await openNode(url);
    for (let turn = 0; turn < 5; turn++) {
      await sees(other, `n${turn}`);
      await seedNews(one, `n${turn}`);
      expect(await sees(one, `n${turn}`)).toBe(true);
      await untilSeen(other, `n${turn}`);
    }
  });
});

test('logged-in users see on every node what was changed on another', async () => {
  await withDatabase(async (url) => {
    await using one = await openNode(url);
    await using other = await openNode(url);
    const cookies = await one.site.asMember();
    for (let turn = 0; turn < 5; turn++) {
      await sees(other, `n${turn}`, cookies);
      await seedNews(one, `n${turn}`);
      expect(await sees(other, `n${turn}`, cookies)).toBe(true);
    }
  });
});

test('a node without its LISTEN connection still sees changes, and reconnects', async () => {
  await withDatabase(async (url) => {
    await using one = await openNode(url);
    await using other = await openNode(url);
    const listening = "query like 'listen%'";
    const countListening = async () =>
      (await onServer(url, `select pid from pg_stat_activity where ${listening}`)).rowCount;
    await until('two that listen', async () => (await countListening()) === 2);
    await sees(other, 'n');
    await onServer(url, `select pg_terminate_backend(pid) from pg_stat_activity where ${listening}`);
    await seedNews(one, 'n');
    await untilSeen(other, 'n');
    await until('two that listen', async () => (await countListening()) === 2);
  });
});

always.skipIf(isLeftOut || !pgbouncer)(
  'a site works behind PgBouncer in transaction mode (needs pgbouncer)',
  async () => {
    await withDatabase(async (url) => {
      await using pooler = await openPgbouncer(url);
      await using one = await openNode(pooler.url);
      await using other = await openNode(pooler.url);
      const ids = Array.from({ length: 30 }, (_, index) => `n${index}`);
      await Promise.all(ids.slice(0, 29).map((id) => seedNews(one, id)));
      await seedNews(one, 'n29');
      expect(await sees(one, 'n29')).toBe(true);
      await untilSeen(other, 'n29');
      const { write } = one.site;
      const slow = write
        .transaction()
        .execute((transaction) => sql`select pg_sleep(10)`.execute(transaction));
      await expect(slow).rejects.toMatchObject({ code: '57014' });
      const again = () => write.selectFrom('town_setting').select('name').limit(1).execute();
      await until('a connection', () => again().catch(() => false as const));
      const patient = write.transaction().execute(async (transaction) => {
        await liftTimeLimits(transaction);
        await sql`select pg_sleep(4)`.execute(transaction);
      });
      await Promise.all([patient, ...ids.map((id) => sees(one, id))]);
      const { rowCount } = await onServer(url, "select 1 from pg_stat_activity where query like 'listen%'");
      expect(rowCount).toBe(0);
    });
  },
);

test('Settings show the administrator what a failover would lose', async () => {
  await withDatabase(async (url) => {
    await using node = await openNode(url);
    const page = await node.site.page('/admin/settings', await node.site.asAdmin());
    expect(page).toMatch(/PostgreSQL (<!-- -->)?\d+\.\d+(<!-- -->)?\. (<!-- -->)?It has no standby/);
  });
});
