import { expect, test } from 'vitest';
import { collectionNames, collections } from '#app/collections.server.ts';
import { openSite, type TestSite } from '../../../tests/open-site.ts';
import { sampleInputs } from '../../../tests/sample-inputs.ts';

const now = Date.parse('2026-11-20T22:00:00Z');

type Items = { items: Record<string, unknown>[]; next: string | null; previous: string | null };

async function seed(site: TestSite, name: keyof typeof collections, ...changes: Record<string, unknown>[]) {
  const { schema } = collections[name].json;
  const { save } = collections[name].store;
  for (const [index, change] of changes.entries()) {
    const input = schema.parse({
      id: `i${String(index).padStart(2, '0')}`,
      ...sampleInputs[name],
      ...change,
    });
    await save(site.write, input, { now });
  }
}

async function list(site: TestSite, path: string): Promise<Items> {
  const response = await site.fetch(`/api/v1/${path}`);
  expect(response.status).toBe(200);
  return response.json() as Promise<Items>;
}

function idsOf({ items }: Items): unknown[] {
  return items.map((item) => item.id);
}

test.each(collectionNames)('anyone may read %s: the list and a single item', async (name) => {
  await using site = await openSite();
  await seed(site, name, {});
  const { items, next, previous } = await list(site, name);
  expect([items.length, next, previous]).toEqual([1, null, null]);
  const response = await site.fetch(`/api/v1/${name}/i00`);
  expect(response.headers.get('Content-Type')).toBe('application/json');
  expect(await response.json()).toEqual(items[0]);
  expect(items[0]).toMatchObject(name === 'polls' ? { id: 'i00' } : { id: 'i00', ...sampleInputs[name] });
});

test('an empty collection is an empty list', async () => {
  await using site = await openSite();
  expect(await list(site, 'businesses')).toEqual({ items: [], next: null, previous: null });
});

test('lists are sorted by specification: articles and news newest first, events earliest first, polls and businesses by name', async () => {
  await using site = await openSite();
  const dates = ['2026-11-17', '2026-11-19', '2026-11-18'].map((day) => `${day}T12:00:00Z`);
  for (const name of ['articles', 'news'] as const) {
    await seed(site, name, ...dates.map((pubDate) => ({ pubDate })));
    expect(idsOf(await list(site, name))).toEqual(['i01', 'i02', 'i00']);
  }
  await seed(site, 'events', ...dates.map((eventDate) => ({ eventDate })));
  expect(idsOf(await list(site, 'events?from=2026-01-01'))).toEqual(['i00', 'i02', 'i01']);
  const names = ['b', 'C', 'A'];
  await seed(site, 'polls', ...names.map((title) => ({ title })));
  await seed(site, 'businesses', ...names.map((title) => ({ name: title })));
  expect(idsOf(await list(site, 'polls'))).toEqual(['i02', 'i00', 'i01']);
  expect(idsOf(await list(site, 'businesses'))).toEqual(['i02', 'i00', 'i01']);
});

test('cursors lead forward and back without repeating or skipping an item', async () => {
  await using site = await openSite();
  await seed(site, 'polls', ...Array.from({ length: 12 }, (_, index) => ({ title: `Poll ${index % 2}` })));
  const first = await list(site, 'polls');
  expect(first.items).toHaveLength(10);
  const second = await list(site, `polls?after=${first.next}`);
  expect(new Set([...idsOf(first), ...idsOf(second)]).size).toBe(12);
  expect(second.next).toBeNull();
  expect(idsOf(await list(site, `polls?before=${second.previous}`))).toEqual(idsOf(first));
});

test('limit is 10 by default, and can be 1 to 100', async () => {
  await using site = await openSite();
  await seed(site, 'polls', ...Array.from({ length: 12 }, () => ({})));
  expect((await list(site, 'polls?limit=1')).items).toHaveLength(1);
  expect((await list(site, 'polls?limit=100')).items).toHaveLength(12);
  for (const limit of ['0', '101', '-1', '1.5', 'ten', '', '1e1', '9999999999']) {
    expect((await site.fetch(`/api/v1/polls?limit=${limit}`)).status).toBe(400);
  }
});

