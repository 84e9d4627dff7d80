/** `belfry start --as-of`: the real server, next to the site or instead of it. */
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { networkInterfaces, tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { defaultTown } from '#app/town/default-town.ts';
import { buildIfStale } from '../../../scripts/build-if-stale.mjs';
import { openBuiltSite } from '../../../tests/built-site.ts';
import { longOnPostgres, type TestLocation, withSqlite } from '../../../tests/each-database.ts';
import { longTest } from '../../../tests/long-test.ts';
import { seedSampleTown } from '../../../tests/sample-town.ts';
import { hashOfDatabase } from '../../../tests/whole-database.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');

beforeAll(() => buildIfStale(), 300_000);

/** Starts the site at a moment, and opens the printed link as a browser does. */
async function openDay(location: TestLocation, args: string[], dataFolder: string) {
  const databaseUrl = 'url' in location ? location.url : undefined;
  const environment = { HOST: '0.0.0.0', BELFRY_URL: 'https://town.example' };
  const site = await openBuiltSite({ dataFolder, databaseUrl, args, environment });
  const link = /^Belfry is ready: (\S+)$/m.exec(site.output())?.[1] ?? '';
  const url = new URL(link).origin;
  const opened = await fetch(link, { redirect: 'manual' });
  const cookie = opened.headers.get('Set-Cookie')?.split(';')[0] ?? '';
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(url + path, { ...init, redirect: 'manual', headers: { Cookie: cookie } });
  return { ...site, url, link, opened, ask };
}

/** The data folder of a SQLite town; for PostgreSQL one that does not exist yet, as on a new node. */
async function withDataFolder(location: TestLocation, work: (dataFolder: string) => Promise<void>) {
  if ('dataFolder' in location) return work(location.dataFolder);
  const parent = await mkdtemp(join(tmpdir(), 'belfry-test-'));
  await work(join(parent, 'data')).finally(() => rm(parent, { recursive: true, force: true }));
}

function copiesIn(dataFolder: string): string[] {
  return readdirSync(dataFolder).filter((name) => name.startsWith('.work'));
}

longOnPostgres(
  'the site is started as it is at a moment, read-only, and the town stays as it is',
  async ({ database, location }) => {
    await seedSampleTown(database.write, location, {
      now: NOW,
      town: defaultTown,
      siteUrl: 'http://localhost:3000',
    });
    const before = await hashOfDatabase(database.write);
    await withDataFolder(location, async (dataFolder) => {
      const { ask, ...site } = await openDay(location, ['--as-of=2026-12-24T12:00'], dataFolder);
      const page = await (await ask('/events')).text();
      expect(page).toContain('This is the site as of Thursday, December 24, 2026, 12:00 PM.');
      expect(page).toContain('<time dateTime="2026-12-24">');
      expect(page).not.toContain('/admin/another-day');
      const refused = await ask('/newsletter', { method: 'POST', body: 'email=a%40example.org' });
      expect([refused.status, (await refused.text()).includes('Nothing can be changed here.')]).toEqual([
        403,
        true,
      ]);
      expect((await ask('/login')).status).toBe(403);
      expect(site.output()).toContain('This is the site as of Thursday, December 24, 2026, 12:00 PM.');
      expect(await site.stop()).toBe(0);
      expect(copiesIn(dataFolder)).toEqual([]);
    });
    expect(await hashOfDatabase(database.write)).toBe(before);
  },
  ['server'],
);

longTest('only the browser that opens the printed link sees another moment, and no one stores it', async () => {
  await withSqlite(async ({ database, location }) => {
    await seedSampleTown(database.write, location, {
      now: NOW,
      town: defaultTown,
      siteUrl: 'http://localhost:3000',
    });
    const { dataFolder } = location as { dataFolder: string };
    const { ask, ...site } = await openDay(location, ['--as-of=2026-12-24T12:00'], dataFolder);
    expect([site.opened.status, site.opened.headers.get('Location')]).toEqual([303, '/']);
    for (const path of [
      '/',
      '/events',
      '/feeds/all.rss',
      '/api/v1/events',
      '/mark.svg',
      '/as-of/x',
      '/metrics',
    ]) {
      const refused = await fetch(site.url + path, { redirect: 'manual' });
      expect([path, refused.status]).toEqual([path, 403]);
      expect(refused.headers.get('Cache-Control')).toBe('private, no-store');
    }
    const used = await fetch(site.link, { redirect: 'manual' });
    expect([used.status, used.headers.get('Set-Cookie')]).toEqual([403, null]);
    for (const path of ['/events', '/articles', '/feeds/all.rss', '/api/v1/events', '/events.ics']) {
      const { status, headers } = await ask(path);
      expect([path, status, headers.get('Cache-Control')]).toEqual([path, 200, 'private, no-store']);
      expect([headers.get('X-Robots-Tag'), headers.get('ETag')]).toEqual(['noindex, nofollow', null]);
    }
    expect((await fetch(`${site.url}/healthz`)).status).toBe(200);
    const addresses = Object.values(networkInterfaces())
      .flat()
      .flatMap((one) => (one && !one.internal && one.family === 'IPv4' ? [one.address] : []));
    for (const address of addresses)
      await expect(fetch(site.url.replace('localhost', address))).rejects.toThrow('fetch failed');
    // A second one can't use its port: it ends with one line, and its copy is deleted.
    const { port } = new URL(site.url);
    const second = openBuiltSite({
      dataFolder,
      args: ['--as-of=2026-12-24T12:00'],
      environment: { PORT: port },
    });
    await expect(second).rejects.toThrow(`Port ${port} on 127.0.0.1 is already in use`);
    expect(copiesIn(dataFolder)).toHaveLength(1);
    expect(await site.stop()).toBe(0);
    expect(copiesIn(dataFolder)).toEqual([]);
  });
}, ['server']);

test('what is no moment, and a folder without a town, end the start with one line', async () => {
  await withSqlite(async ({ location }) => {
    const { dataFolder } = location as { dataFolder: string };
    const start = openBuiltSite({ dataFolder, args: ['--as-of=2026-03-08T02:30'] });
    await expect(start).rejects.toThrow('doesn’t exist in America/New_York');
  });
  const empty = await mkdtemp(join(tmpdir(), 'belfry-test-'));
  const start = openBuiltSite({ dataFolder: empty, args: ['--as-of=2026-11-01T23:59'] });
  await expect(start).rejects.toThrow('There is no town in');
  expect(existsSync(join(empty, 'belfry.db'))).toBe(false);
  await rm(empty, { recursive: true });
});
