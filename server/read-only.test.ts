/** A site on which nothing can be changed: every route that accepts something refuses it, with the reason. */
import { beforeAll, expect, test } from 'vitest';
import { collections, type NounName } from '#app/collections.server.ts';
import { buildIfStale } from '../scripts/build-if-stale.mjs';
import { openSite } from '../tests/open-site.ts';
import { someOf } from '../tests/rounds.ts';
import { sampleInputs } from '../tests/sample-inputs.ts';
import { hashOfDatabase } from '../tests/whole-database.ts';
import { siteRoutes } from './route-table.ts';

const SENTENCE = 'This town is closed for repairs, so nothing can be changed here.';
const READ_ONLY = { kind: 'frozen', sentence: SENTENCE } as const;

beforeAll(() => buildIfStale(), 300_000);

const writable = siteRoutes.filter(({ policy }) => policy.write);

test('every request that would change something is refused with the reason, for every kind of client', async () => {
  await using site = await openSite();
  const admin = await site.asAdmin();
  const before = await hashOfDatabase(site.write);
  site.services.readOnly = READ_ONLY;
  for (const [turn, { pattern }] of writable.entries()) {
    // The refusal does not depend on the caller: each route is called by one of them, in turn.
    for (const headers of someOf(import.meta.url, [{}, admin], turn, 2)) {
      const path = `/${pattern.replaceAll(/:\w+\??/g, 'i1').replace('*', 'x/y')}`;
      const response = await site.post(path, { title: 'x' }, headers);
      expect([path, response.status, (await response.text()).includes(SENTENCE)]).toEqual([path, 403, true]);
    }
  }
  expect(await hashOfDatabase(site.write)).toBe(before);
});

test('the API refuses with a problem document, for every method', async () => {
  await using site = await openSite();
  site.services.readOnly = READ_ONLY;
  const responses = ['POST', 'PUT', 'PATCH', 'DELETE'].map(async (method) => {
    const response = await site.fetch('/api/v1/news/i1', { method });
    return [response.status, (await response.json()) as object];
  });
  const problem = { status: 403, title: 'Read-only', detail: SENTENCE };
  for (const response of await Promise.all(responses))
    expect(response).toEqual([403, expect.objectContaining(problem)]);
});

test('what is accepted although it changes something is decided by address', async () => {
  await using site = await openSite();
  site.services.readOnly = { ...READ_ONLY, accepts: ({ pathname }) => pathname === '/preferences/theme' };
  expect((await site.post('/preferences/theme', { theme: 'dark' })).status).toBe(303);
  expect((await site.post('/newsletter', { email: 'a@example.org' })).status).toBe(403);
});

test('pages give the reason and have nothing that sends something, and a poll shows its results', async () => {
  await using site = await openSite();
  for (const {
    name,
    json: { schema },
    store: { save },
  } of Object.values(collections))
    await save(site.write, schema.parse({ id: 'i1', ...sampleInputs[name as NounName] }), {
      now: site.services.now(),
    });
  await site.write.updateTable('poll').set({ resultsShown: 'always' }).execute();
  expect(await site.page('/polls/i1')).toContain('You log in after you choose');
  site.services.readOnly = { ...READ_ONLY, kind: 'another-day' };
  for (const path of ['/articles', '/articles/i1', '/polls/i1', '/newsletter', '/subscribe']) {
    const page = await site.page(path);
    expect(page).toContain(SENTENCE);
    expect(page.match(/<form[^>]*>/g)?.filter((form) => !form.includes('action="/search"'))).toEqual([]);
    expect(page).not.toMatch(/href="\/(login|account|admin)/);
  }
  expect(await site.page('/polls/i1')).toContain('<table');
});
