/** What users see while PostgreSQL fails (requirements: faults): a real one, whole sites, real requests. */
import { expect, inject } from 'vitest';
import { createApiToken } from '#app/people/tokens/api-token-store.server.ts';
import { openFaultProxy } from '../tests/fault-proxy.ts';
import { longTest } from '../tests/long-test.ts';
import { openServer } from '../tests/open-server.ts';
import { createPostgres, type PostgresServer } from '../tests/postgres.ts';
import { createPostgresDatabase, onServer } from '../tests/postgres-database.ts';
import { withPostgresPair } from '../tests/postgres-pair.ts';
import { until } from '../tests/until.ts';
import {
  isAcknowledged,
  listContradictions,
  startWriting,
  type WriteLoad,
  writeOnce,
} from '../tests/write-load.ts';

const isLeftOut = inject('postgresUrl') === undefined;
const COVERED = ['app/platform/postgres', 'app/platform/database'];

type Scene = Awaited<ReturnType<typeof openScene>>;

/** A site on a database, with a program that can write. */
async function openScene(databaseUrl: string, environment: Record<string, string> = {}) {
  const settings = { DATABASE_URL: databaseUrl, BELFRY_SECRET: 'a secret that is only good for tests' };
  const server = await openServer({ environment: { ...settings, ...environment }, now: Date.now });
  const { write } = server.site;
  const token = await createApiToken(write, { name: 'load', scope: 'write', days: 1 }, Date.now());
  const { port, ask } = server;
  return { port, ask, write, token, [Symbol.asyncDispose]: () => server[Symbol.asyncDispose]() };
}

/** The test's own server, which it can stop. */
async function withServer(
  settings: string[],
  body: (server: PostgresServer) => Promise<void>,
): Promise<void> {
  const server = await createPostgres({ settings });
  await server.start();
  await body(server).finally(server.remove);
}

/** A database on the tests' shared server, behind a proxy. */
async function withProxy(
  body: (url: string, proxy: Awaited<ReturnType<typeof openFaultProxy>>) => Promise<void>,
) {
  const { url, drop } = await createPostgresDatabase(inject('postgresUrl') ?? '');
  const { hostname: host, port } = new URL(url);
  await using proxy = await openFaultProxy({ host, port: Number(port) });
  await body(proxy.urlFor(url), proxy).finally(drop);
}

/** The responses agree with the data, and were always either success or the site's own 503. */
async function expectTrue(load: WriteLoad, { write }: Scene): Promise<void> {
  await load.stop();
  expect(await listContradictions(write, load.attempts)).toEqual([]);
  const odd = load.attempts.filter((attempt) => !isAcknowledged(attempt) && attempt.status !== 503);
  expect(odd).toEqual([]);
  expect(load.attempts.filter(({ text }) => /25006|57P0|read-only|recovery/.test(text))).toEqual([]);
}

/** For details: FAULT_TIMES=1. */
function tell(what: string, ms: number): void {
  if (process.env.FAULT_TIMES) process.stderr.write(`${what}: ${Math.round(ms)} ms\n`);
}

longTest(
  'F11: writes resume after PostgreSQL restarts, with a fast or immediate shutdown, and none is lost',
  async (context) => {
    context.skip(isLeftOut);
    await withServer([], async (server) => {
      await using scene = await openScene(server.url);
      const load = startWriting(scene);
      await load.resumed(0);
      for (const mode of ['fast', 'immediate', 'kill'] as const) {
        await server.stop(mode);
        await server.start();
        const accepts = performance.now();
        const first = await load.resumed(accepts);
        tell(`F11 ${mode}: from accepting connections to the first write`, first.answeredAt - accepts);
      }
      await expectTrue(load, scene);
    });
  },
  COVERED,
);

longTest(
  'F12: writes resume on a promoted standby, and no acknowledged write is lost',
  async (context) => {
    context.skip(isLeftOut);
    await withPostgresPair({ synchronous: true }, async ({ primary, standby }) => {
      const both = primary.url.replace(/@[^/]+/, (host) => `${host},127.0.0.1:${standby.port}`);
      await using scene = await openScene(both);
      const load = startWriting(scene);
      await load.resumed(0);
      const killed = performance.now();
      await primary.stop('kill');
      await onServer(standby.url, 'select pg_promote()');
      const promoted = performance.now();
      const first = await load.resumed(killed);
      tell('F12 from kill -9 to promoted', promoted - killed);
      tell('F12 from kill -9 to the first write', first.answeredAt - killed);
      // The old primary comes back unaware: no write may go to it.
      await primary.start();
      await onServer(
        standby.url,
        "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'belfry'",
      );
      await load.resumed((await load.resumed(performance.now())).answeredAt);
      await expectTrue(load, scene);
    });
  },
  COVERED,
);

