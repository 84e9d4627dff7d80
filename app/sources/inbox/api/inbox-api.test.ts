import { expect, test } from 'vitest';
import { openSite, type TestSite } from '../../../../tests/open-site.ts';
import { seedCredit, seedNamedSource, seedWaiting } from '../../../../tests/seed-inbox.ts';

const NOW = Date.parse('2026-11-20T22:00:00Z');

type Headers = Record<string, string>;
type Entry = Record<string, unknown> & { id: string; item: Record<string, unknown> };

function openCalls(site: TestSite, admin: Headers) {
  return {
    list: async (query = '') => {
      const response = await site.fetch(`/api/v1/inbox${query}`, { headers: admin });
      return (await response.json()) as { items: Entry[]; next: string | null };
    },
    post: async (path: string, body: object = {}, headers = admin) => {
      const response = await site.fetch(`/api/v1/inbox/${path}`, {
        method: 'POST',
        headers: { ...headers, Origin: site.origin, 'Content-Type': 'application/json' },
        body: JSON.stringify(body),
      });
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    },
  };
}

async function openInbox() {
  const site = await openSite({ now: NOW });
  const admin = await site.asAdmin();
  const { write } = site;
  const lake = await seedNamedSource(write, 'Lake Transit');
  const ledger = await seedNamedSource(write, 'Hollow Ledger', { rank: 'aggregator' });
  const arts = await seedNamedSource(write, 'Arts Council', { feeds: 'events' });
  const ferry = await seedWaiting(write, {
    source: lake,
    title: 'Ferry',
    entry: { receivedAt: NOW - 1000 },
  });
  const copy = await seedCredit(write, {
    source: ledger,
    title: 'Ferry!',
    row: { itemId: ferry, mergedAt: NOW, mergedFor: 'title' },
  });
  const other = await seedWaiting(write, {
    source: await seedNamedSource(write, 'Town Office'),
    title: 'Bus',
    row: { firstSeenAt: NOW + 1 },
    entry: { receivedAt: NOW - 2000 },
  });
  const concert = await seedWaiting(write, { source: arts, title: 'Concert', collection: 'events' });
  return { site, admin, write, ferry, copy, other, concert, ...openCalls(site, admin) };
}

test('GET lists what waits, last arrived first, with its item, its other sources and pages', async () => {
  const { site, list, ferry, copy, concert, other } = await openInbox();
  await using _ = site;
  const { items, next } = await list();
  expect([items.map(({ id }) => id), next]).toEqual([[concert, ferry, other], null]);
  expect(items[1]).toEqual({
    id: ferry,
    kind: 'news',
    collection: 'news',
    title: 'Ferry',
    link: 'https://lake-transit.example/Ferry',
    stack: expect.any(String),
    source: {
      id: 'lake-transit',
      name: 'Lake Transit',
      address: 'https://lake-transit.example/feed',
      rank: 'primary',
    },
    receivedAt: '2026-11-20T21:59:59.000Z',
    item: expect.objectContaining({
      id: ferry,
      title: 'Ferry',
      sourceName: 'Lake Transit',
      sourceId: 'Ferry',
    }),
    duplicates: [
      {
        id: copy,
        source: expect.objectContaining({ name: 'Hollow Ledger', rank: 'aggregator' }),
        title: 'Ferry!',
        link: 'https://hollow-ledger.example/Ferry!',
      },
    ],
    changes: [],
  });
  expect(items[0]?.item).toMatchObject({ eventDate: '2026-11-28T14:00:00.000Z', eventTime: '9 AM' });
  for (const kind of ['events', 'event'])
    expect((await list(`?kind=${kind}`)).items.map(({ id }) => id)).toEqual([concert]);
  const page = await list('?limit=2');
  expect((await list(`?limit=2&after=${page.next}`)).items.map(({ id }) => id)).toEqual([other]);
  for (const query of ['?kind=polls', '?limit=0', '?after=x'])
    expect((await site.fetch(`/api/v1/inbox${query}`, { headers: await site.asAdmin() })).status).toBe(400);
});

