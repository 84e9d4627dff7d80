import { copyFile, mkdtemp, rm } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, inject } from 'vitest';
import { createApiToken } from '#app/people/tokens/api-token-store.server.ts';
import { readSettings } from '#app/platform/settings/settings.server.ts';
import { buildIfStale } from '../scripts/build-if-stale.mjs';
import { openBuiltSite } from '../tests/built-site.ts';
import { feedOf } from '../tests/imported-sources.ts';
import { longTest } from '../tests/long-test.ts';
import { listen } from '../tests/outbound-servers.ts';
import { until } from '../tests/until.ts';
import { openServices } from './open-services.ts';

await buildIfStale();

longTest('A running site checks its sources, and ends in order while a server keeps it waiting', async () => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'belfry-checks-'));
  await copyFile(inject('templates').sqliteFile, join(dataFolder, 'belfry.db'));
  const settings = readSettings({ BELFRY_DATA: dataFolder, LOG_LEVEL: 'silent' });
  const before = await openServices(settings, Date.now);
  const token = await createApiToken(
    before.services.write,
    { name: 'test', scope: 'write', days: 1 },
    Date.now(),
  );
  await before.close();

  const agents: (string | undefined)[] = [];
  const answer: RequestListener = (request, response) => {
    agents.push(request.headers['user-agent']);
    if (request.url === '/feed') response.end(feedOf({ title: 'The bridge reopens', guid: '1' }));
    // Found when it is added, and silent when it is checked.
    if (request.url === '/tarpit' && agents.length === 1) response.end(feedOf());
  };
  await using server = await listen(answer);
  const environment = { BELFRY_DEMO: '0', BELFRY_WORKERS: '2', FETCH_ALLOW: server.host };
  const site = await openBuiltSite({ dataFolder, environment });
  const ask = async (path: string, body?: object) => {
    const response = await fetch(`${site.url}/api/v1/${path}`, {
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    return (await response.json()) as { items: { title: string; state: string }[]; id: string };
  };
  await ask('sources', { address: new URL('feed', server.url).href });
  await until('the item waits in the inbox', async () => (await ask('inbox')).items.length === 1);
  expect((await ask('inbox')).items[0]?.title).toBe('The bridge reopens');

  agents.length = 0;
  const { id } = await ask('sources', { address: new URL('tarpit', server.url).href });
  await until('the slow server is asked', async () => agents.length === 2);
  expect(await site.stop()).toBe(0);
  expect(agents).toEqual(
    [1, 2].map(() => expect.stringMatching(/^Belfry\/[\d.]+ \(\+http:\/\/localhost:\d+\)$/)),
  );

  const after = await openServices(settings, Date.now);
  const checks = await after.services.read.selectFrom('source_check').select(['source', 'outcome']).execute();
  expect(checks).toEqual([{ source: expect.not.stringContaining(id), outcome: 'new' }]);
  await after.close();
  await rm(dataFolder, { recursive: true });
}, ['app/sources/checks', 'app/background']);
