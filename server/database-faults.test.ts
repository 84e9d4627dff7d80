/** Responses to users and programs when the database can't save: in the site's design, and with nothing lost. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createApiToken } from '#app/people/tokens/api-token-store.server.ts';
import { migrate } from '#app/platform/database/migrate-database.server.ts';
import { openDatabase } from '#app/platform/open-database.server.ts';
import buildFirst from '../tests/build-first.ts';
import { openBuiltSite } from '../tests/built-site.ts';
import { longTest } from '../tests/long-test.ts';
import { openServer } from '../tests/open-server.ts';
import { sampleInputs } from '../tests/sample-inputs.ts';
import { canMount, fillUp } from '../tests/small-disk.ts';

const june = { email: 'june@example.org', password: 'river in spring' };

function post(url: string, form: Record<string, string>): Promise<Response> {
  const origin = new URL(url).origin;
  return fetch(url, {
    method: 'POST',
    body: new URLSearchParams(form),
    headers: { Origin: origin },
    redirect: 'manual',
  });
}

test('too many writes at once are refused immediately, on pages and by the API, and reading continues', async () => {
  await using server = await openServer();
  const { write } = server.site;
  const token = await createApiToken(
    write,
    { name: 'w', scope: 'write', days: 1 },
    server.site.services.now(),
  );
  const save = (name: string) => write.insertInto('town_setting').values({ name, value: 'v' }).execute();
  const waiting: Promise<unknown>[] = [];
  await write.transaction().execute(async () => {
    for (let index = 0; index < 64; index++) waiting.push(save(`n${index}`));
    const page = await server.site.post('/login?mode=register', june);
    expect(page.status).toBe(503);
    expect(page.headers.get('Retry-After')).toBe('3');
    const html = await page.text();
    expect(html).toContain('The site is too busy to save this right now.');
    expect(html).toContain('<nav');
    const problem = await server.site.fetch('/api/v1/polls/p', {
      method: 'PUT',
      body: JSON.stringify(sampleInputs.polls),
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    });
    expect([problem.status, problem.headers.get('Retry-After')]).toEqual([503, '3']);
    expect(problem.headers.get('Content-Type')).toBe('application/problem+json');
    expect((await server.ask('/articles')).status).toBe(200);
  });
  await Promise.all(waiting);
});

/** A small memory disk, in the server's own namespace. */
const isMountable = canMount();
const needs = isMountable ? '' : ' (needs user namespaces)';

longTest(
  `F2: on a full disk everything can be read, and saving fails with a clear message${needs}`,
  async (context) => {
    context.skip(!isMountable);
    await buildFirst();
    const dataFolder = mkdtempSync(join(tmpdir(), 'belfry-full-'));
    const town = openDatabase({ dataFolder });
    await migrate(town);
    const token = await createApiToken(town.write, { name: 'w', scope: 'write', days: 1 }, Date.now());
    await town.close();
    const mount =
      'mkdir "$0.disk" && mount -t tmpfs -o size=24m,mode=700 tmpfs "$0.disk" && cp -a "$0/." "$0.disk/" && ' +
      'mount --bind "$0.disk" "$0" && exec "$@"';
    const site = await openBuiltSite({ dataFolder, wrap: ['unshare', '-rm', 'sh', '-c', mount, dataFolder] });
    const filler = `/proc/${site.pid}/root${dataFolder}/filler`;
    const put = (id: string) =>
      fetch(`${site.url}/api/v1/polls/${id}`, {
        method: 'PUT',
        body: JSON.stringify(sampleInputs.polls),
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      });
    expect((await put('before')).status).toBe(201);
    fillUp(filler);

    const problem = await put('full');
    expect([problem.status, problem.headers.get('Retry-After')]).toEqual([507, '60']);
    expect(await problem.json()).toMatchObject({ status: 507, detail: expect.stringContaining('disk') });
    const page = await post(`${site.url}/login?mode=register`, june);
    expect([page.status, page.headers.get('Retry-After')]).toEqual([507, '60']);
    const html = await page.text();
    expect(html).toContain('This site’s disk is full.');
    expect(html).toContain('<nav');
    for (const path of ['/articles', '/polls', '/polls/before', '/about', '/healthz'])
      expect([path, (await fetch(site.url + path)).status]).toEqual([path, 200]);

    rmSync(filler);
    expect((await put('after')).status).toBe(201);
    const statusOf = async (id: string) => (await fetch(`${site.url}/api/v1/polls/${id}`)).status;
    expect([await statusOf('before'), await statusOf('full'), await statusOf('after')]).toEqual([
      200, 404, 200,
    ]);
    expect(await site.stop()).toBe(0);
    for (const folder of [dataFolder, `${dataFolder}.disk`]) rmSync(folder, { recursive: true, force: true });
  },
  ['app/platform/sqlite'],
);