longTest(
  'F12: when the primary becomes read-only, the site switches to the new one',
  async (context) => {
    context.skip(isLeftOut);
    await withPostgresPair({ synchronous: true }, async ({ primary, standby }) => {
      await using proxy = await openFaultProxy({ host: '127.0.0.1', port: primary.port });
      await using scene = await openScene(proxy.urlFor(primary.url));
      const load = startWriting(scene);
      await load.resumed(0);
      await onServer(primary.url, 'alter system set default_transaction_read_only = on');
      await onServer(primary.url, 'select pg_reload_conf()');
      await expect.poll(async () => (await scene.ask('/readyz')).status, { timeout: 60_000 }).toBe(503);
      await onServer(standby.url, 'select pg_promote()');
      const promoted = performance.now();
      proxy.switchTo({ host: '127.0.0.1', port: standby.port });
      const first = await load.resumed(promoted);
      tell('F12 read-only: from promoted to the first write', first.answeredAt - promoted);
      await load.resumed(first.answeredAt);
      // It repeats what it found up to a second ago.
      await expect.poll(async () => (await scene.ask('/readyz')).status, { timeout: 60_000 }).toBe(200);
      await expectTrue(load, scene);
      expect(
        load.attempts.filter(({ status, sentAt }) => status === 503 && sentAt > first.answeredAt),
      ).toEqual([]);
    });
  },
  COVERED,
);

longTest(
  'F13: while the network drops packets, requests end with 503, and the site soon recovers',
  async (context) => {
    context.skip(isLeftOut);
    await withProxy(async (url, proxy) => {
      await using scene = await openScene(url);
      const load = startWriting(scene);
      await load.resumed(0);
      expect((await scene.ask('/about')).status).toBe(200);
      proxy.set({ kind: 'blackhole' });
      const began = performance.now();
      const slow = await Promise.all([
        writeOnce({ ...scene, id: 'in-the-hole' }),
        scene.ask('/search?q=farm'),
      ]);
      tell('F13 the slowest answer', performance.now() - began);
      expect(slow.map(({ status }) => status)).toEqual([503, 503]);
      const quick = performance.now();
      expect((await scene.ask('/account')).status).toBe(503);
      tell('F13 the next answer', performance.now() - quick);
      // Slightly old data is better than none.
      expect((await scene.ask('/about')).status).toBe(200);
      expect((await scene.ask('/healthz')).status).toBe(200);
      expect((await scene.ask('/readyz')).status).toBe(503);
      proxy.set({ kind: 'pass' });
      const over = performance.now();
      const first = await load.resumed(over);
      tell('F13 from its end to the first write', first.answeredAt - over);
      await expectTrue(load, scene);
    });
  },
  COVERED,
);

longTest(
  'F15: without free connections, requests end with 503, and nothing leaks',
  async (context) => {
    context.skip(isLeftOut);
    await withServer(['max_connections=12', 'superuser_reserved_connections=2'], async (server) => {
      await onServer(server.url, "create role town login password 'town'");
      await onServer(server.url, 'create database town owner town');
      const url = server.url.replace(/\/\/.+@/, '//town:town@').replace(/postgres$/, 'town');
      await using first = await openScene(url);
      await using second = await openScene(url);
      await using third = await openScene(url);
      const scenes = [first, second, third];
      const loads = scenes.map((scene, index) =>
        startWriting({ ...scene, name: `n${index}`, everyMs: 10, atOnce: 12 }),
      );
      for (const load of loads) await load.resumed(0);
      const busy = performance.now();
      for (const load of loads) await load.resumed(busy + 1000);
      for (const load of loads) await load.stop();
      // A site that has no connection left gets one once the others have closed those that they no longer need.
      for (const scene of scenes)
        await until(
          'a free connection',
          async () => (await writeOnce({ ...scene, id: 'afterwards' })).status < 300,
        );
      for (const [index, load] of loads.entries()) await expectTrue(load, scenes[index] as Scene);
      tell(
        'F15 the slowest answer',
        Math.max(...loads.flatMap(({ attempts }) => attempts.map((a) => a.answeredAt - a.sentAt))),
      );
      const { rows } = await onServer(
        server.url,
        "select count(*)::int as open from pg_stat_activity where application_name = 'belfry'",
      );
      expect(rows[0].open).toBeLessThanOrEqual(12);
    });
  },
  COVERED,
);

longTest(
  'a write whose connection breaks at COMMIT is reported as unknown, whether it happened or not',
  async (context) => {
    context.skip(isLeftOut);
    await withProxy(async (url, proxy) => {
      await using scene = await openScene(url);
      for (const delivered of [false, true]) {
        proxy.set({ kind: 'cutAt', text: 'commit', delivered });
        const id = delivered ? 'arrived' : 'lost';
        const { status, text } = await writeOnce({ ...scene, id });
        proxy.set({ kind: 'pass' });
        expect(status).toBe(503);
        expect(text).toContain('We don’t know whether this was saved.');
        const again = await writeOnce({ ...scene, id });
        expect(again.status).toBe(delivered ? 200 : 201);
      }
      expect(proxy.count().cuts).toBe(2);
    });
  },
  COVERED,
);