test('an invalid cursor is a 400', async () => {
  await using site = await openSite();
  const ofPolls = Buffer.from('["a","i01"]').toString('base64url');
  for (const query of ['after=x', 'before=!', 'after=', `after=${ofPolls}`, `after=${'a'.repeat(3000)}`]) {
    expect((await site.fetch(`/api/v1/articles?${query}`)).status).toBe(400);
  }
  expect((await site.fetch(`/api/v1/polls?after=${ofPolls}&before=${ofPolls}`)).status).toBe(400);
});

test('unknown query parameters are ignored', async () => {
  await using site = await openSite();
  await seed(site, 'polls', {});
  expect(idsOf(await list(site, 'polls?from=nonsense&colour=red'))).toEqual(['i00']);
});

test("events begin with the town's today unless `from` is given", async () => {
  await using site = await openSite();
  const dates = ['2026-11-20T04:59:59Z', '2026-11-20T05:00:00Z', '2026-11-21T12:00:00Z'];
  await seed(site, 'events', ...dates.map((eventDate) => ({ eventDate })));
  expect(idsOf(await list(site, 'events'))).toEqual(['i01', 'i02']);
  expect(idsOf(await list(site, 'events?from=2026-11-19'))).toEqual(['i00', 'i01', 'i02']);
  expect(idsOf(await list(site, 'events?from=2026-11-20T05:00:01Z'))).toEqual(['i02']);
  expect(idsOf(await list(site, 'events?from=2026-11-20T06:00:00%2B01:00'))).toEqual(['i01', 'i02']);
  expect(idsOf(await list(site, 'events?from=2026-11-20T06:00:00+01:00'))).toEqual(['i01', 'i02']);
  expect(idsOf(await list(site, 'events?from=2026-11-21T06:59'))).toEqual(['i02']);
  for (const from of ['', 'today', '2026-13-01', '2026-11-20T25:00:00Z', '20261120', '1']) {
    expect((await site.fetch(`/api/v1/events?from=${from}`)).status).toBe(400);
  }
});

test('dates are ISO 8601 UTC', async () => {
  await using site = await openSite();
  await seed(site, 'articles', { pubDate: '2026-11-20T23:30:00+09:30' });
  expect((await list(site, 'articles')).items[0]?.pubDate).toBe('2026-11-20T14:00:00.000Z');
});

test("a poll's options are returned with id and text", async () => {
  await using site = await openSite();
  await seed(site, 'polls', {});
  const [poll] = (await list(site, 'polls')).items;
  expect(poll?.options).toEqual([
    { id: expect.stringMatching(/^[0-9a-f-]{36}$/), text: 'Yes' },
    { id: expect.stringMatching(/^[0-9a-f-]{36}$/), text: 'No' },
  ]);
});

test('an unknown id is a 404 problem document', async () => {
  await using site = await openSite();
  for (const id of ['none', 'add', 'a%20b', 'x'.repeat(200)]) {
    const response = await site.fetch(`/api/v1/polls/${id}`);
    expect(response.status).toBe(404);
    expect(response.headers.get('Content-Type')).toBe('application/problem+json');
    expect(await response.json()).toEqual({ type: 'about:blank', title: 'Not found', status: 404 });
  }
});

test('a client that has an item already gets a 304', async () => {
  await using site = await openSite();
  await seed(site, 'polls', {});
  const tag = (await site.fetch('/api/v1/polls/i00')).headers.get('ETag') ?? '';
  const again = await site.fetch('/api/v1/polls/i00', { headers: { 'If-None-Match': tag } });
  expect([again.status, await again.text()]).toEqual([304, '']);
});

test('HEAD returns the same as GET, without a body', async () => {
  await using site = await openSite();
  const response = await site.fetch('/api/v1/polls', { method: 'HEAD' });
  expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'application/json']);
});

test('an address below /api that does not exist is a 404 problem document', async () => {
  await using site = await openSite();
  for (const path of [
    '/api',
    '/api/',
    '/api/v1',
    '/api/v2/articles',
    '/api/v1/cats',
    '/api/v1/polls/i00/x',
  ]) {
    const response = await site.fetch(path);
    expect([response.status, response.headers.get('Content-Type')]).toEqual([
      404,
      'application/problem+json',
    ]);
  }
  expect((await site.fetch('/api/v1/cats', { method: 'POST' })).status).toBe(404);
});

test('without a database every call is a 503 problem document', async () => {
  await using site = await openSite({ migrated: false });
  const response = await site.fetch('/api/v1/articles');
  expect(response.status).toBe(503);
  expect(await response.json()).toMatchObject({ title: 'Database is not initialized.', status: 503 });
});