test('POST publishes, discards and snoozes an entry, and undo takes the last decision back', async () => {
  const { site, list, post, ferry, other, concert } = await openInbox();
  await using _ = site;
  expect(await post(ferry, { action: 'publish' })).toMatchObject({
    status: 200,
    body: { id: ferry, action: 'publish', kind: 'news', itemId: ferry },
  });
  expect((await site.fetch(`/api/v1/news/${ferry}`)).status).toBe(200);
  expect((await post(other, { action: 'discard' })).status).toBe(200);
  expect((await post(concert, { action: 'snooze', until: '2026-11-21T12:00:00Z' })).status).toBe(200);
  expect((await list()).items).toEqual([]);
  expect((await post(ferry, { action: 'publish' })).status).toBe(404);
  expect(await post('undo')).toMatchObject({
    status: 200,
    body: { items: [{ id: concert, title: 'Concert' }] },
  });
  expect((await post('undo')).body).toMatchObject({ undone: 'Discarded “Bus”.', items: [{ id: other }] });
  expect((await post('undo')).status).toBe(200);
  expect((await site.fetch(`/api/v1/news/${ferry}`)).status).toBe(404);
  expect((await post('undo')).status).toBe(404);
  expect((await list()).items).toHaveLength(3);
});

test('POST merges entries and separates duplicates, by the entry or by the duplicate', async () => {
  const { site, list, post, ferry, copy, other } = await openInbox();
  await using _ = site;
  expect((await post(other, { action: 'merge', into: ferry })).status).toBe(200);
  const merged = (await list('?kind=news')).items;
  expect(merged).toMatchObject([{ id: ferry, duplicates: [{ title: 'Bus' }, { id: copy }] }]);
  expect((await post(ferry, { action: 'split', into: copy })).status).toBe(200);
  expect((await list('?kind=news')).items.map(({ title }) => title)).toEqual(['Ferry!', 'Ferry']);
  expect((await post('undo')).status).toBe(200);
  expect((await post(copy, { action: 'split' })).status).toBe(200);
  expect((await post('undo')).status).toBe(200);
  expect((await post(ferry, { action: 'split' })).status).toBe(200);
  expect((await list('?kind=news')).items.map(({ title }) => title).toSorted()).toEqual([
    'Bus',
    'Ferry',
    'Ferry!',
  ]);
});

test('bad decisions are refused with the field, and change nothing', async () => {
  const { site, list, post, write, ferry, other, concert } = await openInbox();
  await using _ = site;
  const refused: [object, string][] = [
    [{}, 'action'],
    [{ action: 'explode' }, 'action'],
    [{ action: 'merge' }, 'into'],
    [{ action: 'merge', into: ferry }, 'into'],
    [{ action: 'merge', into: 'missing' }, 'into'],
    [{ action: 'merge', into: concert }, 'into'],
    [{ action: 'merge', into: '/../x' }, 'into'],
    [{ action: 'split', into: other }, 'into'],
    [{ action: 'snooze' }, 'until'],
    [{ action: 'snooze', until: 'soon' }, 'until'],
    [{ action: 'snooze', until: '2026-11-20T21:00:00Z' }, 'until'],
  ];
  for (const [body, field] of refused)
    expect(await post(ferry, body), JSON.stringify(body)).toMatchObject({
      status: 422,
      body: { errors: [{ field, message: expect.any(String) }] },
    });
  expect((await post(ferry, { action: 'publish', now: true })).status).toBe(400);
  expect((await post('missing', { action: 'publish' })).status).toBe(404);
  const bad = await seedWaiting(write, {
    source: 'lake-transit',
    title: 'Bad',
    input: { link: 'ftp://lake' },
  });
  expect(await post(bad, { action: 'publish' })).toMatchObject({
    status: 422,
    body: { errors: [{ field: 'link' }] },
  });
  expect((await list()).items).toHaveLength(4);
  expect((await site.fetch(`/api/v1/inbox/${ferry}`, { headers: await site.asAdmin() })).status).toBe(405);
});

test('only editors read the inbox and decide; an edited item is not undone', async () => {
  const { site, admin, post, ferry } = await openInbox();
  await using _ = site;
  const member = await site.asMember();
  expect((await site.fetch('/api/v1/inbox')).status).toBe(401);
  expect((await site.fetch('/api/v1/inbox', { headers: member })).status).toBe(403);
  expect((await post(ferry, { action: 'publish' }, member)).status).toBe(403);
  expect((await post('undo', {}, member)).status).toBe(403);
  await post(ferry, { action: 'publish' });
  const headers = { ...admin, Origin: site.origin, 'Content-Type': 'application/json' };
  const edit = { method: 'PATCH', headers, body: JSON.stringify({ title: 'Edited' }) };
  expect((await site.fetch(`/api/v1/news/${ferry}`, edit)).status).toBe(200);
  expect(await post('undo')).toMatchObject({
    status: 409,
    body: { detail: '“Ferry” can’t be undone. It was edited, or removed, since it was published.' },
  });
});
