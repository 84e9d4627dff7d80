/** `belfry start --as-of`: the real server, next to the site or instead of it. */
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, expect, test } from 'vitest';
import { loadSampleTown } from '../../commands/sample-town/load-sample-town.ts';
import { buildIfStale } from '../../scripts/build-if-stale.mjs';
import { openBuiltSite } from '../../tests/built-site.ts';
import { withSqlite } from '../../tests/each-database.ts';
import { hashOfDatabase } from '../../tests/whole-database.ts';
import { defaultTown } from '../town/default-town.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');

beforeAll(() => buildIfStale(), 300_000);

test('the site is started as it is at a moment, read-only, and the town stays as it is', async () => {
  await withSqlite(async ({ database, location }) => {
    const { dataFolder } = location as { dataFolder: string };
    await loadSampleTown(database.write, { now: NOW, town: defaultTown, siteUrl: 'http://localhost:3000' });
    const before = await hashOfDatabase(database.write);
    const site = await openBuiltSite({ dataFolder, args: ['--as-of=2026-12-24T12:00'] });
    const page = await (await fetch(`${site.url}/events`)).text();
    expect(page).toContain('This is the site as of Thursday, December 24, 2026, 12:00 PM.');
    expect(page).toContain('<time dateTime="2026-12-24">');
    expect(page).not.toContain('/admin/another-day');
    const refused = await fetch(`${site.url}/newsletter`, { method: 'POST', body: 'email=a%40example.org' });
    expect([refused.status, (await refused.text()).includes('Nothing can be changed here.')]).toEqual([
      403,
      true,
    ]);
    expect((await fetch(`${site.url}/login`)).status).toBe(403);
    expect((await fetch(`${site.url}/readyz`)).status).toBe(200);
    expect(site.output()).toContain('This is the site as of Thursday, December 24, 2026, 12:00 PM.');
    expect(await site.stop()).toBe(0);
    expect(readdirSync(dataFolder).filter((name) => name.startsWith('.work'))).toEqual([]);
    expect(await hashOfDatabase(database.write)).toBe(before);
  });
});

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
